import { Modules } from "@medusajs/framework/utils"

import type {
  AdminCryptoComparisonDetail,
  AdminCryptoComparisonResponse,
  AdminCryptoComparisonsResponse,
} from "../../src/api/types"
import { BOOK_DIFFERENCES } from "../../src/modules/crypto-payment/internal"
import { eventually } from "../support/eventually"
import { type InlinePayment, refundSuite } from "../support/shop/refund-fixture"

const DAY_MS = 24 * 60 * 60_000

/** Differences between ledger, Medusa and gateway, each made by hand. */
export const comparisonSuite = refundSuite(
  "a comparison of the books",
  (shop) => {
    const { admin, books, control, db, pay } = shop

    const day = (days: number) =>
      new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
    const period = { from: day(-1), to: day(1), time_zone: "Europe/Berlin" }

    /** What earlier tests left at the gateway, which their ledger does not have any more. */
    let left: Set<string>

    // As if the days were over.
    beforeEach(async () => {
      left = new Set(
        (await control.payments())
          .filter(({ status }) => status === "confirmed")
          .map(({ id }) => id)
      )
      const later = new Date(Date.now() + 4 * DAY_MS)
      jest.spyOn(books.ledger, "now").mockResolvedValue(later)
    })
    afterEach(() => {
      jest.restoreAllMocks()
      return control.clearFaults()
    })

    const start = async (body: object = period) => {
      const path = "/admin/crypto-payments/comparisons"
      return (await admin.post<AdminCryptoComparisonResponse>(path, body))
        .comparison
    }

    const ended = async ({ id }: { id: string }) =>
      await eventually<AdminCryptoComparisonDetail>(
        async () => {
          const path = `/admin/crypto-payments/comparisons/${id}`
          const { comparison } =
            await admin.get<AdminCryptoComparisonResponse>(path)
          return comparison.state === "running" ? undefined : comparison
        },
        { otherwise: "The comparison did not end" }
      )

    const compare = async () => {
      const comparison = await ended(await start())
      const differences = (comparison.differences ?? []).filter(
        ({ gateway_payment_id }) => !left.has(gateway_payment_id ?? "")
      )
      return { ...comparison, differences }
    }

    /** The kinds that are found, with what they are about. */
    const found = async () =>
      (await compare()).differences.map(({ kind, crypto_payment_id }) => [
        kind,
        crypto_payment_id,
      ])

    const paymentIdOf = async ({ id }: Pick<InlinePayment, "id">) =>
      String((await books.ledger.attempts.retrieve(id)).payment_id)

    const inMedusa = async (
      table: "capture" | "refund",
      paymentId: string,
      patch: object
    ) => {
      const changed = await db()(table)
        .where({ payment_id: paymentId })
        .update(patch)
      expect(changed).toBeGreaterThan(0)
    }

    const worth = (amount: number) => ({
      amount,
      raw_amount: JSON.stringify({ value: String(amount), precision: 20 }),
    })

    /** A capture or refund in Medusa that no payment of the gateway brought. */
    const book = async (
      table: "capture" | "refund",
      paymentId: string,
      amount: number
    ) =>
      await db()(table).insert({
        id: `${table}_by_hand`,
        payment_id: paymentId,
        ...worth(amount),
      })

    const inLedger = async ({ id }: Pick<InlinePayment, "id">, patch: object) =>
      await db()("crypto_payment").where({ id }).update(patch)

    /** As if the ledger was restored from an older copy. */
    const forget = async ({ id }: Pick<InlinePayment, "id">) => {
      await db()("crypto_payment_event")
        .where({ crypto_payment_id: id })
        .delete()
      await db()("crypto_payment").where({ id }).delete()
    }

    const lastMonth = () => ({ created_at: new Date(Date.now() - 40 * DAY_MS) })

    it("finds none, and the same totals to the last digit, whatever became of the payments", async () => {
      const settled = await pay()
      const refunded = await pay()
      await shop.actions.refund(refunded.id, "1.99", "0xpart")
      await shop.actions.refund(refunded.id, "3.01", "0xrest")
      await shop.payTooLittle()
      const over = await pay({ kind: "over" })
      await shop.actions.surplus(over.id, "ab".repeat(32))
      await shop.openPayment()
      await shop.orderOtherwise((await shop.prepareCart("shirt")).id)
      const captures = await shop
        .resolve(Modules.PAYMENT)
        .listCaptures({}, { take: 100 })
      expect(captures).toHaveLength(3)
      const { state, result, differences, created_by } = await compare()
      expect({ state, differences }).toEqual({
        state: "completed",
        differences: [],
      })
      const side = {
        captures: 3,
        captured_amount: "15.00",
        refunds: 2,
        refunded_amount: "5.00",
      }
      expect(result).toEqual({
        totals: [
          { currency_code: "eur", is_test: false, ledger: side, medusa: side },
        ],
        gateways: [
          {
            merchant_id: shop.gateway.merchantId,
            compared: 4,
            not_compared: 0,
            message: null,
          },
        ],
        difference_count: left.size,
        other_period_count: 0,
      })
      expect(created_by).toMatch(/^user_/)
      expect((await books.ledger.attempts.retrieve(settled.id)).state).toBe(
        "settled"
      )
    })

    it("counts both parts of a payment that was completed by a remainder", async () => {
      const attempt = await pay()
      const other = await pay()
      const [payment_id, otherPayment] = [
        await paymentIdOf(attempt),
        await paymentIdOf(other),
      ]
      // As the workflow leaves them: one payment of Medusa with two captures.
      await inLedger(attempt, {
        remainder_id: other.id,
        remainder_amount: "2.00",
      })
      await inLedger(other, {
        remainder_of: attempt.id,
        payment_id,
        amount: "2.00",
        gateway_amount: "2.00",
      })
      await inMedusa("capture", payment_id, worth(3))
      await db()("capture")
        .where({ payment_id: otherPayment })
        .update({ ...worth(2), payment_id })
      const { result, differences } = await compare()
      // Only the gateway, where it was a payment of 5 EUR.
      expect(differences.map(({ kind }) => kind)).toEqual(["gateway_price"])
      const side = {
        captures: 2,
        captured_amount: "5.00",
        refunds: 0,
        refunded_amount: "0.00",
      }
      expect(result?.totals).toMatchObject([{ ledger: side, medusa: side }])
    })

    type Case = [
      kind: (typeof BOOK_DIFFERENCES)[number],
      how: string,
      spoil: (payment: InlinePayment, paymentId: string) => Promise<unknown>,
      also?: string[],
    ]

    const cases: Case[] = [
      [
        "capture_missing",
        "Medusa's capture is gone",
        (_, payment_id) => db()("capture").where({ payment_id }).delete(),
      ],
      [
        "capture_missing",
        "the payment is gone",
        (payment) => inLedger(payment, { payment_id: "pay_gone" }),
        ["capture_unknown"],
      ],
      [
        "capture_amount",
        "another amount was captured",
        (_, id) => inMedusa("capture", id, worth(4.99)),
      ],
      [
        "capture_amount",
        "it was captured twice",
        (_, id) => book("capture", id, 5),
      ],
      [
        "capture_amount",
        "it was captured in another currency",
        (_, id) =>
          db()("payment").where({ id }).update({ currency_code: "usd" }),
      ],
      [
        "capture_unknown",
        "the ledger did not settle it",
        (payment) =>
          inLedger(payment, {
            state: "attention",
            attention_reason: "unmatched",
            settled_at: null,
          }),
      ],
      [
        "capture_in_other_period",
        "Medusa captured it before",
        (_, id) => inMedusa("capture", id, lastMonth()),
      ],
      [
        "capture_in_other_period",
        "the ledger settled it before",
        (payment) =>
          inLedger(payment, { settled_at: new Date(Date.now() - 40 * DAY_MS) }),
      ],
      [
        "refund_missing",
        "Medusa did not book it",
        async (payment) => {
          await db()("crypto_payment_refund").insert({
            id: "cpayref_by_hand",
            crypto_payment_id: payment.id,
            amount: "1.00",
            currency_code: "eur",
            transaction_hash: "0xby-hand",
          })
        },
      ],
      [
        "refund_missing",
        "Medusa's refund is gone",
        async (payment, payment_id) => {
          await shop.actions.refund(payment.id, "1.00", "0xback")
          await db()("refund").where({ payment_id }).delete()
        },
      ],
      [
        "refund_amount",
        "Medusa booked another amount",
        async (payment, id) => {
          await shop.actions.refund(payment.id, "1.00", "0xback")
          await inMedusa("refund", id, worth(1.01))
        },
      ],
      [
        "refund_unknown",
        "the ledger does not have it",
        (_, id) => book("refund", id, 1),
      ],
      [
        "refund_in_other_period",
        "Medusa booked it before",
        async (payment, id) => {
          await shop.actions.refund(payment.id, "1.00", "0xback")
          await inMedusa("refund", id, lastMonth())
        },
      ],
      [
        "gateway_missing",
        "the gateway has no such payment",
        (payment) =>
          inLedger(payment, { gateway_payment_id: "AAAAAAAAAAAAAAAAAAAAAA" }),
        ["ledger_missing"],
      ],
      [
        "gateway_unpaid",
        "the gateway does not call it confirmed",
        async (payment) => {
          const open = await shop.openPayment()
          await forget(open)
          await inLedger(payment, { gateway_payment_id: open.gatewayId })
        },
        ["ledger_missing"],
      ],
      [
        "gateway_price",
        "the gateway has another price",
        (payment) => inLedger(payment, { gateway_amount: "4.00" }),
        ["capture_amount"],
      ],
      [
        "gateway_test_flag",
        "the ledger has it as a test",
        (payment) => inLedger(payment, { is_test: true }),
      ],
      ["ledger_missing", "the ledger lost it", forget, ["capture_unknown"]],
      [
        "ledger_unpaid",
        "the ledger does not know that it was paid",
        (payment) =>
          inLedger(payment, { state: "open", paid_at: null, settled_at: null }),
        ["capture_unknown"],
      ],
    ]

    it("has a case for each kind of difference", () => {
      const kinds = new Set(cases.map(([kind]) => kind))
      expect([...kinds].sort()).toEqual([...BOOK_DIFFERENCES].sort())
    })

    it.each(cases)(
      "finds %s where %s",
      async (kind, _how, spoil, also = []) => {
        const healthy = await pay()
        const payment = await pay()
        await spoil(payment, await paymentIdOf(payment))
        const kinds = (await found()).map(([each]) => each)
        expect([...new Set(kinds)].sort()).toEqual([kind, ...also].sort())
        const about = (await found()).map(([, id]) => id)
        expect(about).not.toContain(healthy.id)
      }
    )

    it("names amounts and ids on both sides", async () => {
      const payment = await pay()
      const paymentId = await paymentIdOf(payment)
      await inMedusa("capture", paymentId, worth(4.99))
      const [capture] = await shop
        .resolve(Modules.PAYMENT)
        .listCaptures({ payment_id: paymentId })
      const { differences } = await compare()
      expect(differences).toEqual([
        {
          kind: "capture_amount",
          crypto_payment_id: payment.id,
          gateway_payment_id: payment.gatewayId,
          order_id: payment.orderId,
          reference: capture.id,
          ledger: { amount: "5.00", currency_code: "eur" },
          other: { amount: "4.99", currency_code: "eur" },
          detail: null,
        },
      ])
    })

    it("does not count payments that the merchant took elsewhere", async () => {
      await pay()
      const elsewhere = await fetch(`${shop.gateway.url}/v1/payments/h2h`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-merchant-id": shop.gateway.merchantId,
          "x-api-key": shop.gateway.apiKey,
        },
        body: JSON.stringify({
          amount: 7,
          currency: "EUR",
          external_id: "elsewhere-1",
          target_currency: "USDT_TRC20",
          callback_url: "https://other.example/hooks",
        }),
      })
      const { id } = (await elsewhere.json()) as { id: string }
      await control.pay(id)
      expect(await found()).toEqual([])
    })

    it("says how far it came where a gateway does not answer, or a merchant is gone", async () => {
      const first = await pay()
      await pay()
      await inLedger(first, { merchant_id: "gone" })
      await control.addFaults({ requests: [{ kind: "error", count: 100 }] })
      const { result, differences } = await compare()
      expect(differences).toEqual([])
      expect(result?.gateways).toEqual([
        {
          merchant_id: shop.gateway.merchantId,
          compared: 0,
          not_compared: 1,
          message: expect.stringMatching(/list could not be read \(server\)/),
        },
        {
          merchant_id: "gone",
          compared: 0,
          not_compared: 1,
          message: "The merchant is not configured any more.",
        },
      ])
    })

    it("runs once for the same days, and not beside that of others", async () => {
      await pay()
      const { comparisons } = books.ledger
      const running = await comparisons.begin(period, null)
      expect(running.isNew).toBe(true)
      const { id } = running.comparison
      const again = await Promise.all([start(), start(), start()])
      expect(again.map((each) => each.id)).toEqual([id, id, id])
      await expect(start({ ...period, from: day(-2) })).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/are being compared/) },
      })
      await comparisons.fail(id, "Ended.")
      const next = await compare()
      expect(next).toMatchObject({ state: "completed", differences: [] })
      const list = await admin.get<AdminCryptoComparisonsResponse>(
        "/admin/crypto-payments/comparisons?limit=1"
      )
      expect(list).toMatchObject({ count: 2, limit: 1, offset: 0 })
      expect(list.comparisons).toEqual([
        expect.objectContaining({ id: next.id, state: "completed" }),
      ])
      expect(list.comparisons[0]).not.toHaveProperty("differences")
    })

    it("that a crash ended is shown as failed, and does not stop the next", async () => {
      const { comparison } = await books.ledger.comparisons.begin(period, null)
      await db()("crypto_books_comparison").update({
        updated_at: new Date(Date.now() - 11 * 60_000),
      })
      const path = `/admin/crypto-payments/comparisons/${comparison.id}`
      expect(await admin.get(path)).toMatchObject({
        comparison: {
          state: "failed",
          error: expect.stringMatching(/interrupted/),
        },
      })
      expect(await compare()).toMatchObject({ state: "completed" })
    })

    it("that fails says so, and names no secret", async () => {
      jest.spyOn(books.ledger.exports, "payments").mockImplementation(() => {
        throw new Error("password=secret")
      })
      const { state, error } = await compare()
      expect({ state, error }).toEqual({
        state: "failed",
        error: "It failed; the server's log says why.",
      })
    })

    it.each([
      [{ from: "2026-01-31", to: "2026-01-01" }, "must not be before"],
      [{ from: "2026-01-01" }, "to"],
      [{ from: "2026-01-01", to: "2999-01-01" }, "not over yet"],
      [
        { from: "2026-01-01", to: "2026-01-31", time_zone: "Mars" },
        "time zone",
      ],
    ])("refuses %j", async (body, message) => {
      await expect(start(body)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(message) },
      })
    })
  }
)
