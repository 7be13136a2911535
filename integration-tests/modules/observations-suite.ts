import { describeLedger } from "./describe-ledger"
import { observation, seedAttempt } from "./seed-attempt"
import type { NewAttempt } from "../../src/modules/crypto-payment/attempts/attempts"
import type { Observation } from "../../src/modules/crypto-payment/attempts/observation"
import type { AttemptState } from "../../src/modules/crypto-payment/column-values"
import { applyOutcome } from "../../src/workflows/settle/apply"

describeLedger("an observation", ({ ledger, sql }) => {
  const facts = async (id: string) =>
    (
      await sql<{ fact: string }>(
        "select fact from crypto_payment_event where crypto_payment_id = $1 and fact is not null order by created_at, fact",
        [id]
      )
    ).map(({ fact }) => fact)

  const recordFor =
    (id: string) => (status: string, patch?: Partial<Observation>) =>
      ledger.observations.record(id, observation(status, patch))

  const settle = (id: string) =>
    applyOutcome(ledger, id, {
      type: "settled",
      order_id: "order_1",
      payment_id: "pay_1",
    })

  it("of confirmed money makes the attempt paid, and due at once", async () => {
    const { id } = await seedAttempt(ledger)
    const paid = await recordFor(id)("confirmed", {
      amount: "21.53",
      currency: "USDT",
      original_amount: "19.99",
      original_currency: "EUR",
      is_test: false,
    })
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
    const price = { amount: "20.00", currency_code: "eur" }
    const quoted = { source: "poll", amount: "25", currency: "USDT" } as const
    const received = { amount: "24", currency: "USDT" }
    const readLater = { ...quoted, source: "admin" } as const
    const rated = { crypto_rate: "0.8", received_value: "19.20" }
    const unrated = { crypto_rate: null, received_value: null }

    it("keeps the rate of the quote when the payment is confirmed, and says so in each event", async () => {
      const { id } = await seedAttempt(ledger, "open", price)
      const record = recordFor(id)
      expect(await record("pending", quoted)).toMatchObject(unrated)
      const paid = await record("confirmed", received)
      expect(paid).toMatchObject({ state: "paid", ...rated })
      const { event } = await settle(id)
      expect(event?.data).toMatchObject(rated)
    })

    it("takes the rate once the quote is known, and never again, but for another coin", async () => {
      const { id } = await seedAttempt(ledger, "open", price)
      const record = recordFor(id)
      const paid = await record("confirmed", received)
      expect(paid).toMatchObject({ state: "paid", ...unrated })
      expect(await record("confirmed", readLater)).toMatchObject(rated)
      expect(
        await record("confirmed", { ...readLater, amount: "40" })
      ).toMatchObject(rated)
      await sql("update crypto_payment set quoted_crypto_amount = '40'")
      expect(await record("confirmed", received)).toMatchObject(rated)
      expect(
        await record("confirmed", { ...received, amount: "30" })
      ).toMatchObject({ ...rated, received_value: "24.00" })

      const ether = { amount: "0.01", currency: "ETH" }
      expect(await record("confirmed", ether)).toMatchObject(unrated)
      expect(
        await record("confirmed", { ...readLater, ...ether, amount: "0.016" })
      ).toMatchObject({ crypto_rate: "1250", received_value: "12.50" })
    })
  })

  it("that ends a payment after its money stays in the timeline only", async () => {
    for (const state of ["paid", "settled", "attention", "resolved"] as const) {
      const ids = {
        external_id: `cart_${state}`,
        gateway_payment_id: `gateway-${state}`,
      }
      const before = await seedAttempt(ledger, state, ids, { is_test: false })
      const late = observation("expired", {
        ...ids,
        amount: "0",
        currency: "DOGE",
        original_amount: "0.01",
        original_currency: "USD",
        is_test: true,
      })
      expect(await ledger.observations.findRecorded(late)).toBeUndefined()
      expect(await ledger.observations.record(before.id, late)).toEqual(before)
      expect(await ledger.attempts.find(before.id)).toEqual(before)
      expect(await facts(before.id)).toContain("observed:expired:webhook")
      expect(await ledger.observations.findRecorded(late)).toEqual(before)
    }
  })

  it("keeps what counted when the payment was settled, and has a second price verified", async () => {
    const { id } = await seedAttempt(ledger)
    const record = recordFor(id)
    const first = { amount: "5.4", currency: "USDT", is_test: false }
    const price = { original_amount: "19.99", original_currency: "EUR" }
    await record("confirmed", { ...price, ...first })
    const settled = await settle(id)
    const before = await ledger.attempts.markVerified(settled.attempt)
    const same = observation("confirmed", { ...price, ...first })
    const other = { ...same, amount: "0.05" }
    expect(await ledger.observations.findRecorded(same)).toMatchObject({ id })
    expect(await ledger.observations.findRecorded(other)).toBeUndefined()

    for (const again of [
      { ...price, amount: "0.05", currency: "USDT", is_test: true },
      { ...price, amount: "7", currency: "DOGE", wallet_address: "D-other" },
    ]) {
      const row = await record("confirmed_manual", again)
      expect(row).toEqual({
        ...before,
        wallet_address: row.wallet_address,
        gateway_status: "confirmed_manual",
        updated_at: expect.any(Date),
      })
      expect(row.verified_at).not.toBeNull()
    }
    expect(settled.attempt.received_crypto_amount).toBe("5.4")

    const repriced = await record("confirmed_manual", {
      ...price,
      original_amount: "50.00",
    })
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
    expect(await facts(id)).toEqual(
      expect.arrayContaining([
        "observed:confirmed_manual:webhook:0.05",
        "observed:confirmed_manual:webhook:7 DOGE",
        "observed:confirmed_manual:webhook:50.00",
      ])
    )
  })

  it("is verified again where that was asked for while it was being verified", async () => {
    const { id } = await seedAttempt(ledger)
    await recordFor(id)("confirmed")
    const { attempt } = await settle(id)
    await ledger.attempts.verifyAgain(id)

    await ledger.attempts.markVerified(attempt)
    const asked = await ledger.attempts.retrieve(id)
    const verified_at = new Date()
    await ledger.attempts.markVerified({ ...asked, verified_at })

    const [due] = await ledger.dueQueue.dequeue(10, 60)
    expect(due).toMatchObject({ id, verified_at: null })
    const read = await ledger.attempts.retrieve(id)
    expect(await ledger.attempts.markVerified(read)).toMatchObject({
      verified_at: expect.any(Date),
      next_check_at: null,
    })
  })

  it("adds what arrived to a payment that was settled without it", async () => {
    const { id } = await seedAttempt(ledger)
    const quoted = { amount: "5.4", currency: "USDT" }
    await recordFor(id)("confirmed", { ...quoted, source: "poll" })
    await settle(id)
    const arrived = { amount: "5.2", currency: "USDT" }
    expect(await recordFor(id)("confirmed", arrived)).toMatchObject({
      quoted_crypto_amount: "5.4",
      received_crypto_amount: "5.2",
      crypto_amount: "5.2",
    })
  })

  it("of other coins than a person accepted needs that person again", async () => {
    const { id } = await seedAttempt(ledger)
    const short = { amount: "4.5", currency: "USDT" }
    await recordFor(id)("confirmed", short)
    await sql(
      "update crypto_payment set shortfall_accepted_at = now() where id = $1",
      [id]
    )
    const manual = (amount: string) =>
      recordFor(id)("confirmed_manual", { ...short, amount })
    expect((await manual("4.5")).shortfall_accepted_at).not.toBeNull()
    expect((await manual("4.50")).shortfall_accepted_at).not.toBeNull()
    expect((await manual("0.05")).shortfall_accepted_at).toBeNull()
  })

  it("that comes from twenty requests at once is paid once, and one entry for each source", async () => {
    const { id } = await seedAttempt(ledger)
    const rows = await Promise.all(
      Array.from({ length: 20 }, () => recordFor(id)("confirmed"))
    )
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["paid"]))
    await recordFor(id)("confirmed", { source: "poll" })
    expect(await facts(id)).toEqual([
      "observed:confirmed:webhook",
      "paid",
      "observed:confirmed:poll",
    ])
  })

  it("with few fields keeps those recorded before, the payment that the attempt has, and by a webhook that it is a test", async () => {
    const { id } = await seedAttempt(ledger)
    const pending = await recordFor(id)("pending", {
      amount: "21.53",
      currency: "USDT",
      wallet_address: "T-wallet",
      original_amount: "5.00",
      original_currency: "EUR",
      is_test: true,
    })
    expect(pending).toMatchObject({ state: "open", gateway_status: "pending" })
    const other = { gateway_payment_id: "gateway-payment-2", is_test: false }
    expect(await recordFor(id)("confirmed", other)).toMatchObject({
      gateway_payment_id: "gateway-payment-1",
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
    const report = async (currency: string) => {
      const status = { source: "poll", currency, amount: "20" } as const
      const { crypto_network } = await recordFor(id)("pending", status)
      expect(
        await ledger.observations.findRecorded(observation("pending", status))
      ).toBeDefined()
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

  it("is recorded by the gateway's id, once where two come at once, and only of a known payment of its merchant", async () => {
    const seen = observation("confirmed")
    const { id } = await seedAttempt(ledger, "creating")
    expect(await ledger.observations.recordKnown(seen)).toBeUndefined()
    await sql(
      "update crypto_payment set state = 'open', gateway_payment_id = $1",
      [seen.gateway_payment_id]
    )
    const foreign = await seedAttempt(ledger, "open", {
      merchant_id: "merchant-2",
      gateway_payment_id: seen.gateway_payment_id,
    })
    const both = await Promise.all([
      ledger.observations.recordKnown(seen),
      ledger.observations.recordKnown(seen),
    ])
    expect(both).toMatchObject([
      { id, state: "paid" },
      { id, state: "paid" },
    ])
    expect(await facts(id)).toEqual(["observed:confirmed:webhook", "paid"])
    expect(await ledger.attempts.find(foreign.id)).toEqual(foreign)
  })

  const foreign = { merchant_id: "merchant-2" }
  const gatewayId = { gateway_payment_id: "gateway-payment-1" }

  it.each<[string, boolean, AttemptState, Partial<NewAttempt>]>([
    ["of its gateway id", true, "open", { ...gatewayId, external_id: "c" }],
    ["of its external_id that waits to be opened", true, "creating", {}],
    ["of another merchant", false, "open", { ...foreign, ...gatewayId }],
    ["of another merchant's external_id", false, "creating", foreign],
    [
      "that has another gateway id",
      false,
      "creating",
      { gateway_payment_id: "gateway-payment-7" },
    ],
    ...(["open", "closed", "paid", "settled"] as const).map(
      (state): [string, boolean, AttemptState, Partial<NewAttempt>] => [
        `of its external_id that is ${state}`,
        false,
        state,
        {},
      ]
    ),
  ])("finds an attempt %s: %s", async (_which, isFound, state, row) => {
    const { id } = await seedAttempt(ledger, state, row)
    const found = await ledger.observations.findAttempt(
      observation("confirmed")
    )
    expect(found?.id).toBe(isFound ? id : undefined)
  })

  it("finds the attempt of its gateway id before that of its external_id", async () => {
    const { id } = await seedAttempt(ledger, "open", {
      external_id: "cart_1-2",
      ...gatewayId,
    })
    await seedAttempt(ledger, "creating")
    const found = await ledger.observations.findAttempt(
      observation("confirmed")
    )
    expect(found?.id).toBe(id)
  })

  it.each(["pending", "confirmed", "expired", "a_word_of_tomorrow"])(
    "of %s is known only once it was written down, and writing it again changes nothing",
    async (status) => {
      const { id } = await seedAttempt(ledger)
      const everything = async () => [
        ...(await sql("select * from crypto_payment")),
        ...(await sql("select * from crypto_payment_event order by id")),
      ]
      const seen = observation(status, { amount: "21.53", currency: "USDT" })
      expect(await ledger.observations.findRecorded(seen)).toBeUndefined()
      const recorded = await ledger.observations.record(id, seen)
      expect(await ledger.observations.findRecorded(seen)).toEqual(recorded)
      const before = await everything()
      await ledger.observations.record(id, seen)
      expect(await everything()).toEqual(before)
    }
  )

  it("is not known with more data, of another source, or of another payment", async () => {
    const { id } = await seedAttempt(ledger)
    const seen = observation("pending")
    await ledger.observations.record(id, seen)
    for (const other of [
      { wallet_address: "TXyz" },
      { source: "poll" as const },
      { gateway_payment_id: "gateway-payment-2" },
      { merchant_id: "another-merchant" },
      { status: "confirmed" },
    ]) {
      expect(
        await ledger.observations.findRecorded({ ...seen, ...other })
      ).toBeUndefined()
    }
  })

  it("is not known where it makes a closed attempt paid, whatever the timeline says", async () => {
    const { id } = await seedAttempt(ledger)
    await recordFor(id)("confirmed")
    await sql("update crypto_payment set state = 'closed' where id = $1", [id])
    expect(
      await ledger.observations.findRecorded(observation("confirmed"))
    ).toBeUndefined()
  })
})

describeLedger("an attempt that is gone", ({ ledger }) => {
  const id = "cpay_unknown"

  it("takes no observation and no outcome, which are errors", async () => {
    const gone = `Crypto payment ${id} was not found.`
    await expect(
      ledger.observations.record(id, observation("confirmed"))
    ).rejects.toThrow(gone)
    await expect(
      applyOutcome(ledger, id, { type: "recorded" })
    ).rejects.toThrow(gone)
  })

  it("takes no step, lease, session or reading", async () => {
    const entry = { type: "checked", source: "test" } as const
    const { attempts, leases, sessions, dueQueue } = ledger
    expect(await attempts.transition({ id, to: "open", entry })).toBeUndefined()
    expect(await leases.acquire(id, "first", 60)).toBeUndefined()
    expect(await sessions.attach(id, "payses_1")).toBeUndefined()
    expect((await sessions.linksOf(["payses_1"])).size).toBe(0)
    expect(await dueQueue.mayRead(id, 0)).toBe(false)
  })
})
