/** The import law: what a folder may name. See CONTRIBUTING.md. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-is-pure',
      comment: 'core computes; it does not know Node or another package',
      severity: 'error',
      from: { path: '^packages/core/src', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^punycode' },
    },
    {
      name: 'core-leans-on-nobody',
      severity: 'error',
      from: { path: '^packages/core/src' },
      to: { path: '^packages/(assay|guard)' },
    },
    {
      name: 'guard-leans-on-core-only',
      severity: 'error',
      from: { path: '^packages/guard/src' },
      to: { path: '^packages/assay' },
    },
    {
      name: 'rulebooks-stand-alone',
      severity: 'error',
      from: { path: '^packages/core/src/rulebooks/([^/]+)/' },
      to: {
        path: '^packages/core/src/rulebooks/',
        pathNot: '^packages/core/src/rulebooks/$1/',
      },
    },
    {
      name: 'one-way-out',
      comment:
        'only safe-fetch opens connections; the service and the sandbox listen',
      severity: 'error',
      from: {
        path: '^packages/[^/]+/src',
        pathNot:
          '^packages/assay/src/(collect/net/|sandbox/|serve/listen\\.ts|serve/http/address\\.ts)|\\.test\\.ts$|/testing/',
      },
      to: {
        path: '^(undici|node:)?(http|https|net|tls|dgram|http2)$|node_modules/undici/',
      },
    },
    {
      name: 'collectors-know-no-rulebook',
      severity: 'error',
      from: { path: '^packages/assay/src/collect/' },
      to: { path: '^packages/(core/src/rulebooks|assay/src/(inspect|cli))/' },
    },
    {
      name: 'not-to-tests',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$|/testing/|^(test|bench|scripts)/' },
      to: { path: '\\.test\\.ts$|/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
