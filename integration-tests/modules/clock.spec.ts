import { describeLedger } from "./describe-ledger"
import { observation } from "./observation"
import { seedAttempt } from "./seed-attempt"

const dayMs = 86_400_000

/** Lets `new Date()` and `Date.now()` of this process be wrong. */
function setProcessClock(aheadMs: number): void {
  jest.useFakeTimers({
    now: Date.now() + aheadMs,
    doNotFake: [
      "hrtime",
      "nextTick",
      "performance",
      "queueMicrotask",
      "setImmediate",
      "clearImmediate",
      "setInterval",
      "clearInterval",
      "setTimeout",
      "clearTimeout",
    ],
  })
}

describeLedger("the ledger, asked by a process", ({ ledger, sql }) => {
  describe.each([
    ["thirty days ahead", 30 * dayMs],
    ["thirty days behind", -30 * dayMs],
  ])("whose clock is %s,", (_how, aheadMs) => {
    beforeEach(() => setProcessClock(aheadMs))
    afterEach(() => void jest.useRealTimers())

    /** Seconds until the next check, by the database's clock; null for never. */
    const secondsUntilCheck = async (): Promise<number | null> => {
      const [{ seconds }] = await sql<{ seconds: number | null }>(
        "select extract(epoch from next_check_at - now())::float as seconds from crypto_payment"
      )
      return seconds
    }
    const expectWithin = async (from: number, to: number) => {
      const seconds = await secondsUntilCheck()
      expect(seconds).toBeGreaterThan(from)
      expect(seconds).toBeLessThanOrEqual(to)
    }

    it("has a new attempt due a minute later", async () => {
      await seedAttempt(ledger, "creating")
      await expectWithin(30, 60)
    })

    it("has a paid attempt due at once", async () => {
      const { id } = await seedAttempt(ledger)
      const paid = await ledger.observations.record(
        id,
        observation("confirmed")
      )
      expect(paid.state).toBe("paid")
      await expectWithin(-30, 0)
      expect(await ledger.dueQueue.dequeue(10, 60)).toHaveLength(1)
    })

    it("checks a closed attempt hourly during its late window", async () => {
      const { id } = await seedAttempt(ledger, "closed")
      await ledger.dueQueue.reschedule(await ledger.attempts.retrieve(id))
      await expectWithin(3_500, 3_600)
      await sql(
        "update crypto_payment set closed_at = closed_at - interval '8 days'"
      )
      await ledger.dueQueue.reschedule(await ledger.attempts.retrieve(id))
      expect(await secondsUntilCheck()).toBeNull()
    })

    it("knows which attempts no run works on", async () => {
      const { id } = await seedAttempt(ledger, "paid")
      await ledger.sessions.attach(id, "payses_1")
      const idle = async () => {
        const found = await ledger.sessions.findIdle(["payses_1", "payses_2"])
        return found.map((attempt) => attempt.id)
      }
      expect(await idle()).toEqual([id])
      await ledger.leases.acquire(id, "owner", 60)
      expect(await idle()).toEqual([])
      await sql(
        "update crypto_payment set lease_until = now() - interval '1 second'"
      )
      expect(await idle()).toEqual([id])
      expect(await ledger.sessions.findIdle(["payses_2"])).toEqual([])
      expect(await ledger.sessions.findIdle([])).toEqual([])
    })
  })
})
