import { describe, expect, test } from 'vitest'
import { CONFUSABLES_VERSION } from '../../names/confusables.js'
import {
  isUnderPrivateSuffix,
  PUBLIC_SUFFIX_LIST_VERSION,
  registrableDomain,
} from '../../names/registrable.js'
import { loadScreen } from './load-screen.js'
import { screenTarget } from './screen.js'

describe('loadScreen', () => {
  test('default: the procedure and the versions of its data', async () => {
    expect(await loadScreen()).toEqual({
      screenTarget,
      registrableDomain,
      isUnderPrivateSuffix,
      PUBLIC_SUFFIX_LIST_VERSION,
      CONFUSABLES_VERSION,
    })
  })
})
