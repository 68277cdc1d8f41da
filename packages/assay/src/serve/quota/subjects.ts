import { createHash } from 'node:crypto'

/**
 * Whose a count is: SHA-256 of salt, kind and value, hex. Nobody who reads the
 * store learns an address, a name or a wallet from it.
 */
export function saltedSubject(
  salt: string,
  kind: 'client' | 'payer' | 'bundle' | 'target',
  value: string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([salt, kind, value]))
    .digest('hex')
}

/** SHA-256 of a secret that a caller shows, hex: what is stored of it. */
export function secretSha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** One spelling of a client name: names that look alike are counted as one. */
export function clientName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase().slice(0, 64)
}
