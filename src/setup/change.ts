/** A file that the set-up writes, or a piece that a person has to add. */
export type Change =
  | { kind: "write"; file: string; before: string | null; after: string }
  | { kind: "by_hand"; file: string; reason: string; piece: string }

/** One edit of a file whose text is known. */
export type Edit = {
  /** Present in a file that has the edit already. */
  marker: string
  find: RegExp
  replace: (match: string, ...groups: string[]) => string
  /** What a person adds where `find` does not match. */
  piece: string
}

/**
 * Applies the edits that a file does not have yet. An edit whose place is not
 * found is left to a person; the others are made.
 */
export function editFile(
  file: string,
  before: string,
  edits: readonly Edit[]
): Change[] {
  let after = before
  const byHand: Change[] = []
  for (const { marker, find, replace, piece } of edits) {
    if (after.includes(marker)) continue
    if (find.test(after)) {
      after = after.replace(find, replace)
    } else {
      const reason = "this file is not the starter's"
      byHand.push({ kind: "by_hand", file, reason, piece })
    }
  }
  return after === before
    ? byHand
    : [{ kind: "write", file, before, after }, ...byHand]
}

/** A file of ours: made where it is missing, left alone where it is there. */
export function newFile(
  file: string,
  existing: string | null,
  content: string
): Change[] {
  if (existing === null) {
    return [{ kind: "write", file, before: null, after: content }]
  }
  if (existing === content) return []
  const reason = "the file is there already and differs"
  return [{ kind: "by_hand", file, reason, piece: content }]
}
