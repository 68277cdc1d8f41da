import {
  type Report,
  reportToMarkdown,
  reportToSarif,
  reportToText,
} from '@assay402/core'
import { CliError, EXIT } from '../exit.js'
import { type Terminal, wantsColor } from '../terminal.js'
import type { CheckFlags } from './check-options.js'

/** How each report is printed, by the flags; one form at a time. */
export function rendererOf(
  flags: Pick<CheckFlags, 'json' | 'jsonl' | 'markdown' | 'sarif'>,
  batch: boolean,
  terminal: Terminal,
): (report: Report) => string {
  const { json, jsonl, markdown, sarif } = flags
  const forms = [json, jsonl, markdown, sarif].filter(Boolean)
  if (forms.length > 1)
    throw new CliError(
      EXIT.usage,
      'one of --json, --jsonl, --markdown, --sarif at a time',
    )
  if (jsonl === true || (json === true && batch))
    return (report) => `${JSON.stringify(report)}\n`
  if (json === true) return (report) => `${JSON.stringify(report, null, 2)}\n`
  if (markdown === true) return (report) => `${reportToMarkdown(report)}\n`
  if (sarif === true)
    return (report) => `${JSON.stringify(reportToSarif(report), null, 2)}\n`
  const color = wantsColor(terminal)
  return (report) => `${reportToText(report, { color })}\n`
}
