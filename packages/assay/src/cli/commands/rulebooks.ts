import {
  describeRulebook,
  RULEBOOKS,
  rulebookOf,
  rulebookToText,
} from '@assay402/core'
import { CliError, EXIT } from '../exit.js'
import { type Terminal, write } from '../terminal.js'

/** `assay rulebooks [id]`: the published rules, as text or JSON. */
export async function rulebooksCommand(
  id: string | undefined,
  options: { readonly json?: boolean },
  terminal: Terminal,
): Promise<number> {
  const chosen = id === undefined ? RULEBOOKS : [rulebookOf(id)]
  const known = chosen.filter((rulebook) => rulebook !== undefined)
  if (known.length === 0)
    throw new CliError(
      EXIT.usage,
      `there is no rulebook "${id}"`,
      `one of: ${RULEBOOKS.map((rulebook) => rulebook.id).join(', ')}`,
    )
  if (options.json === true) {
    const described = known.map(describeRulebook)
    const shown = id === undefined ? described : described[0]
    await write(terminal.stdout, `${JSON.stringify(shown, null, 2)}\n`)
    return EXIT.allow
  }
  const text =
    id === undefined
      ? known
          .map(
            (rulebook) =>
              `${rulebook.id} ${rulebook.version}\n  ${rulebook.question}`,
          )
          .join('\n')
          .concat('\n\nOne of them in full: assay rulebooks <id>')
      : known.map(rulebookToText).join('\n')
  await write(terminal.stdout, `${text}\n`)
  return EXIT.allow
}
