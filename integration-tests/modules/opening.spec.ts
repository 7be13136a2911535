import { describeOpening } from "./opening-suite"
import type { PaymentTerms } from "../../src/modules/crypto-payment/opening/choose-attempt"

const inline: Partial<PaymentTerms> = {
  provider: {
    provider_id: "pp_crypto-h2h_crypto",
    flow: "h2h",
    merchantKey: "default",
  },
  target_currency: "USDT_TRON",
}

let unfitCarts = 0

describeOpening("opening an attempt", (suite) => {
  const { ledger, sql, gateway, open } = suite
  const { paymentsOf, revisions, payElsewhere } = suite

  const sessionsOf = async (...attempts: { id: string }[]) => {
    const ids = attempts.map(({ id }) => id)
    return [...(await ledger.sessions.linksTo(ids)).keys()].sort()
  }

  it("asks the gateway once, and remembers what it answered", async () => {
    const attempt = await open({ cart_id: "cart_a" })
    const [payment] = gateway().payments()
    expect(attempt).toMatchObject({
      state: "open",
      external_id: "cart_a",
      gateway_payment_id: payment.id,
      gateway_status: "created",
      amount: "19.90",
      payment_session_id: "payses_1",
      checkout_url: expect.stringContaining(payment.id),
      next_check_at: expect.any(Date),
    })
    expect(await sessionsOf(attempt)).toEqual(["payses_1"])
    expect(gateway().requests()).toEqual(["POST /v1/payments/widget"])
    expect(payment).toMatchObject({
      amount: "19.90",
      currency: "EUR",
      callbackUrl: "http://localhost:9000/hooks/crypto/pp_crypto_crypto",
      isTest: false,
    })
  })

  it("again for the same request mints nothing", async () => {
    const first = await open({ cart_id: "cart_b" })
    gateway().forgetRequests()
    const again = await open({ cart_id: "cart_b", session_id: "payses_2" })
    expect(again.id).toBe(first.id)
    expect(await sessionsOf(first)).toEqual(["payses_1", "payses_2"])
    expect(gateway().requests()).toEqual([])
  })

  it("twenty times at once makes one payment", async () => {
    const opened = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        open({ cart_id: "cart_c", session_id: `payses_${n}` })
      )
    )
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(paymentsOf("cart_c")).toHaveLength(1)
    expect(await sql("select id from crypto_payment")).toHaveLength(1)
  })

  it.each<[string, Partial<PaymentTerms>]>([
    ["amount", { price: { amount: "25.00", currency_code: "eur" } }],
    ["currency", { price: { amount: "19.90", currency_code: "usd" } }],
    ["test flag", { is_test: true }],
  ])("for another %s makes the next revision", async (what, patch) => {
    const cart_id = `cart_d_${what.replace(" ", "_")}`
    const first = await open({ cart_id })
    const second = await open({ cart_id, ...patch })
    expect(second.external_id).toBe(`${cart_id}-2`)
    expect(second.gateway_payment_id).not.toBe(first.gateway_payment_id)
    expect(await ledger.attempts.find(first.id)).toMatchObject({
      state: "open",
    })
  })

  it("without a cart is counted by the collection", async () => {
    const attempt = await open({
      cart_id: null,
      payment_collection_id: "pay_col_e",
    })
    expect(attempt.external_id).toBe("pay_col_e")
    const again = await open({
      cart_id: null,
      payment_collection_id: "pay_col_e",
    })
    expect(again.id).toBe(attempt.id)
  })

  it("whose answer got lost is asked for again, and is the same", async () => {
    gateway().failNext(2, "lost_answer", /POST/)
    await expect(open({ cart_id: "cart_f" })).rejects.toThrow(
      /the gateway did not answer/
    )
    const [left] = await revisions("cart_f")
    expect(left).toMatchObject({
      state: "creating",
      gateway_payment_id: null,
    })
    const opened = await open({ cart_id: "cart_f" })
    expect(opened.id).toBe(left.id)
    expect(paymentsOf("cart_f")).toHaveLength(1)
  })

  it.each([
    ["server_error", /did not answer/],
    ["rate_limited", /did not answer/],
    ["html_error", /did not answer/],
    ["cut", /did not answer/],
  ] as const)("against %s is an error, and no payment", async (kind, said) => {
    gateway().failNext(2, kind, /POST/)
    await expect(open({ cart_id: `cart_${kind}` })).rejects.toThrow(said)
    expect(paymentsOf(`cart_${kind}`)).toEqual([])
    const [attempt] = await revisions(`cart_${kind}`)
    expect(attempt.state).toBe("creating")
  })

  it("passes over an external_id that the gateway knows at another price", async () => {
    await payElsewhere("cart_g", "5.00")
    await payElsewhere("cart_g-2", "6.00")
    const attempt = await open({ cart_id: "cart_g" })
    expect(attempt).toMatchObject({
      state: "open",
      external_id: "cart_g-3",
    })
    expect((await ledger.sessions.findAttempt("payses_1"))?.id).toBe(attempt.id)
    const others = await revisions("cart_g")
    expect(others.map(({ state }) => state)).toEqual([
      "open",
      "closed",
      "closed",
    ])
    expect(await sessionsOf(...others.slice(1))).toEqual([])
  })

  it("gives up after a bounded number of taken external_ids", async () => {
    await payElsewhere("cart_h", "5.00")
    for (let revision = 2; revision <= 12; revision++) {
      await payElsewhere(`cart_h-${revision}`, "5.00")
    }
    await expect(open({ cart_id: "cart_h" })).rejects.toThrow(
      /already knows other payments for cart_h/
    )
    expect((await revisions("cart_h")).length).toBeLessThanOrEqual(8)
  })

  it("passes over a payment that the gateway expired already", async () => {
    const id = await payElsewhere("cart_i", "19.90")
    gateway().markOnly(id, "expired")
    const attempt = await open({ cart_id: "cart_i" })
    expect(attempt.external_id).toBe("cart_i-2")
    const [, first] = await revisions("cart_i")
    expect(first).toMatchObject({
      state: "closed",
      gateway_payment_id: id,
      gateway_status: "expired",
    })
    expect(await sessionsOf(first)).toEqual([])
  })

  it("finds money that a lost ledger knew of", async () => {
    const id = await payElsewhere("cart_j", "19.90")
    gateway().markOnly(id, "confirmed")
    const attempt = await open({ cart_id: "cart_j" })
    expect(attempt).toMatchObject({
      state: "paid",
      gateway_payment_id: id,
      payment_session_id: "payses_1",
    })
  })

  it.each<[string, Partial<PaymentTerms>, object, RegExp]>([
    [
      "a page",
      {},
      { url: "https://shop.test@evil.test/" },
      /returned no checkout page/,
    ],
    ["a page", {}, { url: "javascript:alert(1)" }, /returned no checkout page/],
    ["a page", {}, { url: undefined }, /returned no checkout page/],
    ["an address", inline, { wallet_address: "T1\nT2" }, /returned no address/],
    [
      "an address",
      inline,
      { wallet_address: "https://evil.test/" },
      /returned no address/,
    ],
    [
      "an amount",
      inline,
      { amount: undefined },
      /returned no address or amount/,
    ],
  ])(
    "without %s to pay with is an error, and serves no session",
    async (_what, patch, reported, said) => {
      const cart_id = `cart_u_${(unfitCarts += 1)}`
      gateway().rewriteAnswers((body) => ({ ...body, ...reported }))
      await expect(open({ ...patch, cart_id })).rejects.toThrow(said)
      const [unfit] = await revisions(cart_id)
      expect(unfit).toMatchObject({
        state: "closed",
        gateway_payment_id: expect.any(String),
        payment_session_id: null,
        next_check_at: expect.any(Date),
      })
      gateway().rewriteAnswers()
      const attempt = await open({ ...patch, cart_id })
      expect(attempt).toMatchObject({ state: "open", revision: 2 })
    }
  )

  it("keeps no unreadable text of the gateway", async () => {
    gateway().rewriteAnswers((body) => ({
      ...body,
      currency: `USDT\u202e${"x".repeat(100_000)}`,
    }))
    const attempt = await open({ ...inline, cart_id: "cart_v" })
    gateway().rewriteAnswers()
    expect(attempt.crypto_currency).toMatch(/^USDTx+…$/)
    expect(attempt.crypto_currency).toHaveLength(64)
  })
})
