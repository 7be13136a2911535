import { describeLedger, merchantOptions } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"
import { Gateway } from "../support/gateway"
import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import type { PaymentTerms } from "../../src/modules/crypto-payment/opening/choose-attempt"
import {
  openAtGateway,
  openAttempt,
} from "../../src/modules/crypto-payment/opening/open-attempt"

/** 19.90 EUR for `cart_1`, by the hosted page. */
const terms: PaymentTerms = {
  provider: {
    provider_id: "pp_crypto_crypto",
    flow: "widget",
    merchantKey: "default",
  },
  session_id: "payses_1",
  payment_collection_id: "pay_col_1",
  cart_id: "cart_1",
  price: { amount: "19.90", currency_code: "eur" },
  not_payable: null,
  target_currency: null,
  is_test: false,
}

const inline: Partial<PaymentTerms> = {
  provider: {
    provider_id: "pp_crypto-inline_crypto",
    flow: "h2h",
    merchantKey: "default",
  },
  target_currency: "USDT_TRC20",
}

const euros = (amount: number) => ({
  price: { amount: `${amount}.00`, currency_code: "eur" },
})

const limitReached = /Too many crypto payments are open for this cart/

const merchant: Record<string, unknown> = { ...merchantOptions }

describeLedger(
  "opening an attempt",
  ({ ledger, sql }) => {
    let gateway: Gateway

    beforeAll(async () => {
      gateway = await new Gateway().listen()
      const { url: baseUrl, merchantId, apiKey } = gateway
      Object.assign(merchant, { baseUrl, merchantId, apiKey })
    })
    afterAll(() => gateway.close())
    beforeEach(() => gateway.startOver())

    /** `sessions` are those that exist. */
    const open = (patch: Partial<PaymentTerms> = {}, sessions: string[] = []) =>
      openAttempt(ledger, { ...terms, ...patch }, async (id) =>
        sessions.includes(id)
      )

    /** Opens payments of 1, 2, 3 … EUR, one after the other. */
    async function openMany(count: number): Promise<Attempt[]> {
      const opened: Attempt[] = []
      for (let n = 1; n <= count; n++) opened.push(await open(euros(n)))
      return opened
    }

    async function openAnHourAgo(): Promise<Attempt> {
      const attempt = await open()
      await sql("update crypto_payment set opened_at = now() - interval '1 h'")
      return attempt
    }

    /** The ledger's attempts of the cart, newest first. */
    const revisions = () =>
      ledger.listCryptoPayments(
        { merchant_id: gateway.merchantId, cart_id: "cart_1" },
        { order: { revision: "DESC" } }
      )

    const sessionsOf = async (...attempts: { id: string }[]) => {
      const ids = attempts.map(({ id }) => id)
      return [...(await ledger.sessions.linksTo(ids)).keys()].sort()
    }

    /** Makes a payment that the gateway has and the ledger does not; its id. */
    const payElsewhere = async (external_id: string, amount: number) =>
      (await gateway.create({ external_id, amount })).id

    it("asks the gateway once, serves the same terms again, and is another revision for another amount", async () => {
      const attempt = await open()
      const [payment] = gateway.payments()
      expect(attempt).toMatchObject({
        state: "open",
        external_id: "cart_1",
        gateway_payment_id: payment.id,
        gateway_status: "created",
        amount: "19.90",
        payment_session_id: "payses_1",
        checkout_url: expect.stringContaining(payment.id),
        next_check_at: expect.any(Date),
      })
      expect(payment).toMatchObject({
        original_amount: "19.90",
        original_currency: "EUR",
        callback_url: "http://localhost:9000/hooks/crypto/pp_crypto_crypto",
        is_test: false,
      })
      expect((await open({ session_id: "payses_2" })).id).toBe(attempt.id)
      expect(await sessionsOf(attempt)).toEqual(["payses_1", "payses_2"])
      expect(gateway.requests()).toEqual(["POST /v1/payments/widget"])

      const next = await open(euros(25))
      expect(next.external_id).toBe("cart_1-2")
      expect(next.gateway_payment_id).not.toBe(attempt.gateway_payment_id)
      expect(await ledger.attempts.find(attempt.id)).toMatchObject({
        state: "open",
      })
    })

    it("twenty times at once makes one payment", async () => {
      const opened = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          open({ session_id: `payses_${n}` })
        )
      )
      expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
      expect(gateway.payments()).toHaveLength(1)
      expect(await sql("select id from crypto_payment")).toHaveLength(1)
    })

    it("without a cart is counted by the collection", async () => {
      const ofCollection = { cart_id: null, payment_collection_id: "pay_col_e" }
      const attempt = await open(ofCollection)
      expect(attempt.external_id).toBe("pay_col_e")
      expect((await open(ofCollection)).id).toBe(attempt.id)
    })

    it.each([
      ["lost_answer", 1],
      ["server_error", 0],
      ["rate_limited", 0],
      ["html_error", 0],
      ["cut", 0],
    ] as const)(
      "against %s is an error, and the same attempt when it is asked for again",
      async (kind, payments) => {
        gateway.failNext(2, kind, /POST/)
        await expect(open()).rejects.toThrow(/the gateway did not answer/)
        expect(gateway.payments()).toHaveLength(payments)
        const [left] = await revisions()
        expect(left).toMatchObject({
          state: "creating",
          gateway_payment_id: null,
        })
        expect((await open()).id).toBe(left.id)
        expect(gateway.payments()).toHaveLength(1)
      }
    )

    it("passes over an external_id that the gateway knows at another price", async () => {
      await payElsewhere("cart_1", 5)
      await payElsewhere("cart_1-2", 6)
      const attempt = await open()
      expect(attempt).toMatchObject({ state: "open", external_id: "cart_1-3" })
      expect((await ledger.sessions.findAttempt("payses_1"))?.id).toBe(
        attempt.id
      )
      const [, ...others] = await revisions()
      expect(others.map(({ state }) => state)).toEqual(["closed", "closed"])
      expect(await sessionsOf(...others)).toEqual([])
    })

    it("gives up after a bounded number of taken external_ids", async () => {
      await payElsewhere("cart_1", 5)
      for (let revision = 2; revision <= 12; revision++) {
        await payElsewhere(`cart_1-${revision}`, 5)
      }
      await expect(open()).rejects.toThrow(
        /already knows other payments for cart_1/
      )
      expect(await revisions()).toHaveLength(8)
    })

    it("passes over a payment that the gateway expired already", async () => {
      const id = await payElsewhere("cart_1", 19.9)
      gateway.markOnly(id, "expired")
      expect((await open()).external_id).toBe("cart_1-2")
      const [, expired] = await revisions()
      expect(expired).toMatchObject({
        state: "closed",
        gateway_payment_id: id,
        gateway_status: "expired",
      })
      expect(await sessionsOf(expired)).toEqual([])
    })

    it("finds money that a lost ledger knew of", async () => {
      const id = await payElsewhere("cart_1", 19.9)
      gateway.markOnly(id, "confirmed")
      expect(await open()).toMatchObject({
        state: "paid",
        gateway_payment_id: id,
        payment_session_id: "payses_1",
      })
    })

    it.each<[string, Partial<PaymentTerms>, object, RegExp]>([
      ["a page", {}, { url: undefined }, /returned no hosted page/],
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
        gateway.rewriteAnswers((body) => ({ ...body, ...reported }))
        await expect(open(patch)).rejects.toThrow(said)
        const [unfit] = await revisions()
        expect(unfit).toMatchObject({
          state: "closed",
          gateway_payment_id: expect.any(String),
          payment_session_id: null,
          next_check_at: expect.any(Date),
        })
        gateway.rewriteAnswers()
        expect(await open(patch)).toMatchObject({ state: "open", revision: 2 })
      }
    )

    it("again closes an older page that expired", async () => {
      const older = await openAnHourAgo()
      gateway.markOnly(older.gateway_payment_id ?? "", "expired")
      const next = await open({ session_id: "payses_2" })
      expect(next.external_id).toBe("cart_1-2")
      expect(await ledger.attempts.find(older.id)).toMatchObject({
        state: "closed",
        gateway_status: "expired",
      })
    })

    it("again serves an older page when the gateway cannot be asked", async () => {
      const older = await openAnHourAgo()
      gateway.failNext(1, "server_error", /GET/)
      expect((await open()).id).toBe(older.id)
    })

    it("again sees that an older page was paid, and asks for no second payment", async () => {
      const older = await openAnHourAgo()
      gateway.markOnly(older.gateway_payment_id ?? "", "confirmed")
      expect(await open({ session_id: "payses_2" })).toMatchObject({
        id: older.id,
        state: "paid",
        payment_session_id: "payses_2",
      })
      expect(gateway.payments()).toHaveLength(1)
    })

    it("is refused while another session holds the money, which a new session gets once that one is gone", async () => {
      const { id } = await open()
      await ledger.attempts.transition({
        id,
        to: "paid",
        entry: { type: "paid", source: "test" },
      })
      const again = { session_id: "payses_2" }
      await expect(open(again, ["payses_1"])).rejects.toThrow(
        /already received\. Please do not pay again/
      )
      expect(await open(again)).toMatchObject({
        id,
        payment_session_id: "payses_2",
      })
    })

    /** Of the terms, not opened by them. */
    const seeded = (state: "settled" | "creating") =>
      seedAttempt(ledger, state, {
        merchant_id: gateway.merchantId,
        amount: "19.90",
      })

    it("is refused once the cart is settled", async () => {
      await seeded("settled")
      await expect(open()).rejects.toThrow(/Nothing is left to pay/)
      expect(gateway.requests()).toEqual([])
    })

    it("does not serve an attempt that was closed while the gateway opened it", async () => {
      const creating = await seeded("creating")
      await ledger.attempts.transition({
        id: creating.id,
        to: "closed",
        entry: { type: "closed", source: "test" },
      })
      expect(await openAtGateway(ledger, creating, terms)).toBeUndefined()
      expect(await ledger.attempts.find(creating.id)).toMatchObject({
        state: "closed",
        payment_session_id: null,
      })
    })

    it("for 20 amounts of a cart leaves the last to be paid, and a further one is refused until one ends", async () => {
      const opened = await openMany(20)
      const calls = gateway.requests().length
      await expect(open(euros(21))).rejects.toMatchObject({
        type: "not_allowed",
        message: expect.stringMatching(limitReached),
      })
      expect(gateway.requests()).toHaveLength(calls)
      expect(gateway.payments()).toHaveLength(20)
      expect(await open(euros(20))).toMatchObject({ id: opened[19].id })

      await ledger.attempts.expire(opened[0].id, null)
      expect(await open(euros(21))).toMatchObject({
        state: "open",
        external_id: "cart_1-21",
      })
      await expect(open(euros(22))).rejects.toThrow(limitReached)
    })

    it("in 40 requests at once leaves no more than 20 open", async () => {
      const opened = await Promise.allSettled(
        Array.from({ length: 40 }, (_, n) => open(euros(n + 1)))
      )
      expect(gateway.payments()).toHaveLength(20)
      expect(
        await sql("select id from crypto_payment where state = 'open'")
      ).toHaveLength(20)
      const reasons = opened.flatMap((each) =>
        each.status === "rejected" ? [String(each.reason)] : []
      )
      expect(reasons).toHaveLength(20)
      for (const reason of reasons) expect(reason).toMatch(limitReached)
    })

    it("counts superseded attempts, those of all providers and those without an answer, and no other cart's", async () => {
      const [superseded] = await openMany(18)
      await ledger.attempts.supersede(superseded, "test")
      await open({ ...inline, ...euros(19) })
      gateway.failNext(2, "cut", /POST/)
      await expect(open(euros(20))).rejects.toThrow(/did not answer/)
      await expect(open(euros(21))).rejects.toThrow(limitReached)
      expect(await open(euros(20))).toMatchObject({ state: "open" })
      await expect(open(euros(21))).rejects.toThrow(limitReached)
      expect(await open({ ...euros(21), cart_id: "cart_2" })).toMatchObject({
        state: "open",
      })
    })
  },
  merchant
)
