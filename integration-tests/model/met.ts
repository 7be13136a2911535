/** Counts what stories met, so that what was never played fails the spec. */
export class Met {
  readonly counts = new Map<string, number>()

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  missing(expected: readonly string[]): string[] {
    return expected.filter((what) => !this.counts.has(what))
  }
}

/** What all stories of a run met together. */
export const met = new Met()
