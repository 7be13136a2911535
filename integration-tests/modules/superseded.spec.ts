import { describeLedger } from "./describe-ledger"
import { observation } from "./observation"
import { seedAttempt } from "./seed-attempt"

describeLedger("an attempt without a living session", ({ ledger, sql }) => {
  const quietMinutes = async (id: string) => {
    const seconds = (await ledger.dueQueue.secondsUnused([id])).get(id)
    return seconds === undefined ? undefined : Math.floor(seconds / 60)
  }

  /** The session was released so many minutes ago, an hour after the opening. */
  const releaseSession = async (id: string, minutesAgo: number) => {
    await ledger.timeline.append(id, {
      type: "session_released",
      source: "test",
    })
    await sql(
      "update crypto_payment_event set at = now() - $1 * interval '1 minute' where type = 'session_released'",
      [minutesAgo]
    )
  }

  it("is quiet since its session was released, or since it was opened", async () => {
    const { id } = await seedAttempt(ledger)
    await sql(
      "update crypto_payment set opened_at = now() - interval '60 minutes'"
    )
    expect(await quietMinutes(id)).toBe(60)
    await releaseSession(id, 10)
    expect(await quietMinutes(id)).toBe(10)
  })

  it("is not less quiet for other entries of its timeline", async () => {
    const { id } = await seedAttempt(ledger)
    await sql(
      "update crypto_payment set opened_at = now() - interval '60 minutes'"
    )
    await releaseSession(id, 30)
    await ledger.observations.record(id, observation("pending"))
    expect(await quietMinutes(id)).toBe(30)
  })

  it("is superseded only if no other session was attached since it was read", async () => {
    const seen = await seedAttempt(ledger)
    await ledger.sessions.attach(seen.id, "payses_1")
    expect(await ledger.attempts.supersede(seen, "test")).toBeUndefined()
    const attached = await ledger.attempts.retrieve(seen.id)
    expect(attached.superseded_at).toBeNull()
    await ledger.sessions.attach(seen.id, "payses_2")
    expect(await ledger.attempts.supersede(attached, "test")).toBeUndefined()

    const current = await ledger.attempts.retrieve(seen.id)
    expect(await ledger.attempts.supersede(current, "test")).toMatchObject({
      id: seen.id,
      superseded_at: expect.any(Date),
    })
  })

  it.each(["creating", "paid", "attention", "settled", "closed"] as const)(
    "is not superseded in state %s",
    async (state) => {
      const attempt = await seedAttempt(ledger, state)
      expect(await ledger.attempts.supersede(attempt, "test")).toBeUndefined()
      expect(await ledger.attempts.find(attempt.id)).toEqual(attempt)
    }
  )

  it("takes new return URLs only while it is being created", async () => {
    const urls = { success_url: "http://localhost:8000/a", fail_url: null }
    const creating = await seedAttempt(ledger, "creating")
    expect(
      await ledger.sessions.renewReturnUrls(creating.id, urls)
    ).toMatchObject(urls)
    const open = await seedAttempt(ledger, "open", { external_id: "cart_2" })
    expect(await ledger.sessions.renewReturnUrls(open.id, urls)).toBeUndefined()
    expect(await ledger.attempts.find(open.id)).toEqual(open)
  })
})
