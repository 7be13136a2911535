import type { MedusaContainer } from "@medusajs/framework/types"

import { JobPace } from "./job-pace"

const noon = Date.parse("2026-06-01T12:00:00Z")
const inDays = (days: number) => ({
  scheduledFor: new Date(noon + days * 86_400_000),
})

const logging = (logger: object) =>
  ({ resolve: () => logger }) as unknown as MedusaContainer

describe("the pace of a scheduled job", () => {
  it.each<[string, number[], boolean[]]>([
    ["lets a run each minute begin", [0, 60_000, 120_000], [true, true, true]],
    ["lets a run each second begin", [0, 999, 2_001], [true, true, true]],
    [
      "skips what begins right after the last one",
      [0, 1, 300, 899, 900],
      [true, false, false, false, true],
    ],
    [
      "counts from the last one that was not skipped",
      [0, 600, 1_200],
      [true, false, true],
    ],
    ["goes on when the clock was set back", [0, -3_600_000], [true, true]],
  ])("%s", (_what, moments, begins) => {
    const pace = new JobPace("SCHEDULE")
    expect(
      moments.map((ms) =>
        pace.mayBegin(noon + ms, { scheduledFor: new Date(noon + ms) })
      )
    ).toEqual(begins)
  })

  it("is one run a minute when the timer of a long schedule overflowed", () => {
    const pace = new JobPace("SCHEDULE")
    const seconds = Array.from({ length: 150 }, (_, second) => second)
    const begun = seconds.filter((second) =>
      pace.mayBegin(noon + second * 1_000, inDays(30))
    )
    expect(begun).toEqual([0, 60, 120])
  })

  it.each([
    ["takes no run that is a little early for an overflow", inDays(0.5), 2_000],
    ["goes by the gap alone without the time of its schedule", undefined, 900],
  ])("%s", (_what, scheduled, gapMs) => {
    const pace = new JobPace("SCHEDULE")
    const mayBegin = (ms: number) => pace.mayBegin(noon + ms, scheduled)
    expect([0, 10, gapMs].map(mayBegin)).toEqual([true, false, true])
  })

  it.each([
    ["42P01", 'relation "crypto_payment_task" does not exist', true],
    [
      "42703",
      'column "superseded_at" of relation "crypto_payment" does not exist',
      true,
    ],
    ["42P01", 'relation "order" does not exist', false],
    ["53300", "too many clients for crypto_payment", false],
  ])(
    "of a database that answers %s, %s: names the migration: %s",
    async (code, message, isNamed) => {
      const error = jest.fn<void, [string]>()
      const container = logging({ error })
      const failing = () =>
        Promise.reject(Object.assign(new Error(message), { code }))
      const run = (pace: JobPace) => pace.run(container, undefined, failing)
      const pace = new JobPace("SCHEDULE")
      if (!isNamed) return await expect(run(pace)).rejects.toThrow(message)
      await run(pace)
      jest.useFakeTimers({
        now: Date.now() + 60_000,
        doNotFake: ["setTimeout"],
      })
      await run(pace).finally(() => jest.useRealTimers())
      expect(error.mock.calls).toEqual([
        [expect.stringMatching(/Run npx medusa db:migrate\.$/)],
      ])
    }
  )

  it("lets one of many runs at once work, and says once that it skips", async () => {
    const pace = new JobPace("SCHEDULE")
    const warn = jest.fn<void, [string]>()
    const container = logging({ warn })
    const work = jest.fn(async () => {})
    await Promise.all(
      Array.from({ length: 5 }, () => pace.run(container, undefined, work))
    )
    expect(work).toHaveBeenCalledTimes(1)
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/SCHEDULE must not wait longer than 24 days/)],
    ])
  })
})
