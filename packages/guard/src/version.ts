/** The version of this package, as reports name it. */
export const SOFTWARE_VERSION = '0.1.0'
