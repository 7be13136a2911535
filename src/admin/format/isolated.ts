/**
 * A text of somebody else for the middle of a sentence: written from right to
 * left, it does not turn around what stands beside it. For a text that has an
 * element of its own, `<bdi>` does the same.
 */
export function isolated(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `\u2068${text}\u2069`
}
