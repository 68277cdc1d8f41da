import { ProblemError, type ProblemFields } from '../problem.js'

const REFUSALS = {
  host: {
    status: 400,
    code: 'bad_parameter',
    detail: 'that is no http(s) host',
    field: 'host',
    example: 'https://api.example.com',
  },
  nonce: {
    status: 403,
    code: 'unknown_nonce',
    detail:
      'the nonce is not one that we gave for this host: GET /v1/objections/challenge?host=… gives one',
    field: 'nonce',
  },
  expired: {
    status: 403,
    code: 'nonce_expired',
    detail:
      'the nonce is older than 10 minutes: GET /v1/objections/challenge?host=… gives a new one',
    field: 'nonce',
  },
  used: {
    status: 409,
    code: 'nonce_used',
    detail:
      'the nonce was used before: GET /v1/objections/challenge?host=… gives a new one',
    field: 'nonce',
  },
  text: {
    status: 400,
    code: 'bad_parameter',
    detail: 'the text is empty',
    field: 'text',
    example:
      'The price was raised on purpose, see https://api.example.com/prices',
  },
  about: {
    status: 400,
    code: 'bad_parameter',
    detail:
      'neither a URL of this host nor the id of a receipt about it; leave it out for the whole host',
    field: 'about',
    example: 'https://api.example.com/data',
  },
  too_many: {
    status: 429,
    code: 'too_many_objections',
    detail: 'a host may object 20 times a day',
    retry_after: 86_400,
  },
  unknown_host: {
    status: 404,
    code: 'unknown_host',
    detail: 'nothing is said of this host here',
    field: 'host',
  },
  signature: {
    status: 403,
    code: 'wrong_signature',
    detail:
      "the wallet did not sign the challenge's text: personal_sign of an EVM wallet (hex), or Ed25519 of a Solana one (base58)",
    field: 'proof.signature',
  },
  wallet: {
    status: 403,
    code: 'foreign_wallet',
    detail: 'no listing and no observation of this host names that wallet',
    field: 'proof.wallet',
  },
  file: {
    status: 403,
    code: 'no_proof_file',
    detail: 'the file /.well-known/assay-objection.txt does not prove it',
    field: 'proof',
  },
} as const satisfies Record<string, ProblemFields>

/** Throws the problem of a refused objection, with what was found. */
export function refuse(why: keyof typeof REFUSALS, found?: string): never {
  const { detail, ...rest } = REFUSALS[why]
  throw new ProblemError({
    ...rest,
    detail: found === undefined ? detail : `${detail}: ${found}`,
  })
}
