/** A page as plain data: it becomes HTML or Markdown. */
export type Document = {
  readonly title: string
  readonly lead: string
  readonly sections: readonly Section[]
}

export type Section = {
  readonly title: string
  readonly parts: readonly Part[]
}

/** Texts are shown exactly as they are: nothing in them is markup. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly Cell[])[]
    }

/** A text, or one that leads somewhere. */
export type Cell = string | { readonly text: string; readonly href: string }

/** A paragraph. */
export function text(words: string): Part {
  return { kind: 'text', text: words }
}

/** A list of sentences. */
export function list(items: readonly string[]): Part {
  return { kind: 'list', items }
}

/** A table; rows have as many cells as the head. */
export function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): Part {
  return { kind: 'table', head, rows }
}

/** A paragraph that leads to another page of ours. */
export function leadsTo(words: string, href: string): Part {
  return { kind: 'link', text: words, href }
}

/** A cell that leads to a page of ours. */
export function link(words: string, href: string): Cell {
  return { text: words, href }
}
