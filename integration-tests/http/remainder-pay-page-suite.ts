import type { IEventBusModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { Sandbox } from "../../src/sandbox"
import { openRemainder } from "../../src/workflows/request-remainder"
import { eventually } from "../support/eventually"
import type { OpenPayment } from "../support/shop/open-payment"
import { payPageFixture } from "../support/shop/pay-page-fixture"
import { RefundRequests } from "../support/shop/refund-requests"
import { sandboxSuite } from "../support/shop/sandbox-fixture"
import { attention, HOSTED, INLINE, MANUAL } from "../support/shop/shop-fixture"
import type { ShopSuite } from "../support/shop/test-shop"

/** What the store API says of a payment, the parts that are read here. */
type CryptoPayment = Record<string, unknown> & { payment_session_id: string }

const USDT = { provider_id: INLINE, target_currency: "USDT_TRC20" }
const ETH = { provider_id: INLINE, target_currency: "ETH" }
const PAGE = { provider_id: HOSTED }

export const remainderPayPageSuite: ShopSuite<Sandbox> = sandboxSuite(
  "the pay page of an underpaid payment",
  (shop) => {
    const { admin, books, control, openPayment, shopper, actions, db } = shop
    const { setProviders } = shop
    const { show } = payPageFixture(shop)

    const retrieve = (id: string) => books.ledger.attempts.retrieve(id)
    const until = async (id: string, state: string) =>
      await eventually(
        async () => {
          const attempt = await retrieve(id)
          return attempt.state === state ? attempt : undefined
        },
        { otherwise: `${id} did not become ${state}` }
      )

    async function underpaid() {
      const opened = await openPayment()
      await control.chooseCoin(opened.gatewayId)
      await control.pay(opened.gatewayId, "short")
      const { payment_collection_id } = await until(opened.id, "attention")
      return { ...opened, page: String(payment_collection_id) }
    }

    async function asked() {
      const opened = await underpaid()
      const { remainders } = await actions.requestRemainder(opened.id)
      return { ...opened, remainder: remainders[0] }
    }

    /** What a press on the page sends. */
    const press = async (page: string, body: object): Promise<CryptoPayment> =>
      (
        await shopper.post<{ crypto_payment: CryptoPayment }>(
          `/store/crypto-payments/collections/${page}/remainder`,
          body
        )
      ).crypto_payment

    const watch = async ({ payment_session_id: id }: CryptoPayment) =>
      (
        await shopper.get<{ crypto_payment: CryptoPayment }>(
          `/store/crypto-payments/${id}`
        )
      ).crypto_payment

    const pay = async ({ payment_session_id: id }: CryptoPayment) => {
      const { gateway_payment_id } = await retrieve(id)
      await control.pay(String(gateway_payment_id))
    }

    const askingFor = async ({ id }: OpenPayment) =>
      (await books.ledger.remainders.list(id)).filter(
        ({ state, superseded_at }) =>
          superseded_at === null && (state === "open" || state === "creating")
      )

    const expectPaidInTwoParts = async ({ id, cart }: OpenPayment) => {
      await until(id, "settled")
      const paid = await books.orderBooks(cart.id)
      expect([...paid.captures].sort()).toEqual([0.5, 4.5])
      expect(paid).toMatchObject({ payments: 1, pending_difference: 0 })
    }

    it("is there once an admin asks, with what was sent and what is missing", async () => {
      const opened = await underpaid()
      await expect(show(opened.page)).rejects.toMatchObject({ status: 404 })
      await expect(press(opened.page, USDT)).rejects.toMatchObject({
        status: 404,
      })
      const { remainders } = await actions.requestRemainder(opened.id)

      expect(remainders[0].url).toMatch(
        new RegExp(`/payment-collection/${opened.page}$`)
      )
      const shown = await show(opened.page)
      const first = await retrieve(opened.id)
      expect(shown).toMatchObject({
        order_display_id: null,
        state: "unpaid",
        amount: "0.50",
        currency_code: "eur",
        pay_until: null,
        payable: true,
        providers: [
          { provider_id: HOSTED, flow: "widget" },
          { provider_id: INLINE, flow: "h2h" },
        ],
        underpaid: {
          quoted_crypto_amount: first.quoted_crypto_amount,
          received_crypto_amount: first.received_crypto_amount,
          crypto_currency: first.crypto_currency,
        },
        // Nobody has chosen a coin on the page that was opened with it.
        crypto_payment: null,
        receipt: null,
      })
      expect(Number(shown.underpaid?.missing_crypto_amount)).toBeCloseTo(
        Number(first.quoted_crypto_amount) -
          Number(first.received_crypto_amount)
      )
      expect(JSON.stringify(shown)).not.toMatch(
        /@|Ada|Main Street|cus_|order_[0-9A-Z]{26}|cart_[0-9A-Z]{26}/
      )
    })

    it("names the amounts to who waits in the checkout, too", async () => {
      const { session, id } = await underpaid()
      const { quoted_crypto_amount, received_crypto_amount } =
        await retrieve(id)
      expect(
        await shopper.get(`/store/crypto-payments/${session.id}`)
      ).toMatchObject({
        crypto_payment: {
          state: "attention",
          quoted_crypto_amount,
          received_crypto_amount,
          missing_crypto_amount: expect.stringMatching(/^0\.\d+$/),
        },
      })
    })

    it.each([
      ["inline", USDT],
      ["on the hosted page", PAGE],
    ])("pays the remainder %s, and both are one order", async (_how, body) => {
      const opened = await asked()
      const started = await press(opened.page, body)
      expect(started).toMatchObject({
        state: "open",
        amount: "0.50",
        cart: null,
        current: true,
        replaced: false,
        order_id: null,
        ...(body === PAGE
          ? { checkout_url: expect.stringMatching(/^http/) }
          : { wallet_address: expect.any(String) }),
      })
      if (body === PAGE) {
        expect(started.payment_session_id).toBe(opened.remainder.id)
        const { gateway_payment_id } = await retrieve(opened.remainder.id)
        await control.chooseCoin(String(gateway_payment_id))
        expect(await press(opened.page, body)).toMatchObject({
          payment_session_id: started.payment_session_id,
        })
      } else {
        expect(await show(opened.page)).toMatchObject({
          payable: true,
          crypto_payment: {
            payment_session_id: started.payment_session_id,
            state: "open",
            cart: null,
          },
        })
      }
      await pay(started)
      await expectPaidInTwoParts(opened)

      await until(started.payment_session_id, "settled")
      const order = await shopper.order(
        String((await retrieve(opened.id)).order_id)
      )
      expect(await watch(started)).toMatchObject({
        state: "settled",
        order_display_id: order.display_id,
        order_id: null,
      })
      expect(await show(opened.page)).toMatchObject({
        state: "paid",
        order_display_id: order.display_id,
        payable: false,
        underpaid: null,
        receipt: { amount: "5.00" },
      })
      await expect(press(opened.page, USDT)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^This is already paid/) },
      })
    })

    it("is one payment for a double press and two tabs, and one that counts for two coins", async () => {
      const opened = await asked()
      const same = await Promise.all(
        [1, 2, 3].map(() => press(opened.page, USDT))
      )
      const ids = same.map(({ payment_session_id }) => payment_session_id)
      expect(new Set(ids).size).toBe(1)

      await Promise.allSettled([
        ...[press(opened.page, ETH), press(opened.page, PAGE)],
        ...[press(opened.page, USDT), press(opened.page, ETH)],
      ])
      expect(await askingFor(opened)).toHaveLength(1)
      expect(await watch(same[0])).toMatchObject({
        replaced: (await askingFor(opened))[0].id !== ids[0],
      })
    })

    it("opens another payment at a press after the first has expired, and counts it", async () => {
      const opened = await asked()
      const expired = await press(opened.page, USDT)
      const { gateway_payment_id } = await retrieve(expired.payment_session_id)
      await control.expire(String(gateway_payment_id))
      await until(expired.payment_session_id, "closed")
      expect(await show(opened.page)).toMatchObject({
        payable: true,
        crypto_payment: {
          payment_session_id: expired.payment_session_id,
          state: "closed",
          cart: null,
        },
      })

      const again = await press(opened.page, USDT)
      expect(again.payment_session_id).not.toBe(expired.payment_session_id)
      await pay(again)
      await expectPaidInTwoParts(opened)
      await control.confirmByHand(String(gateway_payment_id))
      expect(
        await until(expired.payment_session_id, "attention")
      ).toMatchObject(attention("duplicate_payment"))
      await expectPaidInTwoParts(opened)
    })

    it("counts what comes first where a coin was changed, and returns what comes after it", async () => {
      const opened = await asked()
      const replaced = await press(opened.page, USDT)
      const next = await press(opened.page, ETH)
      expect(await watch(replaced)).toMatchObject({
        replaced: true,
        wallet_address: null,
      })
      expect(await show(opened.page)).toMatchObject({
        crypto_payment: { payment_session_id: next.payment_session_id },
      })
      await pay(replaced)
      await expectPaidInTwoParts(opened)
      expect(await watch(next)).toMatchObject({
        replaced: true,
        cart: "completed",
      })
      await pay(next)
      expect(await until(next.payment_session_id, "attention")).toMatchObject(
        attention("duplicate_payment")
      )
      await expectPaidInTwoParts(opened)
    })

    it("answers with a payment that was made a moment ago in place of another one", async () => {
      const opened = await asked()
      const { id } = opened.remainder
      const { gateway_payment_id } = await retrieve(id)
      await control.payWithoutWebhook(String(gateway_payment_id))
      // As if it had been opened before.
      await db()("crypto_payment")
        .where({ id })
        .update({
          opened_at: db().raw("now() - interval '1 minute'"),
          last_checked_at: null,
        })
      expect(await press(opened.page, USDT)).toMatchObject({
        payment_session_id: id,
        state: expect.stringMatching(/^(paid|settled)$/),
      })
      expect(await books.ledger.remainders.list(opened.id)).toHaveLength(1)
      await expectPaidInTwoParts(opened)
    })

    it("asks again by the payment that one which the gateway refused superseded", async () => {
      const opened = await asked()
      const started = await press(opened.page, USDT)
      const refused = openRemainder(
        shop.container(),
        await retrieve(opened.id),
        {
          ...{ provider_id: INLINE, flow: "h2h", target_currency: "DOGE" },
          ...{ success_url: null, fail_url: null },
        }
      )
      await expect(refused).rejects.toThrow(/Choose another coin/)
      expect(await watch(started)).toMatchObject({
        replaced: false,
        wallet_address: started.wallet_address,
      })
      expect(await show(opened.page)).toMatchObject({
        crypto_payment: { payment_session_id: started.payment_session_id },
      })
      const { events } = await actions.show(started.payment_session_id)
      expect(events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(["superseded", "restored"])
      )
      await pay(started)
      await expectPaidInTwoParts(opened)
    })

    it("returns to the customer's page, also from one that an admin began to open", async () => {
      const opened = await underpaid()
      await control.addFaults({
        requests: [{ kind: "error", endpoint: "create_widget", count: 2 }],
      })
      await expect(actions.requestRemainder(opened.id)).rejects.toThrow()
      await control.clearFaults()
      const [begun] = await books.ledger.remainders.list(opened.id)
      expect(begun.state).toBe("creating")

      const success_url = "http://localhost:8000/paid"
      const started = await press(opened.page, { ...PAGE, success_url })
      expect(started.payment_session_id).toBe(begun.id)
      const { gateway_payment_id } = await retrieve(begun.id)
      expect(await control.payment(String(gateway_payment_id))).toMatchObject({
        success_url,
      })
    })

    it("can still be paid by the provider that an admin asked by, once the region has none", async () => {
      const opened = await asked()
      await setProviders([MANUAL])
      expect(await show(opened.page)).toMatchObject({
        payable: true,
        providers: [{ provider_id: HOSTED, flow: "widget" }],
      })
      await expect(press(opened.page, USDT)).rejects.toMatchObject({
        status: 400,
      })
      expect(await press(opened.page, PAGE)).toMatchObject({
        payment_session_id: opened.remainder.id,
        checkout_url: expect.stringMatching(/^http/),
      })
    })

    it("asks for what is missing at the press", async () => {
      const opened = await asked()
      const before = await press(opened.page, USDT)
      await db()("crypto_payment")
        .where({ id: opened.id })
        .update({
          received_crypto_amount: db().raw(
            "(quoted_crypto_amount::numeric * 0.95)::text"
          ),
        })
      expect(await show(opened.page)).toMatchObject({ amount: "0.25" })
      const after = await press(opened.page, USDT)
      expect(after).toMatchObject({ amount: "0.25" })
      expect(await watch(before)).toMatchObject({ replaced: true })
      expect(await press(opened.page, USDT)).toMatchObject({
        payment_session_id: after.payment_session_id,
      })
      const { remainders } = await actions.requestRemainder(opened.id)
      expect(remainders[0].id).toBe(after.payment_session_id)
    })

    it("is not held up by a payment of a provider that is gone", async () => {
      const opened = await asked()
      await db()("crypto_payment")
        .where({ id: opened.remainder.id })
        .update({ provider_id: "pp_crypto_gone" })
      const started = await press(opened.page, PAGE)
      expect(started.payment_session_id).not.toBe(opened.remainder.id)
      expect(await askingFor(opened)).toMatchObject([
        { id: started.payment_session_id },
      ])
    })

    it("sends the link once to who is asked, and nothing at a press", async () => {
      const sent: unknown[] = []
      const name = "crypto_payment.awaiting_payment"
      const bus = shop.resolve<IEventBusModuleService>(Modules.EVENT_BUS)
      const note = ({ data }: { data: unknown }) => {
        sent.push(data)
        return Promise.resolve()
      }
      bus.subscribe(name, note, { subscriberId: "remainder-pay-page" })
      const opened = await asked()
      await press(opened.page, USDT)
      await press(opened.page, PAGE)
      await eventually(() => Promise.resolve(sent[0]), {
        otherwise: "No event was sent.",
      })
      bus.unsubscribe(name, note, { subscriberId: "remainder-pay-page" })
      expect(sent).toEqual([
        expect.objectContaining({
          id: opened.remainder.id,
          pay_url: opened.remainder.url,
        }),
      ])
    })

    it.each<[string, object, number]>([
      ["another payment method", { provider_id: MANUAL }, 400],
      ["no provider", {}, 400],
      ["no coin", { provider_id: INLINE }, 400],
      ["an unknown coin", { ...USDT, target_currency: "NONE" }, 400],
      [
        "a page of others to return to",
        { ...PAGE, success_url: "https://elsewhere.example/" },
        400,
      ],
    ])("refuses %s", async (_what, body, status) => {
      const { page, id } = await asked()
      const before = (await books.ledger.remainders.list(id)).length
      await expect(press(page, body)).rejects.toMatchObject({ status })
      expect(await books.ledger.remainders.list(id)).toHaveLength(before)
    })

    it("refuses more open payments than the store allows", async () => {
      const opened = await asked()
      await db()("crypto_payment")
        .where({ id: opened.remainder.id })
        .update({ superseded_at: db().raw("now()") })
      const [row] = await db()("crypto_payment").where({
        id: opened.remainder.id,
      })
      await db()("crypto_payment").insert(
        Array.from({ length: 19 }, (_, index) => ({
          ...row,
          ...{ attention_fact: null, resolution: null },
          id: `${opened.remainder.id}_${index}`,
          external_id: `${row.external_id}_${index}`,
          gateway_payment_id: `${row.gateway_payment_id}_${index}`,
          state: "open",
          next_check_at: null,
        }))
      )
      await expect(press(opened.page, USDT)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^Too many/) },
      })
      await db()("crypto_payment")
        .where("id", "like", `${opened.remainder.id}\\_%`)
        .delete()
    })

    it("is found behind more expired payments than the page reads", async () => {
      const opened = await asked()
      const { id } = opened.remainder
      const [row] = await db()("crypto_payment").where({ id })
      await db()("crypto_payment").insert(
        Array.from({ length: 250 }, (_, index) => ({
          ...row,
          ...{ attention_fact: null, resolution: null },
          id: `${id}_${index}`,
          external_id: `${row.external_id}_${index}`,
          gateway_payment_id: `${row.gateway_payment_id}_${index}`,
          created_at: db().raw("now()"),
          state: "closed",
          next_check_at: null,
        }))
      )
      expect(await show(opened.page)).toMatchObject({ payable: true })
      expect(await press(opened.page, USDT)).toMatchObject({ state: "open" })
      await db()("crypto_payment").where("id", "like", `${id}\\_%`).delete()
    })

    it.each<[string, (opened: OpenPayment) => Promise<unknown>]>([
      ["accepts it", ({ id }) => actions.accept(id)],
      ["promises a refund", ({ id }) => new RefundRequests(admin).request(id)],
      ["resolves it", ({ id }) => actions.resolve(id, { kind: "other" })],
    ])(
      "opens nothing once an admin %s, and says no more",
      async (_what, act) => {
        const opened = await asked()
        const started = await press(opened.page, USDT)
        await act(opened)
        const before = (await books.ledger.remainders.list(opened.id)).length
        await expect(press(opened.page, ETH)).rejects.toMatchObject({
          body: {
            message: expect.not.stringMatching(/refund|cpay|crr|admin/i),
          },
        })
        expect(await books.ledger.remainders.list(opened.id)).toHaveLength(
          before
        )
        expect(await watch(started)).toMatchObject({
          replaced: true,
          wallet_address: null,
        })
      }
    )

    it("reads no payment by its id but that of a remainder", async () => {
      const { id } = await underpaid()
      await expect(
        shopper.get(`/store/crypto-payments/${id}`)
      ).rejects.toMatchObject({ status: 404 })
    })
  }
)
