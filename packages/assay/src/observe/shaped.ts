/**
 * A challenge that was shaped by a caller's own body or headers: evidence of
 * one check, and nothing that counts for others.
 */
export const shapedCollector = { id: 'challenge-shaped', version: '1' } as const
