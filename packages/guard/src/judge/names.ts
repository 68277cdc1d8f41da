// Apart from the rest because of its data (public suffixes, look-alikes): a
// bundler makes a chunk of it that is loaded with the first judgement.
export {
  CONFUSABLES_VERSION,
  PUBLIC_SUFFIX_LIST_VERSION,
  screenTarget,
} from '@assay402/core'
