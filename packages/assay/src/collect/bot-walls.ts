/**
 * Pages that a bot wall puts before the seller. A wall is recognised by a
 * header, or by words of an HTML page that came with one of the statuses.
 */
export type BotWall = {
  readonly id: string
  /** Name and the beginning of the value, both in lower case. */
  readonly header?: readonly [name: string, value: string]
  readonly statuses?: readonly number[]
  readonly pageSays?: readonly string[]
}

const USUAL = [200, 202, 401, 403, 405, 406, 429, 503]

export const BOT_WALLS: readonly BotWall[] = [
  { id: 'cloudflare', header: ['cf-mitigated', 'challenge'] },
  {
    id: 'cloudflare',
    statuses: USUAL,
    pageSays: [
      '/cdn-cgi/challenge-platform/',
      '<title>Just a moment...</title>',
      '<title>Attention Required! | Cloudflare</title>',
      'cf-browser-verification',
    ],
  },
  { id: 'aws_waf', header: ['x-amzn-waf-action', ''] },
  { id: 'vercel', header: ['x-vercel-mitigated', ''] },
  {
    id: 'vercel',
    statuses: USUAL,
    pageSays: ['<title>Vercel Security Checkpoint</title>'],
  },
  {
    id: 'datadome',
    statuses: USUAL,
    pageSays: ['captcha-delivery.com'],
  },
  {
    id: 'imperva',
    statuses: USUAL,
    pageSays: ['_Incapsula_Resource', 'Incapsula incident ID'],
  },
  {
    id: 'human',
    statuses: USUAL,
    pageSays: ['window._pxAppId', 'id="px-captcha"'],
  },
  {
    id: 'akamai',
    statuses: [403],
    pageSays: ['errors.edgesuite.net', 'ak_bmsc'],
  },
  {
    id: 'sucuri',
    statuses: USUAL,
    pageSays: ['Sucuri WebSite Firewall', 'Sucuri Website Firewall'],
  },
  {
    id: 'ddos_guard',
    statuses: USUAL,
    pageSays: ['<title>DDoS-Guard</title>', '/.well-known/ddos-guard/'],
  },
]

/**
 * The id of the wall that an answer is, or null. A 402 is never a wall, nor is
 * an answer that is not HTML unless a header says so. Linear in the page.
 */
export function botWallOf(
  status: number,
  header: (name: string) => string | undefined,
  page: () => string,
): string | null {
  if (status === 402) return null
  const html = /^\s*(text\/html|application\/xhtml)/i.test(
    header('content-type') ?? '',
  )
  for (const wall of BOT_WALLS) {
    if (hasHeader(wall, header)) return wall.id
    if (!html || wall.statuses?.includes(status) !== true) continue
    if (wall.pageSays?.some((words) => page().includes(words))) return wall.id
  }
  return null
}

function hasHeader(
  wall: BotWall,
  header: (name: string) => string | undefined,
): boolean {
  if (wall.header === undefined) return false
  const [name, start] = wall.header
  return header(name)?.trim().toLowerCase().startsWith(start) === true
}
