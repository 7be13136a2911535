import { setTimeout as sleep } from "node:timers/promises"
import { describeLedger } from "./describe-ledger"
import { observation } from "./observation"
import { seedAttempt } from "./seed-attempt"
import type { Observation } from "../../src/modules/crypto-payment/attempts/observation"
import { applyOutcome } from "../../src/workflows/settle/execute"

describeLedger("an observation", ({ ledger, sql, connect }) => {
  const facts = async (id: string) =>
    (
      await sql<{ fact: string }>(
        "select fact from crypto_payment_event where crypto_payment_id = $1 and fact is not null order by created_at, fact",
        [id]
      )
    ).map(({ fact }) => fact)

  it("of confirmed money makes the attempt paid, and due at once", async () => {
    const { id } = await seedAttempt(ledger)
    const paid = await ledger.observations.record(
      id,
      observation("confirmed", {
        amount: "21.53",
        currency: "USDT",
        original_amount: "19.99",
        original_currency: "EUR",
        is_test: false,
      })
    )
    expect(paid).toMatchObject({
      state: "paid",
      gateway_status: "confirmed",
      gateway_payment_id: "gateway-payment-1",
      crypto_amount: "21.53",
      received_crypto_amount: "21.53",
      quoted_crypto_amount: null,
      crypto_currency: "USDT",
      gateway_amount: "19.99",
      gateway_currency: "EUR",
      paid_at: expect.any(Date),
    })
    expect(await facts(id)).toEqual(["observed:confirmed:webhook", "paid"])
    const due = await ledger.dueQueue.dequeue(10, 60)
    expect(due.map((attempt) => attempt.id)).toEqual([id])
  })

  describe("of what coins are worth", () => {
    const quoted = (amount = "25", currency = "USDT") =>
      observation("pending", { source: "poll", amount, currency })
    const received = (amount = "24", currency = "USDT") =>
      observation("confirmed", { amount, currency })
    const readLater = (amount = "25", currency = "USDT") =>
      observation("confirmed", { source: "admin", amount, currency })
    const price = { amount: "20.00", currency_code: "eur" }

    it("keeps the rate of the quote when the payment is confirmed", async () => {
      const { id } = await seedAttempt(ledger, "open", price)
      expect(await ledger.observations.record(id, quoted())).toMatchObject({
        crypto_rate: null,
        received_value: null,
      })
      expect(await ledger.observations.record(id, received())).toMatchObject({
        state: "paid",
        crypto_rate: "0.8",
        received_value: "19.20",
      })
    })

    it("takes the rate once the quote is known, and never again", async () => {
      const { id } = await seedAttempt(ledger, "open", price)
      const record = async (observed: Observation) =>
        await ledger.observations.record(id, observed)
      expect(await record(received())).toMatchObject({
        state: "paid",
        crypto_rate: null,
        received_value: null,
      })
      const rated = { crypto_rate: "0.8", received_value: "19.20" }
      expect(await record(readLater())).toMatchObject(rated)
      expect(await record(readLater("40"))).toMatchObject(rated)
      await sql("update crypto_payment set quoted_crypto_amount = '40'")
      expect(await record(received())).toMatchObject(rated)
      const more = { ...rated, received_value: "24.00" }
      expect(await record(received("30"))).toMatchObject(more)
    })

    it("drops the rate of a coin that the gateway takes back", async () => {
      const { id } = await seedAttempt(ledger, "open", price)
      await ledger.observations.record(id, quoted())
      await ledger.observations.record(id, readLater())
      expect(
        await ledger.observations.record(id, received("0.01", "ETH"))
      ).toMatchObject({ crypto_rate: null, received_value: null })
      expect(
        await ledger.observations.record(id, readLater("0.016", "ETH"))
      ).toMatchObject({ crypto_rate: "1250", received_value: "12.50" })
    })

    it("says so in the data of each event", async () => {
      const { id } = await seedAttempt(ledger, "open", price)
      await ledger.observations.record(id, quoted())
      await ledger.observations.record(id, received())
      const settled = await ledger.attempts.transition(
        id,
        "settled",
        {},
        { type: "settled", source: "decision" },
        {
          name: "crypto_payment.settled",
          data: { id, order_id: null, reason: null },
        }
      )
      expect(settled?.event?.data).toMatchObject({
        crypto_rate: "0.8",
        received_value: "19.20",
      })
    })
  })

  it.each(["confirmed", "confirmed_manual"])(
    "of %s is late money on a closed attempt",
    async (status) => {
      const { id } = await seedAttempt(ledger, "closed")
      const paid = await ledger.observations.record(id, observation(status))
      expect(paid).toMatchObject({ state: "paid", gateway_status: status })
      expect(paid.closed_at).toBeInstanceOf(Date)
    }
  )

  it.each(["created", "pending", "expired", "failed", "a_word_of_tomorrow"])(
    "of %s changes no state and keeps the status",
    async (status) => {
      for (const state of ["creating", "open", "closed"] as const) {
        const external_id = `cart_${state}`
        const { id } = await seedAttempt(ledger, state, { external_id })
        const gateway_payment_id = `gateway-${state}`
        const row = await ledger.observations.record(
          id,
          observation(status, { external_id, gateway_payment_id })
        )
        expect(row).toMatchObject({ state, gateway_status: status })
      }
    }
  )

  it.each(["paid", "settled", "attention", "resolved"] as const)(
    "of expiry after the attempt was %s stays in the timeline only",
    async (state) => {
      const before = await seedAttempt(ledger, state, {}, { is_test: false })
      for (const status of ["expired", "failed", "created", "pending"]) {
        const row = await ledger.observations.record(
          before.id,
          observation(status, {
            amount: "0",
            currency: "DOGE",
            original_amount: "0.01",
            original_currency: "USD",
            is_test: true,
          })
        )
        expect(row).toEqual(before)
      }
      expect(await facts(before.id)).toEqual(
        expect.arrayContaining(["observed:expired:webhook"])
      )
      expect(await ledger.attempts.find(before.id)).toEqual(before)
    }
  )

  it("keeps what counted when the payment was settled, and has a second price verified", async () => {
    const { id } = await seedAttempt(ledger)
    const first = { amount: "5.4", currency: "USDT", is_test: false }
    const price = { original_amount: "19.99", original_currency: "EUR" }
    await ledger.observations.record(
      id,
      observation("confirmed", { ...price, ...first })
    )
    const settled = await applyOutcome(ledger, id, {
      type: "settled",
      order_id: "order_1",
      payment_id: "pay_1",
    })
    const before = await ledger.attempts.markVerified(settled.attempt)
    const same = observation("confirmed", { ...price, ...first })
    const other = { ...same, amount: "0.05" }
    expect(await ledger.observations.findRecorded(same)).toMatchObject({ id })
    expect(await ledger.observations.findRecorded(other)).toBeUndefined()

    for (const again of [
      { ...price, amount: "0.05", currency: "USDT", is_test: true },
      { ...price, amount: "7", currency: "DOGE", wallet_address: "D-other" },
    ]) {
      const row = await ledger.observations.record(
        id,
        observation("confirmed_manual", again)
      )
      expect(row).toEqual({
        ...before,
        wallet_address: row.wallet_address,
        gateway_status: "confirmed_manual",
        updated_at: expect.any(Date),
      })
      expect(row.verified_at).not.toBeNull()
    }
    expect(settled.attempt.received_crypto_amount).toBe("5.4")

    const repriced = await ledger.observations.record(
      id,
      observation("confirmed_manual", { ...price, original_amount: "50.00" })
    )
    expect(repriced).toMatchObject({
      state: "settled",
      gateway_amount: "50.00",
      verified_at: null,
    })
    // A verification that read the price from before, and its next check.
    await ledger.attempts.markVerified(before)
    await ledger.dueQueue.reschedule(before)
    const due = await ledger.dueQueue.dequeue(10, 60)
    expect(due).toMatchObject([{ id, verified_at: null }])

    const facts = await sql<{ fact: string }>(
      "select fact from crypto_payment_event where type = 'observation' order by at, fact"
    )
    expect(facts.map(({ fact }) => fact)).toEqual(
      expect.arrayContaining([
        "observed:confirmed_manual:webhook:0.05",
        "observed:confirmed_manual:webhook:7 DOGE",
        "observed:confirmed_manual:webhook:50.00",
      ])
    )
  })

  it("adds what arrived to a payment that was settled without it", async () => {
    const { id } = await seedAttempt(ledger)
    const poll = { amount: "5.4", currency: "USDT", source: "poll" as const }
    await ledger.observations.record(id, observation("confirmed", poll))
    await applyOutcome(ledger, id, {
      type: "settled",
      order_id: "order_1",
      payment_id: "pay_1",
    })
    const arrived = { amount: "5.2", currency: "USDT" }
    expect(
      await ledger.observations.record(id, observation("confirmed", arrived))
    ).toMatchObject({
      quoted_crypto_amount: "5.4",
      received_crypto_amount: "5.2",
      crypto_amount: "5.2",
    })
  })

  it("of other coins than a person accepted needs that person again", async () => {
    const { id } = await seedAttempt(ledger)
    const short = { amount: "4.5", currency: "USDT" }
    await ledger.observations.record(id, observation("confirmed", short))
    await sql(
      "update crypto_payment set shortfall_accepted_at = now() where id = $1",
      [id]
    )
    const manual = (amount: string) =>
      ledger.observations.record(
        id,
        observation("confirmed_manual", { ...short, amount })
      )
    expect((await manual("4.5")).shortfall_accepted_at).not.toBeNull()
    expect((await manual("4.50")).shortfall_accepted_at).not.toBeNull()
    expect((await manual("0.05")).shortfall_accepted_at).toBeNull()
  })

  it("that is repeated by the same source is one entry", async () => {
    const { id } = await seedAttempt(ledger)
    const first = await ledger.observations.record(id, observation("confirmed"))
    for (let delivery = 0; delivery < 5; delivery++) {
      const again = await ledger.observations.record(
        id,
        observation("confirmed")
      )
      expect(again).toEqual(first)
    }
    await ledger.observations.record(
      id,
      observation("confirmed", { source: "poll" })
    )
    expect(await facts(id)).toEqual([
      "observed:confirmed:webhook",
      "paid",
      "observed:confirmed:poll",
    ])
  })

  it("that comes from twenty requests at once is paid once", async () => {
    const { id } = await seedAttempt(ledger)
    const rows = await Promise.all(
      Array.from({ length: 20 }, () =>
        ledger.observations.record(id, observation("confirmed"))
      )
    )
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["paid"]))
    expect(await facts(id)).toEqual(["observed:confirmed:webhook", "paid"])
  })

  it("of a manual confirmation is kept as what it is", async () => {
    const { id } = await seedAttempt(ledger)
    await ledger.observations.record(id, observation("confirmed"))
    const manual = await ledger.observations.record(
      id,
      observation("confirmed_manual")
    )
    expect(manual).toMatchObject({
      state: "paid",
      gateway_status: "confirmed_manual",
    })
  })

  it("with few fields keeps the fields recorded before", async () => {
    const { id } = await seedAttempt(ledger)
    await ledger.observations.record(
      id,
      observation("pending", {
        amount: "21.53",
        currency: "USDT",
        wallet_address: "T-wallet",
        original_amount: "5.00",
        original_currency: "EUR",
        is_test: true,
      })
    )
    expect(
      await ledger.observations.record(id, observation("confirmed"))
    ).toMatchObject({
      crypto_amount: "21.53",
      crypto_currency: "USDT",
      wallet_address: "T-wallet",
      gateway_amount: "5.00",
      gateway_currency: "EUR",
      is_test: true,
    })
  })

  it("keeps the network that was recorded with a coin, until another coin is chosen", async () => {
    const { id } = await seedAttempt(ledger)
    const listed = new Map([["USDT", "Tron"]])
    const recall = jest
      .spyOn(ledger.currencies, "recallNetwork")
      .mockImplementation((_, code) => listed.get(code) ?? null)
    const report = async (currency: string, amount = "20") => {
      const status = { source: "poll", currency, amount } as const
      const seen = observation("pending", status)
      const { crypto_network } = await ledger.observations.record(id, seen)
      expect(await ledger.observations.findRecorded(seen)).toBeDefined()
      return crypto_network
    }
    expect(await report("USDT")).toBe("Tron")
    listed.set("USDT", "TRON")
    expect(await report("usdt")).toBe("Tron")
    expect(await report("ETH")).toBeNull()
    listed.set("ETH", "Ethereum")
    const seen = observation("pending", { source: "poll", currency: "ETH" })
    expect(await ledger.observations.findRecorded(seen)).toBeUndefined()
    expect(await report("ETH")).toBe("Ethereum")
    expect(recall).toHaveBeenLastCalledWith("default", "ETH", false)
    jest.restoreAllMocks()
  })

  it("is recorded by the gateway's id, once where two come at once, and only of a known payment", async () => {
    const seen = observation("confirmed")
    const { id } = await seedAttempt(ledger, "creating")
    expect(await ledger.observations.recordKnown(seen)).toBeUndefined()
    await sql(
      "update crypto_payment set state = 'open', gateway_payment_id = $1",
      [seen.gateway_payment_id]
    )
    const both = await Promise.all([
      ledger.observations.recordKnown(seen),
      ledger.observations.recordKnown(seen),
    ])
    expect(both).toMatchObject([
      { id, state: "paid" },
      { id, state: "paid" },
    ])
    expect(await facts(id)).toEqual(["observed:confirmed:webhook", "paid"])
  })

  it("never gives an attempt another gateway payment", async () => {
    const { id } = await seedAttempt(ledger, "open", {
      gateway_payment_id: "gateway-payment-1",
    })
    const row = await ledger.observations.record(
      id,
      observation("created", { gateway_payment_id: "gateway-payment-2" })
    )
    expect(row.gateway_payment_id).toBe("gateway-payment-1")
  })

  it("of expiry that waits for a payment's commit does not unsee it", async () => {
    const { id } = await seedAttempt(ledger)
    const other = await connect()
    try {
      await other.query("begin")
      await other.query(
        `update crypto_payment
            set state = 'paid', gateway_status = 'confirmed',
                gateway_amount = '5.00', gateway_currency = 'EUR'
          where id = $1`,
        [id]
      )
      const late = ledger.observations.record(id, observation("expired"))
      await someoneWaits()
      await other.query("commit")
      expect(await late).toMatchObject({
        state: "paid",
        gateway_status: "confirmed",
        gateway_amount: "5.00",
        gateway_currency: "EUR",
      })
    } finally {
      await other.end()
    }
  })

  it("finds its attempt by the gateway's id before the external_id", async () => {
    const known = await seedAttempt(ledger, "open", {
      external_id: "cart_1-2",
      gateway_payment_id: "gateway-payment-1",
    })
    await seedAttempt(ledger, "open", { external_id: "cart_1" })
    const found = await ledger.observations.findAttempt(
      observation("confirmed")
    )
    expect(found?.id).toBe(known.id)
  })

  it("finds an attempt that has not learned its gateway id yet", async () => {
    const { id } = await seedAttempt(ledger, "creating")
    const found = await ledger.observations.findAttempt(
      observation("confirmed")
    )
    expect(found?.id).toBe(id)
  })

  it("does not find an attempt that has another gateway id", async () => {
    const { id } = await seedAttempt(ledger, "creating", {
      gateway_payment_id: "gateway-payment-7",
    })
    expect(
      await ledger.observations.findAttempt(observation("confirmed"))
    ).toBeUndefined()
    await sql("update crypto_payment set gateway_payment_id = null")
    expect(
      (await ledger.observations.findAttempt(observation("confirmed")))?.id
    ).toBe(id)
  })

  it.each(["open", "closed", "paid", "settled"] as const)(
    "does not find an attempt by its external_id in state %s",
    async (state) => {
      await seedAttempt(ledger, state)
      expect(
        await ledger.observations.findAttempt(observation("confirmed"))
      ).toBeUndefined()
    }
  )

  it("of an attempt that is gone is an error, not silence", async () => {
    await expect(
      ledger.observations.record("cpay_unknown", observation("confirmed"))
    ).rejects.toThrow("Crypto payment cpay_unknown was not found.")
  })

  async function someoneWaits(): Promise<void> {
    for (;;) {
      const waiting = await sql(
        "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
      )
      if (waiting.length > 0) return
      await sleep(20)
    }
  }
})
