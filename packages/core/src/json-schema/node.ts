import type { Marks } from './marks.js'
import type { Pattern } from './patterns.js'
import type { Resource } from './resource.js'

/** One keyword of one schema, ready to be asked. */
export type Check = (
  run: Run,
  value: unknown,
  marks: Marks | undefined,
) => boolean

/** A compiled schema; its checks are filled in as the compiler gets there. */
export type Node = {
  readonly schema: unknown
  readonly checks: Check[]
  /** Set only in documents with a dynamic reference. */
  resource?: Resource | undefined
}

/** One evaluation: it counts what it costs and throws when that is too much. */
export type Run = {
  /** Applies a schema to a value; what it evaluated goes to `marks`. */
  readonly apply: (
    node: Node,
    value: unknown,
    marks?: Marks | undefined,
  ) => boolean
  readonly spend: (work: number) => void
  /** Resources entered so far, outermost first. */
  readonly scope: readonly Resource[]
}

/** What a keyword may ask while it is compiled. */
export type Compiler = {
  readonly node: (schema: unknown) => Node
  readonly pattern: (text: string) => Pattern
  readonly reference: (text: string, from: object) => Node
  /** The schemas that a dynamic anchor has, by resource. */
  readonly dynamicAnchors: (name: string) => ReadonlyMap<Resource, Node>
}

export type Schema = Readonly<Record<string, unknown>>

/** A keyword: the form its value must have, and what it asks. */
export type Keyword = {
  readonly wellFormed: (value: unknown) => boolean
  /** The subschemas in its value. */
  readonly children?: (value: unknown) => readonly unknown[]
  /** `undefined` when there is nothing to ask. */
  readonly build?: (
    value: unknown,
    schema: Schema,
    compiler: Compiler,
  ) => Check | undefined
  /** Asked after all others, since it looks at what they evaluated. */
  readonly late?: true
}

/** What a draft of JSON Schema knows; keywords outside it are ignored. */
export type Vocabulary = {
  readonly keywords: ReadonlyMap<string, Keyword>
  /** True when nothing beside a `$ref` counts. */
  readonly refStandsAlone: boolean
  readonly opensResource: (schema: Schema) => boolean
  readonly anchorsOf: (schema: Schema) => readonly string[]
}
