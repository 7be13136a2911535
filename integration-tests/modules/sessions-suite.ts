import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"
import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"

describeLedger("the sessions of an attempt", ({ ledger }) => {
  it("lead to it, the old ones too, and are each named once", async () => {
    const { id } = await seedAttempt(ledger)
    await seedAttempt(ledger, "open", { external_id: "cart_2" })
    for (const session of ["payses_1", "payses_2", "payses_1"]) {
      const row = await ledger.sessions.attach(id, session)
      expect(row?.payment_session_id).toBe(session)
    }
    for (const session of ["payses_1", "payses_2"]) {
      expect((await ledger.sessions.findAttempt(session))?.id).toBe(id)
    }
    expect(await ledger.sessions.findAttempt("payses_")).toBeUndefined()
    expect(await ledger.sessions.linksTo([id])).toEqual(
      new Map([
        ["payses_1", id],
        ["payses_2", id],
      ])
    )
    const known = await ledger.sessions.linksOf(["payses_2", "payses_other"])
    expect(known).toEqual(new Map([["payses_2", id]]))
  })

  it("each lead to the attempt that they were given last", async () => {
    const first = await seedAttempt(ledger)
    const second = await seedAttempt(ledger, "open", { external_id: "cart_2" })
    await ledger.sessions.attach(first.id, "payses_1")
    await ledger.sessions.attach(second.id, "payses_1")
    expect((await ledger.sessions.findAttempt("payses_1"))?.id).toBe(second.id)
    expect((await ledger.sessions.linksTo([first.id])).size).toBe(0)
  })

  it("are all kept when many are attached at the same moment", async () => {
    const { id } = await seedAttempt(ledger)
    const sessions = Array.from({ length: 20 }, (_, n) => `payses_${n}`)
    await Promise.all(sessions.map((each) => ledger.sessions.attach(id, each)))
    const links = await ledger.sessions.linksTo([id])
    expect([...links.keys()].sort()).toEqual([...sessions].sort())
    const attempt = await ledger.attempts.find(id)
    expect(sessions).toContain(attempt?.payment_session_id)
  })

  it("are not given an attempt that is superseded", async () => {
    const attempt = await seedAttempt(ledger)
    await ledger.attempts.supersede(attempt, "test")
    expect(await ledger.sessions.attach(attempt.id, "payses_1")).toBe(undefined)
    expect(await ledger.sessions.findAttempt("payses_1")).toBeUndefined()
  })
})

describeLedger("confirmed money", ({ ledger }) => {
  const paid = (patch = {}) => seedAttempt(ledger, "paid", patch)
  const authorize = (attempt: Attempt, session: string, gone: string | null) =>
    ledger.sessions.authorize(attempt, session, gone)

  /** Whether each session got the money when all ask at the same moment. */
  const askAtOnce = (
    attempt: Attempt,
    sessions: string[],
    gone: string | null
  ) => Promise.all(sessions.map((each) => authorize(attempt, each, gone)))

  it("is held by one session when twenty ask at the same moment, and again when that one asks again", async () => {
    const attempt = await paid()
    const sessions = Array.from({ length: 20 }, (_, n) => `payses_${n}`)
    const claims = await askAtOnce(attempt, sessions, null)
    expect(claims.filter(Boolean)).toHaveLength(1)
    const holder = sessions[claims.indexOf(true)]
    expect(await ledger.attempts.find(attempt.id)).toMatchObject({
      authorized_session_id: holder,
      payment_session_id: holder,
    })
    expect(await authorize(attempt, holder, null)).toBe(true)
    expect(await authorize(attempt, "payses_20", null)).toBe(false)
  })

  it("passes from a session that is gone to one heir, who has to name it", async () => {
    const attempt = await paid()
    await authorize(attempt, "gone", null)
    expect(await authorize(attempt, "payses_1", "payses_9")).toBe(false)
    const heirs = ["payses_1", "payses_2", "payses_3"]
    const claims = await askAtOnce(attempt, heirs, "gone")
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it("of several revisions pays for their cart once, and of another cart for that", async () => {
    const attempts = await Promise.all(
      [1, 2, 3, 4, 5].map((revision) =>
        paid({ revision, external_id: `cart_1-${revision}` })
      )
    )
    const claims = await Promise.all(
      attempts.map((each) => authorize(each, `payses_${each.revision}`, null))
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
    const other = await paid({ external_id: "cart_2", cart_id: "cart_2" })
    expect(await authorize(other, "payses_6", null)).toBe(true)
  })

  it("of two collections without a cart pays for each, once", async () => {
    const of = (external_id: string, payment_collection_id: string) =>
      paid({ external_id, payment_collection_id, cart_id: null })
    const [a, competing] = [await of("a", "p_1"), await of("a-2", "p_1")]
    const b = await of("b", "p_2")
    expect(await authorize(a, "payses_1", null)).toBe(true)
    expect(await authorize(competing, "payses_2", null)).toBe(false)
    expect(await authorize(b, "payses_3", null)).toBe(true)
  })

  it("is given back by a refund or an open request of its own, and by no other's", async () => {
    const coins = { crypto_currency: "USDT", crypto_amount: "20" }
    const seed = (external_id: string) =>
      seedAttempt(ledger, "settled", { external_id }, coins)
    const [promised, sent] = [await seed("a"), await seed("b")]
    const given = async (session: string, { id }: Attempt) => {
      await ledger.sessions.attach(id, session)
      const read = await ledger.refunds.findOfSession(session)
      expect(read?.attempt.id).toBe(id)
      const settled = await ledger.attempts.retrieve(id)
      expect(await ledger.refunds.isSentBack(settled)).toBe(read?.isGivenBack)
      return read?.isGivenBack
    }
    const by = {
      note: null,
      by: "user_1",
      price_kind: "refund" as const,
    }
    const coin = { crypto_name: null, crypto_network: null }
    const asked = { ...by, asked: { amount: "5" }, coin }
    const { refundRequests: requests } = ledger
    const { request } = await requests.create(promised.id, asked, "hash")
    expect(await given("payses_1", promised)).toBe(true)
    expect(await given("payses_2", sent)).toBe(false)
    const report = { ...by, amount: "5", transaction_hash: "0x1" }
    await ledger.adminActions.recordRefund(sent.id, report)
    expect(await given("payses_2", sent)).toBe(true)
    await requests.revoke(request.id, by)
    expect(await given("payses_1", promised)).toBe(false)
  })

  const resolve = (id: string) =>
    ledger.attempts.transition({
      id,
      to: "resolved",
      entry: { type: "resolved", source: "admin" },
    })

  it("can pay for the cart after a person resolved its competing", async () => {
    const competing = await seedAttempt(ledger, "attention", {
      external_id: "cart_1-2",
    })
    await authorize(competing, "payses_1", null)
    const attempt = await paid()
    expect(await authorize(attempt, "payses_2", null)).toBe(false)
    await resolve(competing.id)
    expect(await authorize(attempt, "payses_2", null)).toBe(true)
  })

  it.each([null, "gone"])(
    "is not held by a session after a person resolved it (holder before: %s)",
    async (gone) => {
      const attempt = await seedAttempt(ledger, "attention")
      if (gone) await authorize(attempt, gone, null)
      await resolve(attempt.id)
      expect(await authorize(attempt, "payses_1", gone)).toBe(false)
      expect(await ledger.attempts.find(attempt.id)).toMatchObject({
        authorized_session_id: gone,
      })
    }
  )
})
