/**
 * Rulebook destination's procedure with its data (public suffixes and
 * look-alikes are most of the size of core), for a client in a browser that
 * had better load them when they are needed: a bundler makes a chunk of them.
 */
export async function loadScreen() {
  const [{ screenTarget }, registrable, confusables] = await Promise.all([
    import('./screen.js'),
    import('../../names/registrable.js'),
    import('../../names/confusables.js'),
  ])
  return {
    screenTarget,
    registrableDomain: registrable.registrableDomain,
    isUnderPrivateSuffix: registrable.isUnderPrivateSuffix,
    PUBLIC_SUFFIX_LIST_VERSION: registrable.PUBLIC_SUFFIX_LIST_VERSION,
    CONFUSABLES_VERSION: confusables.CONFUSABLES_VERSION,
  }
}
