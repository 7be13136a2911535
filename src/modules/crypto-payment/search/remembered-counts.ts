import type { ListFilters } from "./list-filters"

/** What is counted in a moment is counted each time. */
const many = 10_000
const keepMs = 60_000
const maxKept = 100

/**
 * How many rows filters find, where many are: counting a million takes far
 * longer than reading a page of them, and the next page asks for it again.
 */
export class RememberedCounts {
  private readonly kept = new Map<string, { count: number; untilMs: number }>()

  /** @param nowMs a clock that never goes back. */
  constructor(private readonly nowMs = () => performance.now()) {}

  /** @returns what `count` finds, or found less than a minute ago. */
  async of(
    filters: ListFilters,
    count: () => Promise<number>
  ): Promise<number> {
    const key = JSON.stringify(filters)
    const known = this.kept.get(key)
    if (known && this.nowMs() < known.untilMs) return known.count
    this.kept.delete(key)
    const found = await count()
    if (found >= many) this.keep(key, found)
    return found
  }

  private keep(key: string, count: number): void {
    const [oldest] = this.kept.keys()
    if (this.kept.size >= maxKept) this.kept.delete(oldest)
    this.kept.set(key, { count, untilMs: this.nowMs() + keepMs })
  }
}
