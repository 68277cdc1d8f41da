import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { ListRefused } from '../refused.js'

/** What a vocabulary does with a document, element by element. */
export type XmlHandler = {
  /** `depth` of the root is 0; attributes come by name. */
  readonly open: (
    name: string,
    attributes: Readonly<Record<string, string>>,
    depth: number,
  ) => void
  /** `text` is what stood between the last tag and this one, trimmed. */
  readonly close: (name: string, text: string, depth: number) => void
}

/** The root element decides by what the rest is read; may throw. */
export type ChooseHandler = (root: {
  readonly name: string
  readonly namespace: string
}) => XmlHandler

/**
 * Reads an XML document as it comes, in bounded memory. Entities are never
 * fetched nor expanded. Throws `ListRefused` on what is not well-formed, ends
 * before its root, or changes its namespace inside.
 */
export async function readXml(
  chunks: AsyncIterable<Uint8Array>,
  choose: ChooseHandler,
): Promise<void> {
  const document = createDocument(choose)
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of chunks)
    document.write(decoder.decode(chunk, { stream: true }))
  document.end(decoder.decode())
}

const DEEPEST = 64
const LONGEST_TEXT = 4 * 1024 * 1024

function createDocument(choose: ChooseHandler) {
  const parser = new SaxesParser({ xmlns: false })
  let handler: XmlHandler | undefined
  let root: Root | undefined
  let depth = 0
  let text = ''
  let sinceTag = 0
  let ended: 'no' | 'yes' = 'no'
  parser.on('error', (error) => {
    throw ended === 'yes' && (root === undefined || depth > 0)
      ? new ListRefused('cut', 'the file ends before its root element does')
      : new ListRefused('not_well_formed', error.message)
  })
  parser.on('text', (more) => {
    text += more
  })
  parser.on('cdata', (more) => {
    text += more
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    if (root === undefined) {
      root = rootOf(name, attributes)
      handler = choose(root)
    } else checkNamespace(root, attributes)
    if (depth >= DEEPEST)
      throw new ListRefused('not_well_formed', 'nested too deep')
    handler?.open(localName(name, root), attributes, depth++)
    text = ''
    sinceTag = 0
  })
  parser.on('closetag', ({ name }) => {
    handler?.close(localName(name, root), text.trim(), --depth)
    text = ''
    sinceTag = 0
  })
  return {
    write(part: string) {
      sinceTag += part.length
      parser.write(part)
      if (sinceTag > LONGEST_TEXT)
        throw new ListRefused('not_well_formed', 'a text without end')
    },
    end(part: string) {
      parser.write(part)
      ended = 'yes'
      parser.close()
    },
  }
}

type Root = {
  readonly name: string
  readonly namespace: string
  /** With its colon; empty for the default namespace. */
  readonly prefix: string
}

function rootOf(
  written: string,
  attributes: Readonly<Record<string, string>>,
): Root {
  const prefix = written.slice(0, written.indexOf(':') + 1)
  const namespace = attributes[namespaceAttribute(prefix)] ?? ''
  return { name: written.slice(prefix.length), namespace, prefix }
}

function namespaceAttribute(prefix: string): string {
  return prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`
}

// Elements of another namespace would silently not be found.
function checkNamespace(
  { prefix, namespace }: Root,
  attributes: Readonly<Record<string, string>>,
): void {
  const inner = attributes[namespaceAttribute(prefix)]
  if (inner !== undefined && inner !== namespace)
    throw new ListRefused('unknown_namespace', `"${shown(inner)}" inside`)
}

function localName(name: string, root: Root | undefined): string {
  const prefix = root?.prefix ?? ''
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}

/** A text of a stranger's file for a message: short, one line. */
export function shown(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 120)
}
