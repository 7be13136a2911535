import { KEPT_SESSIONS } from "../../src/modules/crypto-payment/attempts/sessions"
import { forgettableSessions } from "../../src/modules/crypto-payment/opening/open-attempt"
import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"

describeLedger("the sessions of an attempt", ({ ledger }) => {
  it("lead to it, the old ones too", async () => {
    const { id } = await seedAttempt(ledger)
    await seedAttempt(ledger, "open", { external_id: "cart_2" })
    for (const session of ["payses_1", "payses_2", "payses_3"]) {
      const row = await ledger.sessions.attach(id, session)
      expect(row?.payment_session_id).toBe(session)
    }
    for (const session of ["payses_1", "payses_2", "payses_3"]) {
      expect((await ledger.sessions.findAttempt(session))?.id).toBe(id)
    }
  })

  it("are each named once, the latest last", async () => {
    const { id } = await seedAttempt(ledger)
    for (const session of ["payses_1", "payses_2", "payses_1"]) {
      await ledger.sessions.attach(id, session)
    }
    expect((await ledger.attempts.find(id))?.session_ids).toEqual([
      "payses_2",
      "payses_1",
    ])
  })

  it("are all kept when many are attached at the same moment", async () => {
    const { id } = await seedAttempt(ledger)
    const sessions = Array.from({ length: 20 }, (_, n) => `payses_${n}`)
    await Promise.all(sessions.map((each) => ledger.sessions.attach(id, each)))
    const attempt = await ledger.attempts.find(id)
    expect([...(attempt?.session_ids ?? [])].sort()).toEqual(sessions.sort())
    expect(attempt?.payment_session_id).toBe(attempt?.session_ids.at(-1))
  })

  it.each(["payses_", "payses_1,payses_2", "{payses_1}", "", "'; --"])(
    "do not lead to it by the text %j",
    async (text) => {
      const { id } = await seedAttempt(ledger)
      await ledger.sessions.attach(id, "payses_1")
      expect(await ledger.sessions.findAttempt(text)).toBeUndefined()
    }
  )

  it("cannot be attached to an attempt that is gone", async () => {
    expect(await ledger.sessions.attach("cpay_unknown", "payses_1")).toBe(
      undefined
    )
  })
})

describeLedger("confirmed money", ({ ledger }) => {
  const paid = (patch = {}) => seedAttempt(ledger, "paid", patch)

  it("is held by one session when twenty ask at the same moment", async () => {
    const attempt = await paid()
    const sessions = Array.from({ length: 20 }, (_, n) => `payses_${n}`)
    const claims = await Promise.all(
      sessions.map((each) => ledger.sessions.authorize(attempt, each, null))
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
    const holder = sessions[claims.indexOf(true)]
    expect(await ledger.attempts.find(attempt.id)).toMatchObject({
      authorized_session_id: holder,
      payment_session_id: holder,
    })
  })

  it("is held by a session that asks again", async () => {
    const attempt = await paid()
    expect(await ledger.sessions.authorize(attempt, "payses_1", null)).toBe(
      true
    )
    expect(await ledger.sessions.authorize(attempt, "payses_1", null)).toBe(
      true
    )
    expect(await ledger.sessions.authorize(attempt, "payses_2", null)).toBe(
      false
    )
  })

  it("passes from a session that is gone to one heir", async () => {
    const attempt = await paid()
    await ledger.sessions.authorize(attempt, "gone", null)
    const heirs = ["payses_1", "payses_2", "payses_3"]
    const claims = await Promise.all(
      heirs.map((heir) => ledger.sessions.authorize(attempt, heir, "gone"))
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it("does not pass to who names a wrong predecessor", async () => {
    const attempt = await paid()
    await ledger.sessions.authorize(attempt, "payses_1", null)
    expect(
      await ledger.sessions.authorize(attempt, "payses_2", "payses_9")
    ).toBe(false)
  })

  it("of two revisions pays for their cart once", async () => {
    const attempts = await Promise.all(
      [1, 2, 3, 4, 5].map((revision) =>
        paid({ revision, external_id: `cart_1-${revision}` })
      )
    )
    const claims = await Promise.all(
      attempts.map((each) =>
        ledger.sessions.authorize(each, `payses_${each.revision}`, null)
      )
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  it("of two carts pays for each", async () => {
    const first = await paid()
    const second = await paid({ external_id: "cart_2", cart_id: "cart_2" })
    expect(await ledger.sessions.authorize(first, "payses_1", null)).toBe(true)
    expect(await ledger.sessions.authorize(second, "payses_2", null)).toBe(true)
  })

  it("of two collections without a cart pays for each, once", async () => {
    const [a, competing, b] = [
      await paid({ external_id: "a", cart_id: null }),
      await paid({ external_id: "a-2", cart_id: null }),
      await paid({
        external_id: "b",
        cart_id: null,
        payment_collection_id: "pay_col_2",
      }),
    ]
    expect(await ledger.sessions.authorize(a, "payses_1", null)).toBe(true)
    expect(await ledger.sessions.authorize(competing, "payses_2", null)).toBe(
      false
    )
    expect(await ledger.sessions.authorize(b, "payses_3", null)).toBe(true)
  })

  it("can pay for the cart after a person resolved its competing", async () => {
    const competing = await seedAttempt(ledger, "attention", {
      external_id: "cart_1-2",
    })
    await ledger.sessions.authorize(competing, "payses_1", null)
    const attempt = await paid()
    expect(await ledger.sessions.authorize(attempt, "payses_2", null)).toBe(
      false
    )
    await ledger.attempts.transition(
      competing.id,
      "resolved",
      {},
      { type: "resolved", source: "admin" }
    )
    expect(await ledger.sessions.authorize(attempt, "payses_2", null)).toBe(
      true
    )
  })

  it.each([null, "gone"])(
    "is not held by a session after a person resolved it (holder before: %s)",
    async (goneSessionId) => {
      const attempt = await seedAttempt(ledger, "attention")
      if (goneSessionId) {
        await ledger.sessions.authorize(attempt, goneSessionId, null)
      }
      await ledger.attempts.transition(
        attempt.id,
        "resolved",
        {},
        { type: "resolved", source: "admin" }
      )
      expect(
        await ledger.sessions.authorize(attempt, "payses_1", goneSessionId)
      ).toBe(false)
      expect(await ledger.attempts.find(attempt.id)).toMatchObject({
        authorized_session_id: goneSessionId,
      })
    }
  )
})

describeLedger(
  "the sessions of an attempt that is opened over and over",
  ({ ledger }) => {
    const attach = async (id: string, session: string, live: string[]) => {
      const attempt = await ledger.attempts.retrieve(id)
      const forget = await forgettableSessions(attempt, async (each) =>
        live.includes(each)
      )
      return await ledger.sessions.attach(id, session, forget)
    }

    it("are bounded, and the newest stay", async () => {
      const { id } = await seedAttempt(ledger)
      for (let n = 1; n <= 130; n++) await attach(id, `payses_${n}`, [])
      const { session_ids } = await ledger.attempts.retrieve(id)
      expect(session_ids).toHaveLength(KEPT_SESSIONS)
      expect(session_ids.at(0)).toBe(`payses_${131 - KEPT_SESSIONS}`)
      expect(session_ids.at(-1)).toBe("payses_130")
      expect(await ledger.sessions.findAttempt("payses_1")).toBeUndefined()
    })

    it("stay while Medusa has them, a return URL names them, or they hold the money", async () => {
      const { id } = await seedAttempt(
        ledger,
        "open",
        { success_url: "https://shop.example/?s=payses_url" },
        {}
      )
      for (const each of ["payses_live", "payses_url", "payses_money"]) {
        await attach(id, each, [])
      }
      await ledger.attempts.transition(
        id,
        "paid",
        {},
        { type: "paid", source: "test" }
      )
      const paid = await ledger.attempts.retrieve(id)
      await ledger.sessions.authorize(paid, "payses_money", null)
      for (let n = 1; n <= 130; n++) {
        await attach(id, `payses_${n}`, ["payses_live"])
      }
      const { session_ids } = await ledger.attempts.retrieve(id)
      expect(session_ids.slice(0, 3)).toEqual([
        "payses_live",
        "payses_url",
        "payses_money",
      ])
      expect(session_ids.length).toBeLessThanOrEqual(KEPT_SESSIONS + 3)
      // Not even one that was said to be forgettable.
      await ledger.sessions.attach(id, "payses_last", ["payses_money"])
      expect((await ledger.sessions.findAttempt("payses_money"))?.id).toBe(id)
    })

    it("shrink where there are very many from before", async () => {
      const many = Array.from({ length: 300 }, (_, n) => `payses_old_${n}`)
      const { id } = await seedAttempt(ledger, "open", { session_ids: many })
      for (let n = 1; n <= 40; n++) await attach(id, `payses_${n}`, [])
      const { session_ids } = await ledger.attempts.retrieve(id)
      expect(session_ids).toHaveLength(KEPT_SESSIONS)
    })
  }
)
