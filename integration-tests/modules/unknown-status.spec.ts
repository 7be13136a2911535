import type { ListFilters } from "../../src/modules/crypto-payment/search/search"
import { describeLedger } from "./describe-ledger"
import { observation } from "./seed-attempt"
import { seedAttempt } from "./seed-attempt"

/** The module's logger is the console here. */
const warn = jest.spyOn(console, "warn")

beforeEach(() => void warn.mockReset().mockImplementation(() => {}))
afterAll(() => warn.mockRestore())

describeLedger("an attempt with an unknown status", ({ ledger, sql }) => {
  const gateway_payment_id = "gateway-payment-1"

  /** Open, reported as `status`, and checked for the last time. */
  async function openAttempt(status = "underpaid") {
    const { id } = await seedAttempt(ledger, "open", { gateway_payment_id })
    await ledger.observations.record(id, observation(status))
    await sql("update crypto_payment set checks = 1000 where id = $1", [id])
    return await ledger.attempts.retrieve(id)
  }

  async function raised() {
    const attempt = await openAttempt()
    await ledger.dueQueue.reschedule(attempt)
    return await ledger.attempts.retrieve(attempt.id)
  }

  const outbox = () =>
    sql<{ name: string; data: Record<string, unknown> }>(
      "select name, data from crypto_payment_outbox order by id"
    )

  const entries = (type: string) =>
    sql("select data from crypto_payment_event where type = $1", [type])

  const resolve = (
    id: string,
    kind: "other" | "refunded" | "order_placed_by_hand" = "other",
    transaction_hash: string | null = null
  ) =>
    ledger.adminActions.resolve(
      id,
      { kind, note: null, order: null, transaction_hash, by: "user_1" },
      { price_kind: "return" }
    )

  const due = async () =>
    (await ledger.dueQueue.dequeue(10, 60)).map(({ id }) => id)

  it("needs attention once after its last check, not before, and stays open", async () => {
    const seeded = await seedAttempt(ledger, "open", { gateway_payment_id })
    const { id } = seeded
    const checked = await ledger.observations.record(
      id,
      observation("underpaid")
    )
    expect(await ledger.dueQueue.reschedule(checked)).toBeNull()
    expect(await ledger.attempts.retrieve(id)).toMatchObject({
      attention_reason: null,
      next_check_at: expect.any(Date),
    })

    await sql("update crypto_payment set checks = 1000")
    const last = await ledger.attempts.retrieve(id)
    const events = await Promise.all(
      Array.from({ length: 20 }, () => ledger.dueQueue.reschedule(last))
    )
    const [event, ...more] = events.filter(Boolean)
    expect(more).toEqual([])
    const attempt = await ledger.attempts.retrieve(id)
    expect(attempt).toMatchObject({
      state: "open",
      gateway_status: "underpaid",
      attention_reason: "unknown_status",
      attention_fact: { type: "unknown_status", status: '"underpaid"' },
      next_check_at: null,
    })
    expect(event).toMatchObject({ name: "crypto_payment.attention_required" })
    expect(await outbox()).toEqual([
      {
        name: "crypto_payment.attention_required",
        data: expect.objectContaining({
          id,
          event_id: event?.id,
          order_id: null,
          reason: "unknown_status",
          advice: expect.anything(),
        }),
      },
    ])

    expect(await ledger.dueQueue.reschedule(attempt)).toBeNull()
    await ledger.observations.record(id, observation("underpaid"))
    expect(await due()).toEqual([])
    expect(await outbox()).toHaveLength(1)
    expect(await entries("attention")).toEqual([
      {
        data: {
          reason: "unknown_status",
          fact: { type: "unknown_status", status: '"underpaid"' },
        },
      },
    ])
  })

  it.each(["confirmed", "pending", "session"])(
    "is left unchanged, and checked, when it got a %s since it was read",
    async (what) => {
      const seen = await openAttempt()
      const now =
        what === "session"
          ? await ledger.sessions.attach(seen.id, "payses_9")
          : await ledger.observations.record(seen.id, observation(what))
      expect(await ledger.dueQueue.reschedule(seen)).toBeNull()
      const attempt = await ledger.attempts.retrieve(seen.id)
      expect(attempt).toEqual(now)
      expect(attempt.next_check_at).toBeInstanceOf(Date)
      expect(await outbox()).toEqual([])
    }
  )

  it("ends its checks only together with its event", async () => {
    const before = await openAttempt()
    await sql("alter table crypto_payment_outbox rename to elsewhere")
    try {
      await expect(ledger.dueQueue.reschedule(before)).rejects.toThrow(
        /crypto_payment_outbox/
      )
    } finally {
      await sql("alter table elsewhere rename to crypto_payment_outbox")
    }
    expect(await ledger.attempts.retrieve(before.id)).toEqual(before)
    expect(await entries("attention")).toEqual([])
  })

  it("is paid as any other once it is confirmed", async () => {
    const { id } = await raised()
    expect(
      await ledger.observations.record(id, observation("confirmed"))
    ).toMatchObject({
      state: "paid",
      attention_reason: null,
      attention_fact: null,
    })
    expect(await due()).toEqual([id])
    await expect(resolve(id)).rejects.toMatchObject({ type: "not_allowed" })
  })

  it("is due at once when its status comes after the last check, and then needs attention", async () => {
    const attempt = await openAttempt("pending")
    await ledger.dueQueue.reschedule(attempt)
    await ledger.observations.record(attempt.id, observation("created"))
    expect(await due()).toEqual([])
    expect(await outbox()).toEqual([])
    const row = await ledger.observations.record(
      attempt.id,
      observation("underpaid")
    )
    expect(row.attention_reason).toBeNull()
    expect(await due()).toEqual([attempt.id])
    await ledger.dueQueue.reschedule(await ledger.attempts.retrieve(attempt.id))
    expect(await outbox()).toHaveLength(1)
  })

  it("names the unknown status that follows, no reason for a known one, and needs attention again after that", async () => {
    const { id } = await raised()
    await ledger.observations.record(id, observation("overpaid"))
    expect(await ledger.attempts.retrieve(id)).toMatchObject({
      gateway_status: "overpaid",
      attention_reason: "unknown_status",
      attention_fact: { type: "unknown_status", status: '"overpaid"' },
      next_check_at: null,
    })
    expect(await outbox()).toHaveLength(1)
    expect(
      await ledger.observations.record(id, observation("pending"))
    ).toMatchObject({
      state: "open",
      gateway_status: "pending",
      attention_reason: null,
      attention_fact: null,
    })
    await ledger.observations.record(id, observation("underpaid"))
    expect(await due()).toEqual([id])
    await ledger.dueQueue.reschedule(await ledger.attempts.retrieve(id))
    expect(await ledger.attempts.retrieve(id)).toMatchObject({
      attention_reason: "unknown_status",
      next_check_at: null,
    })
    expect(await outbox()).toHaveLength(2)
  })

  it("is closed by one of several admins, checked for late payments, and emits an event; the others get an error", async () => {
    const { id } = await raised()
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => resolve(id))
    )
    const [closed, ...more] = attempts.flatMap((each) =>
      each.status === "fulfilled" ? [each.value] : []
    )
    expect(more).toEqual([])
    expect(closed.attempt).toMatchObject({
      state: "closed",
      closed_at: expect.any(Date),
      resolution: { kind: "other", by: "user_1" },
    })
    expect(closed.event).toMatchObject({
      name: "crypto_payment.resolved",
      data: { id, reason: "unknown_status", kind: "other" },
    })
    for (const each of attempts) {
      if (each.status === "fulfilled") continue
      expect(each.reason).toMatchObject({
        type: "not_allowed",
        message: expect.stringMatching(/^This payment ended unpaid\./),
      })
    }
    expect(await outbox()).toHaveLength(2)
    expect(await entries("resolved")).toHaveLength(1)
    const [{ minutes }] = await sql<{ minutes: number }>(
      "select round(extract(epoch from next_check_at - now()) / 60)::int as minutes from crypto_payment"
    )
    expect(minutes).toBe(60)
  })

  it("ends in one way when it is confirmed and closed by a person at the same moment", async () => {
    const { id } = await raised()
    const [paid] = await Promise.allSettled([
      ledger.observations.record(id, observation("confirmed")),
      resolve(id),
    ])
    expect(paid.status).toBe("fulfilled")
    expect(await ledger.attempts.retrieve(id)).toMatchObject({
      state: "paid",
      attention_reason: null,
    })
    expect(await due()).toEqual([id])
  })

  it("is no refund: resolved as refunded it names the transaction, and records no amount", async () => {
    const { id } = await raised()
    await expect(resolve(id, "refunded")).rejects.toMatchObject({
      type: "invalid_data",
      message: expect.stringContaining("transaction_hash"),
    })
    const { attempt } = await resolve(id, "refunded", "0xaaa")
    expect(attempt).toMatchObject({
      state: "closed",
      resolution: { kind: "refunded", transaction_hash: "0xaaa" },
    })
    expect(
      await ledger.listCryptoPaymentRefunds({ crypto_payment_id: id })
    ).toEqual([])
    await expect(
      ledger.adminActions.recordRefund(id, {
        price_kind: "return",
        amount: "5",
        transaction_hash: "0xbbb",
        note: null,
        by: "user_1",
      })
    ).rejects.toMatchObject({ type: "not_allowed" })
  })

  it.each([
    ["other", false],
    ["refunded", true],
    ["order_placed_by_hand", true],
  ] as const)(
    "closed by a person as %s and paid later, keeps its order from being placed: %s",
    async (kind, isKept) => {
      const { id } = await raised()
      await resolve(id, kind, "0xaaa")
      const paid = await ledger.observations.record(
        id,
        observation("confirmed")
      )
      expect(paid).toMatchObject({
        state: "paid",
        attention_reason: null,
        attention_fact: null,
        resolution: { kind },
      })
      expect(await ledger.refunds.isSentBack(paid)).toBe(isKept)
      expect(await due()).toEqual([id])
    }
  )

  it("is in the list and the count of those that need a person", async () => {
    const { id } = await raised()
    await seedAttempt(ledger, "open", {
      external_id: "cart_2",
      gateway_payment_id: "gateway-payment-2",
    })
    const ask = (attention: ListFilters["attention"]) =>
      ledger.search.list({
        filters: { attention },
        columns: ["id"],
        sort: { column: "created_at", direction: "desc" },
        skip: 0,
        take: 20,
      })
    expect(await ask(true)).toEqual({ rows: [{ id }], count: 1 })
    expect((await ask(["unknown_status"])).count).toBe(1)
    expect((await ask(["late_payment"])).count).toBe(0)
    expect(await ledger.search.attentionCounts()).toEqual([
      { merchant_id: expect.any(String), count: 1 },
    ])

    await resolve(id)
    expect(await ask(true)).toEqual({ rows: [], count: 0 })
    expect(await ledger.search.attentionCounts()).toEqual([])
  })
})

describeLedger("the log", ({ ledger }) => {
  const lines = () => warn.mock.calls.flat().map(String)

  it("reports an unknown status, and no other, once an attempt, for any source and number", async () => {
    const { id } = await seedAttempt(ledger)
    for (const source of ["webhook", "poll", "poll", "admin"] as const) {
      await ledger.observations.record(id, observation("underpaid", { source }))
    }
    for (const known of ["created", "pending", "expired"]) {
      await ledger.observations.record(id, observation(known))
    }
    await Promise.all(
      Array.from({ length: 5 }, () =>
        ledger.observations.record(id, observation("underpaid"))
      )
    )
    expect(lines()).toEqual([
      `crypto payment ${id}: the gateway reports the status "underpaid", which this version of the plugin does not know.`,
    ])

    const ids = {
      external_id: "cart_2",
      gateway_payment_id: "gateway-payment-2",
    }
    const other = await seedAttempt(ledger, "open", ids)
    for (const status of ["underpaid", "on_hold"]) {
      await ledger.observations.record(other.id, observation(status, ids))
    }
    expect(lines()).toHaveLength(3)
  })
})
