/** A spec file, and which of its tests: a part of their titles. */
export type KillingTests = {
  /** Path of the spec from the repository's root. */
  spec: string
  /** As it stands in the title of at least one test. */
  title: string
}

/** A fault put into the source, and the tests that must fail for it. */
export type Mutant = {
  /** What the faulty code does, in a few words; unique. */
  name: string
  /** Path from the repository's root. */
  file: string
  /** Occurs exactly once in the file; white space does not matter. */
  search: string
  replace: string
  killedBy: KillingTests
}

/**
 * The source of a mutant. White space does not matter, so that a mutant still
 * applies after the source was formatted.
 *
 * @throws Error where it does not apply exactly once.
 */
export function applyMutant(
  source: string,
  { name, file, search, replace }: Mutant
): string {
  const wanted = search.replace(/\s+/g, "")
  const positions = [...source.matchAll(/\S/g)].map(({ index }) => index)
  const compact = source.replace(/\s+/g, "")
  const occurrences = compact.split(wanted).length - 1
  if (occurrences !== 1) {
    throw new Error(
      `The mutant "${name}" does not apply: its text occurs ${occurrences} times in ${file}.`
    )
  }
  const start = compact.indexOf(wanted)
  const end = positions[start + wanted.length - 1] + 1
  return source.slice(0, positions[start]) + replace + source.slice(end)
}
