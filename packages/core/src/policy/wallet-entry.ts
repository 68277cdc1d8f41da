/** A wallet of a policy's list: an upper-case `0X` means the same wallet. */
export function walletEntry(written: string): string {
  return /^0X[0-9a-fA-F]{40}$/.test(written) ? `0x${written.slice(2)}` : written
}
