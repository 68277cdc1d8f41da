import { describe, expect, test } from 'vitest'
import { httpServer } from '../testing/servers.js'
import { createDialer } from './dial.js'

const target = (port: number) => ({
  protocol: 'http:' as const,
  ip: '127.0.0.1',
  port,
  host: 'a.example',
})

describe('createDialer', () => {
  test('default: a connection that is open', async () => {
    const server = await httpServer(() => {})
    const { signal } = new AbortController()
    const socket = await createDialer()(target(server.port), signal)
    expect(socket.readyState).toBe('open')
    expect(socket.remoteAddress).toBe('127.0.0.1')
    expect(socket.listenerCount('error')).toBe(0)
    socket.destroy()
  })

  test('behavior: given up before and while', async () => {
    const server = await httpServer(() => {})
    const reason = new Error('enough')
    const dial = createDialer()
    const before = dial(target(server.port), AbortSignal.abort(reason))
    await expect(before).rejects.toBe(reason)
    const controller = new AbortController()
    const pending = dial(target(server.port), controller.signal)
    controller.abort(reason)
    await expect(pending).rejects.toBe(reason)
  })
})
