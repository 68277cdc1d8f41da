/** What stands in the place of a query value. */
const MASK = '***'

/**
 * A URL as everybody may see it: without fragment, user and password, and with
 * `***` for each query value; a parameter without `=` is all value. What is
 * masked already stays as it is. Text that is no URL is masked whole.
 */
export function maskedUrl(url: string): string {
  if (!URL.canParse(url)) return MASK
  const parsed = new URL(url)
  const query = parsed.search.slice(1)
  parsed.hash = ''
  parsed.username = ''
  parsed.password = ''
  parsed.search = ''
  if (query === '') return parsed.href
  return `${parsed.href}?${query.split('&').map(maskedPair).join('&')}`
}

function maskedPair(pair: string): string {
  const equals = pair.indexOf('=')
  return equals < 0 ? MASK : `${pair.slice(0, equals)}=${MASK}`
}
