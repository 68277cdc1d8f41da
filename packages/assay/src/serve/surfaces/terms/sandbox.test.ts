import { resourceId } from '@assay402/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../../sandbox/sandbox.js'
import { listingOf } from '../../../store/testing/samples.js'
import { list } from '../testing/stored-market.js'
import { createSurfaceBench, json, NOON } from '../testing/surface-bench.js'

describe('endpoint-spot-check on the sandbox', () => {
  test('default: every seller is judged as its kind demands', async () => {
    const sandbox = await startSandbox({ clock: () => NOON })
    onTestFinished(() => sandbox.close())
    const bench = await createSurfaceBench({
      allowHosts: sandbox.sellers.map(({ url }) => new URL(url).host),
    })
    // A POST is sent with the sample that its seller declared, and no other.
    const posted = sandbox.sellers.filter(({ method }) => method === 'POST')
    await list(bench.service.store, posted.map(declared))
    const found: object[] = []
    for (const { id, url, method, listing, check_options } of sandbox.sellers) {
      const query = new URLSearchParams({
        url,
        method,
        price: listing.price_usd,
        pay_to: listing.pay_to,
        network: listing.network,
        check_expiry: check_options.check_expiry ? '1' : '0',
      })
      const body = await json(
        await bench.get(`/terms/v1/products/endpoint-spot-check?${query}`),
      )
      const { verdict, reason_code, quality } = body
      found.push({ id, verdict, reason_code, quality })
    }
    expect(found).toEqual(
      sandbox.sellers.map(
        ({ id, expect: { verdict, reason_code, quality_code } }) => ({
          id,
          verdict,
          reason_code,
          quality: { code: quality_code },
        }),
      ),
    )
  })
})

function declared({ url }: { readonly url: string }) {
  const resource = `POST ${url}`
  return listingOf(url, {
    method: 'POST',
    resource,
    resource_id: resourceId(resource),
    sample_body: '{"text":"Two words."}',
  })
}
