/**
 * A test "equal to or under one of these domains", for lower-case ASCII hosts
 * without a trailing dot. It looks no deeper than the deepest listed name.
 */
export function domainList(
  domains: readonly string[],
): (host: string) => boolean {
  const listed = new Set(domains)
  const depth = Math.max(0, ...domains.map((name) => name.split('.').length))
  return (host) => {
    let at = host.length
    for (let labels = 0; labels < depth && at > 0; labels++) {
      at = host.lastIndexOf('.', at - 1)
      if (listed.has(host.slice(at + 1))) return true
    }
    return false
  }
}
