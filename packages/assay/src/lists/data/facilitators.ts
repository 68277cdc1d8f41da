// Publicly listed x402 facilitators: github.com/Merit-Systems/x402scan (npm
// `facilitators` 0.0.10) at commit e85e6727 of 2026-06-30, MIT licence, with the
// three addresses merged there since. Refreshed from each `/supported`.

export type Facilitator = {
  readonly id: string
  readonly name: string
  /** Asked for `/supported`. */
  readonly url: string
}

/** Who settles payments. */
export const FACILITATORS: readonly Facilitator[] = [
  {
    id: 'coinbase',
    name: 'Coinbase',
    url: 'https://api.cdp.coinbase.com/platform/v2/x402',
  },
  { id: 'payAI', name: 'PayAI', url: 'https://facilitator.payai.network' },
  {
    id: 'thirdweb',
    name: 'Thirdweb',
    url: 'https://api.thirdweb.com/v1/payments/x402',
  },
  {
    id: 'questflow',
    name: 'Questflow',
    url: 'https://facilitator.questflow.ai',
  },
  { id: 'heurist', name: 'Heurist', url: 'https://facilitator.heurist.xyz' },
  { id: 'x402rs', name: 'X402rs', url: 'https://facilitator.x402.rs' },
  { id: 'fluxa', name: 'FluxA', url: 'https://facilitator.fluxapay.xyz' },
  { id: 'codenut', name: 'CodeNut', url: 'https://facilitator.codenut.ai' },
  {
    id: 'aurracloud',
    name: 'AurraCloud',
    url: 'https://x402-facilitator.aurracloud.com/api/v1/{apiKey}',
  },
  { id: 'dexter', name: 'Dexter', url: 'https://facilitator.dexter.cash' },
  { id: 'corbits', name: 'Corbits', url: 'https://facilitator.corbits.dev' },
  {
    id: 'daydreams',
    name: 'Daydreams',
    url: 'https://facilitator.daydreams.systems',
  },
  { id: 'openx402', name: 'OpenX402', url: 'https://open.x402.host' },
  {
    id: 'anyspend',
    name: 'AnySpend',
    url: 'https://mainnet.anyspend.com/x402',
  },
  { id: 'bitrefill', name: 'Bitrefill', url: 'https://api.bitrefill.com/x402' },
  { id: 'cascade', name: 'Cascade', url: 'https://facilitator.cascade.fyi' },
  { id: 'mrdn', name: 'Meridian', url: 'https://api.mrdn.finance' },
  {
    id: 'openfacilitator',
    name: 'OpenFacilitator',
    url: 'https://pay.openfacilitator.io',
  },
  { id: 'relai', name: 'RelAI', url: 'https://facilitator.x402.fi' },
  {
    id: 'ultravioletadao',
    name: 'Ultravioleta DAO',
    url: 'https://facilitator.ultravioletadao.xyz',
  },
  { id: 'x402jobs', name: 'x402 Jobs', url: 'https://pay.x402.jobs' },
  { id: '402104', name: '402104', url: 'https://x402.load.network' },
  {
    id: 'figment-facilitator',
    name: 'Figment',
    url: 'https://api.figment.io/x402',
  },
  { id: 'mogami', name: 'Mogami', url: 'https://facilitator.mogami.tech' },
  { id: 'openmid', name: 'Openmid', url: 'https://facilitator.openmid.xyz' },
  { id: 'polymer', name: 'Polymer', url: 'https://api.polymer.zone/x402/v1' },
  { id: 'primer', name: 'Primer', url: 'https://x402.primer.systems' },
  {
    id: 'treasure',
    name: 'Treasure',
    url: 'https://x402.treasure.lol/facilitator',
  },
  {
    id: 'virtuals',
    name: 'Virtuals Protocol',
    url: 'https://acpx.virtuals.io',
  },
  { id: 'xecho', name: 'xEcho', url: 'https://www.xechoai.xyz' },
  { id: 'obol', name: 'Obol', url: 'https://x402.gcp.obol.tech' },
  {
    id: 'three-ws',
    name: 'three.ws',
    url: 'https://three.ws/api/x402-facilitator',
  },
]
