import { SCHEMA_LIMITS } from './limits.js'
import { createMarks, type Marks, mergeMarks } from './marks.js'
import type { Node, Run } from './node.js'
import { NotCompilable } from './not-compilable.js'
import type { Resource } from './resource.js'

/** One evaluation of a compiled schema; throws NotCompilable at a limit. */
export function createRun(options: { readonly tracks: boolean }): Run {
  let steps = 0
  let work = 0
  let nesting = 0
  const scope: Resource[] = []

  function spend(amount: number): void {
    work += amount
    if (work > SCHEMA_LIMITS.work) throw new NotCompilable('too much work')
  }

  function apply(node: Node, value: unknown, marks?: Marks): boolean {
    if (++steps > SCHEMA_LIMITS.steps) throw new NotCompilable('too many steps')
    if (++nesting > SCHEMA_LIMITS.nesting)
      throw new NotCompilable('nested too deep')
    const entered = node.resource
    if (entered !== undefined) scope.push(entered)
    const own = options.tracks ? createMarks() : undefined
    const holds = node.checks.every((check) => check(run, value, own))
    if (entered !== undefined) scope.pop()
    nesting--
    if (holds && own !== undefined && marks !== undefined)
      spend(mergeMarks(marks, own))
    return holds
  }

  const run: Run = { apply, spend, scope }
  return run
}
