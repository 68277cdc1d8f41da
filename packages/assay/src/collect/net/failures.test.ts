import { describe, expect, test } from 'vitest'
import { failureOf, refused, timedOut } from './failures.js'

describe('failureOf', () => {
  test.each([
    ['ENOTFOUND', 'unreachable', 'dns_not_found'],
    ['ESERVFAIL', 'unreachable', 'dns_failed'],
    ['EAI_AGAIN', 'timeout', 'dns_timeout'],
    ['ETIMEOUT', 'timeout', 'dns_timeout'],
    ['ETIMEDOUT', 'timeout', 'connect_timeout'],
    ['ECONNREFUSED', 'unreachable', 'connection_refused'],
    ['UND_ERR_SOCKET', 'unreachable', 'connection_lost'],
    ['EHOSTUNREACH', 'unreachable', 'network_unreachable'],
    ['CERT_HAS_EXPIRED', 'unreachable', 'tls_failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable', 'tls_failed'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'unreachable', 'tls_failed'],
    ['HPE_INVALID_CONSTANT', 'unreachable', 'bad_http'],
    ['UND_ERR_HEADERS_OVERFLOW', 'unreachable', 'headers_too_large'],
    ['EMFILE', 'unreachable', 'io_error'],
    ['constructor', 'unreachable', 'io_error'],
  ])('%s is %s, %s', (detail, outcome, code) => {
    const error = Object.assign(new Error('x'), { code: detail })
    expect(failureOf(error)).toEqual({ outcome, code, detail })
  })

  test.each([
    new Error('x'),
    Object.assign(new Error('x'), { code: 7 }),
    'text',
    null,
  ])('behavior: %o has no code', (error) => {
    expect(failureOf(error)).toEqual({
      outcome: 'unreachable',
      code: 'io_error',
      detail: 'unknown error',
    })
  })

  test('behavior: our own failures stay what they are', () => {
    expect(failureOf(refused('port', 'port 22'))).toEqual({
      outcome: 'refused',
      code: 'port',
      detail: 'port 22',
    })
    expect(failureOf(timedOut('deadline', 8_000))).toEqual({
      outcome: 'timeout',
      code: 'deadline',
      detail: 'no answer within 8000 ms',
    })
  })
})
