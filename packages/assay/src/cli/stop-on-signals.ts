import { EXIT } from './exit.js'

/**
 * The first interrupt ends what is under way well, the second at once. Returns
 * what takes the listeners away.
 */
export function stopOnSignals(stop: AbortController): () => void {
  const end = () => {
    if (stop.signal.aborted) process.exit(EXIT.internal)
    stop.abort()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  return () => {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}

/** Resolves when the signal aborts. */
export function whenStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
