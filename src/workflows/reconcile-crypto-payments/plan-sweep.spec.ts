import fc from "fast-check"

import {
  beginsSweep,
  readsNextPage,
  type SweepProgress,
  type SweepTargets,
} from "./plan-sweep"

const noon = new Date("2026-06-01T12:00:00Z")
const minutesBefore = (minutes: number) =>
  new Date(noon.getTime() - minutes * 60_000)

const targets = (patch: Partial<SweepTargets> = {}): SweepTargets => ({
  due: 0,
  close: 0,
  oldest: minutesBefore(60),
  ...patch,
})

const progress = (patch: Partial<SweepProgress> = {}): SweepProgress => ({
  pages_read: 1,
  due_found: 0,
  close_found: 0,
  reached: noon,
  more: true,
  ...patch,
})

describe("a sweep", () => {
  it.each<[string, SweepTargets, boolean, boolean]>([
    ["with open attempts of today", targets(), true, true],
    ["for three that are due", targets({ due: 3 }), false, true],
    [
      "not for two, which two reads tell as well",
      targets({ due: 2 }),
      false,
      false,
    ],
    ["not for none", targets(), false, false],
  ])("is begun %s", (_what, found, hasFresh, begins) => {
    expect(beginsSweep(found, hasFresh)).toBe(begins)
  })

  it.each<[string, SweepTargets, SweepProgress, boolean]>([
    [
      "goes on while pages spare single reads",
      targets({ due: 500 }),
      progress({ pages_read: 4, due_found: 400 }),
      true,
    ],
    [
      "ends once all that is due was found",
      targets({ due: 400 }),
      progress({ pages_read: 4, due_found: 400 }),
      false,
    ],
    [
      "ends with the list",
      targets({ due: 500 }),
      progress({ due_found: 100, more: false }),
      false,
    ],
    [
      "ends where the list is older than all that is looked for",
      targets({ due: 500, oldest: minutesBefore(60) }),
      progress({ due_found: 100, reached: minutesBefore(66) }),
      false,
    ],
    [
      "goes on for clocks that differ a little",
      targets({ due: 500, oldest: minutesBefore(60) }),
      progress({ due_found: 100, reached: minutesBefore(64) }),
      true,
    ],
    [
      "goes on where the list tells no times",
      targets({ due: 500 }),
      progress({ due_found: 100, reached: undefined }),
      true,
    ],
    [
      "ends after one page without a find for a few",
      targets({ due: 20 }),
      progress(),
      false,
    ],
    [
      "gives many that are due three pages to begin with",
      targets({ due: 1_000 }),
      progress({ pages_read: 2 }),
      true,
    ],
    [
      "ends when these three find nothing",
      targets({ due: 1_000 }),
      progress({ pages_read: 3 }),
      false,
    ],
    [
      "goes on to those whose buyers may be paying now, found or not",
      targets({ close: 150 }),
      progress({ close_found: 80 }),
      true,
    ],
    [
      "goes on for those only so far",
      targets({ close: 5_000 }),
      progress({ pages_read: 10, close_found: 1_000 }),
      false,
    ],
    [
      "ends after the first page where nothing is looked for",
      targets({ oldest: undefined }),
      progress(),
      false,
    ],
  ])("%s", (_what, looked, so_far, next) => {
    expect(readsNextPage(looked, so_far)).toBe(next)
  })

  it("never costs more than the reads that it spares, and a few pages", () => {
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.nat(300),
        fc.array(fc.record({ due: fc.nat(100), close: fc.nat(100) }), {
          minLength: 1,
          maxLength: 200,
        }),
        (due, close, pages) => {
          const looked = targets({ due, close })
          const so_far = progress({ pages_read: 0 })
          for (const page of pages) {
            so_far.pages_read++
            so_far.due_found = Math.min(due, so_far.due_found + page.due)
            so_far.close_found = Math.min(
              close,
              so_far.close_found + page.close
            )
            if (!readsNextPage(looked, so_far)) break
          }
          expect(so_far.pages_read).toBeLessThanOrEqual(
            Math.max(10, 4 + so_far.due_found / 2)
          )
        }
      )
    )
  })
})
