import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RpcCall } from '../rpc.js'

/** JSON-RPC over HTTP on loopback, as a provider serves it. */
export async function serveRpc(
  rpc: RpcCall,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(
        Buffer.concat(chunks).toString(),
      )
      rpc(method, params).then(
        (result) =>
          response.end(JSON.stringify({ jsonrpc: '2.0', id, result })),
        (error: Error) => {
          const failure = { code: -32_000, message: error.message }
          response.end(JSON.stringify({ jsonrpc: '2.0', id, error: failure }))
        },
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/key`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
