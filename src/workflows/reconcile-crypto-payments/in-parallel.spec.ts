import { setTimeout as sleep } from "node:timers/promises"

import { inParallel } from "./run"

describe("working in parallel", () => {
  it.each([
    [10, 4, 4],
    [3, 4, 3],
    [0, 4, 0],
    [5, 1, 1],
  ])("does %i pieces, %i at once at most", async (count, limit, peak) => {
    const items = Array.from({ length: count }, (_, n) => n)
    const done: number[] = []
    let now = 0
    let most = 0
    await inParallel(items, limit, async (item) => {
      now++
      most = Math.max(most, now)
      await sleep(5)
      now--
      done.push(item)
    })
    expect(done.sort((a, b) => a - b)).toEqual(items)
    expect(most).toBe(peak)
  })
})
