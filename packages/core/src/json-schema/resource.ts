/** A schema document, or a part of one that has an `$id` of its own. */
export type Resource = {
  readonly root: unknown
  /** `null` for a name that was given twice. */
  readonly anchors: Map<string, object | null>
  readonly dynamicAnchors: Map<string, object>
}
