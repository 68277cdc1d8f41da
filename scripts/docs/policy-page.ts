import { defaultPolicy, jsonSchemaOf, spendPolicySchema } from '@assay402/core'

/** The generated page of the spend policy: every field and its default. */
export function policyPage(): string {
  const schema = jsonSchemaOf(spendPolicySchema, 'input')
  return [
    '# Spend policy',
    '<!-- Generated from the schema by `npm run docs`. Edit that. -->',
    "The buyer's own limits: a JSON file, every field optional. `assay check --policy FILE`. Strictly greater than a limit triggers it. A field that does not exist is refused, for a misspelt limit is no limit.",
    '## The defaults',
    fence(defaultPolicy),
    '`rulebooks` says what each verdict means: `allow`, `note`, `hold` or `block`. What each limit leads to is in the [codes of the decision](rulebooks/decision-codes.md).',
    '## JSON Schema',
    fence(schema),
    '',
  ].join('\n\n')
}

function fence(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}
