import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import {
  completeCartWorkflow,
  createRegionsWorkflow,
} from "@medusajs/medusa/core-flows"

import type { OpenPayment } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { PROMOTION_CODE, seedPromotion } from "../support/shop/seed-promotion"
import {
  attention,
  HOSTED,
  INLINE,
  MANUAL,
  type Product,
} from "../support/shop/shop-fixture"
import type { SeededStore } from "../support/store"
import { errorOf } from "../support/store/http-client"

/** A cart whose money is confirmed, and whose order could not be placed yet. */
export const paidCartSuite = paymentSuite(
  "a cart that is paid before its order can be placed",
  (shop) => {
    const { gateway, shopper, books, store, resolve, item, db } = shop
    const { runJob, reconcile } = shop
    const { openPayment, expectPaidOnce, payOrder, deliverToCore } = shop
    const { payWithoutOrder, captures } = shop

    let dollarRegion: string

    beforeAll(async () => {
      dollarRegion = await seedDollars(shop.container(), store)
      await seedPromotion(shop.container())
    })

    type Change = [string, (opened: OpenPayment) => Promise<unknown>]

    it.each<Change>([
      ["another item", ({ cart }) => shopper.addItem(cart.id, item())],
      [
        "a promotion",
        ({ cart }) =>
          shopper.updateCart(cart.id, { promo_codes: [PROMOTION_CODE] }),
      ],
      [
        "shipping that costs something",
        ({ cart }) => shopper.chooseShipping(cart.id, store.shippingOptionId),
      ],
      [
        "another region with another currency",
        ({ cart }) => shopper.updateCart(cart.id, { region_id: dollarRegion }),
      ],
      [
        "no item any more",
        ({ cart: { id, items } }) =>
          shopper.delete(`/store/carts/${id}/line-items/${items?.[0].id}`),
      ],
    ])(
      "refuses %s, once, twice and in parallel, with a sentence",
      async (_what, make) => {
        const opened = await payWithoutOrder()
        const before = await shopper.cart(opened.cart.id)
        const change = () => errorOf(make(opened))

        const answers = [
          await change(),
          await change(),
          ...(await Promise.all([change(), change(), change()])),
        ]

        for (const answer of answers.slice(0, 2)) {
          expect(answer).toMatchObject({
            status: 400,
            body: {
              type: MedusaError.Types.NOT_ALLOWED,
              message: "This cart is already paid; it cannot be changed.",
            },
          })
        }
        // In parallel core may also answer that the cart is locked.
        expect(answers).not.toContain("accepted")
        expect(await shopper.cart(opened.cart.id)).toMatchObject({
          total: before.total,
          currency_code: before.currency_code,
          payment_collection: { amount: 10 },
        })
        await errorOf(shopper.complete(opened.cart.id))
        expect(await books.orderIds(opened.cart.id)).toEqual([])
      }
    )

    /** As if core had taken a change: by other code, past all hooks. */
    const changeBehindBack = async (
      { cart }: OpenPayment,
      quantity: number
    ) => {
      const carts = resolve(Modules.CART)
      const [item] = (await shopper.cart(cart.id)).items ?? []
      await carts.updateLineItems(item.id, { quantity })
      await carts.addShippingMethods([
        {
          cart_id: cart.id,
          name: "Free",
          amount: 0,
          shipping_option_id: store.shippingOptionId,
        },
      ])
    }

    it.each([250, 2])(
      "does not become an order of %d shirts when one was paid, whoever completes it",
      async (quantity) => {
        const opened = await payWithoutOrder()
        await changeBehindBack(opened, quantity)
        const before = gateway.payments().length

        const refused = {
          status: 400,
          body: {
            type: MedusaError.Types.NOT_ALLOWED,
            message: expect.stringContaining("was paid with €10.00"),
          },
        }
        expect(await errorOf(shopper.complete(opened.cart.id))).toMatchObject(
          refused
        )
        const { errors } = await completeCartWorkflow(shop.container()).run({
          input: { id: opened.cart.id },
          throwOnError: false,
        })
        expect(errors[0]?.error).toMatchObject({
          message: expect.stringContaining("was paid with €10.00"),
        })
        await deliverToCore(opened.gatewayId)
        await runJob()

        expect(await books.orderIds(opened.cart.id)).toEqual([])
        expect(await captures(opened)).toEqual([10])
        expect(await books.attemptOf(opened.session.id)).toMatchObject(
          attention("amount_mismatch", {
            attention_detail: expect.stringMatching(
              /^The customer paid €10\.00; the cart now costs /
            ),
          })
        )
        expect(gateway.payments()).toHaveLength(before)
      }
    )

    it("accepts what does not change the price, and becomes its order once it can be placed", async () => {
      const opened = await payWithoutOrder()
      const email = "another@example.test"
      await shopper.giveAddress(opened.cart.id, email)
      expect(await shopper.cart(opened.cart.id)).toMatchObject({
        email,
        total: 10,
      })
      await changeBehindBack(opened, 1)
      await runJob()
      await expectPaidOnce(opened.cart.id, opened.session.id, 10)
    })

    const chooseFor = async (cartId: string, provider_id: string) => {
      const collection = await shopper.paymentCollection(cartId)
      const { payment_collection } = await shopper.post<{
        payment_collection: { payment_sessions: object[] }
      }>(`/store/payment-collections/${collection.id}/payment-sessions`, {
        provider_id,
        data: { target_currency: "USDT" },
      })
      return payment_collection.payment_sessions
    }

    it("shows the paid session, nothing to pay and nothing of who paid while its money is held, at any price", async () => {
      const { cart, session } = await payWithoutOrder()
      const { id, data } = session
      await db()("payment_session")
        .where({ id })
        .update({
          context: { customer: { email: "payer@example.test" } },
          data: { ...data, success_url: "https://store.example/?c=cart_1" },
        })
      const before = gateway.payments().length
      const collection = await shopper.paymentCollection(cart.id)
      const expectNothingToPay = async () => {
        for (const provider of [HOSTED, INLINE]) {
          const sessions = await chooseFor(cart.id, provider)
          expect(sessions).toMatchObject([
            {
              id,
              provider_id: HOSTED,
              data: {
                session_id: id,
                checkout_url: null,
                wallet_address: null,
              },
            },
          ])
          expect(JSON.stringify(sessions)).not.toMatch(
            /context|payer|success_url/
          )
        }
      }
      await expectNothingToPay()
      const payments = resolve(Modules.PAYMENT)
      await payments.updatePaymentCollections(collection.id, { amount: 2500 })
      await expectNothingToPay()
      // Core itself asks for a session again after a failed completion.
      await expect(
        payments.createPaymentSession(collection.id, {
          provider_id: HOSTED,
          amount: 2500,
          currency_code: store.currencyCode,
          data: {},
        })
      ).rejects.toThrow("Nothing is left to pay")
      expect(gateway.payments()).toHaveLength(before)
    })

    it("takes no other provider while its money is held", async () => {
      const { cart, session } = await payWithoutOrder()
      const { id } = session
      const before = gateway.payments().length

      expect(await errorOf(chooseFor(cart.id, MANUAL))).toMatchObject({
        status: 400,
        body: {
          message: expect.stringMatching(
            /was received\. Please do not pay again/
          ),
        },
      })
      expect(gateway.payments()).toHaveLength(before)
      const { payment_collection } = await shopper.cart(cart.id)
      expect(payment_collection?.payment_sessions).toMatchObject([{ id }])
    })

    it("that is completed opens no payment for a stale tab", async () => {
      const { cart } = await openPayment()
      const { payment_collection } = await shopper.cart(cart.id)
      const collectionId = String(payment_collection?.id)
      await shop.orderOtherwise(cart.id)
      const before = gateway.payments().length
      expect(
        await errorOf(shopper.openSession(collectionId, HOSTED))
      ).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("already placed") },
      })
      expect(gateway.payments()).toHaveLength(before)
    })

    it("is free again once its money was sent back", async () => {
      const opened = await payWithoutOrder()
      const { id } = await books.attemptOf(opened.session.id)
      await shop.actions.resolve(id, { kind: "other" })
      await shopper.addItem(opened.cart.id, item())
      expect(await shopper.cart(opened.cart.id)).toMatchObject({ total: 15 })
    })

    it("whose order core rolled back after it was settled is settled anew", async () => {
      const opened = await payOrder()
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      await rollBack(shop.container(), opened.orderId, opened.cart.id)

      await runJob()

      const attempt = await books.attemptOf(opened.session.id)
      expect(attempt.order_id).not.toBe(opened.orderId)
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      const types = await books.ledger
        .listCryptoPaymentEvents({ crypto_payment_id: attempt.id })
        .then((events) => events.map(({ type }) => type))
      expect(types).toContain("reopened")
    })

    it("whose order core rolled back after it was settled and given back is not placed again", async () => {
      const { id, cart, orderId } = await payOrder()
      await shop.actions.refund(id, "5", "0xaaa")
      await rollBack(shop.container(), orderId, cart.id)
      expect(await errorOf(shopper.complete(cart.id))).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("was sent back") },
      })

      await runJob()
      await runJob()

      expect(await books.orderIds(cart.id)).toEqual([])
      expect(await shop.actions.show(id)).toMatchObject(
        attention("order_not_placed")
      )
    })

    it("is verified once when all is well, and then left alone, also once its quote is read later", async () => {
      const opened = await payOrder()
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      await runJob()
      const verified = {
        state: "settled",
        verified_at: expect.any(Date),
        next_check_at: null,
      }
      const { id, ...attempt } = await books.attemptOf(opened.session.id)
      expect(attempt).toMatchObject(verified)
      // As an hour after a reading that failed.
      await db()("crypto_payment")
        .where({ id })
        .update({ quoted_crypto_amount: null, next_check_at: new Date(0) })
      await reconcile()
      expect(await books.attemptOf(opened.session.id)).toMatchObject(verified)
    })
  }
)

/** What a failed completion undoes, while the capture stays (I2). */
async function rollBack(
  container: MedusaContainer,
  order_id: string,
  cart_id: string
): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const gone = { deleted_at: new Date() }
  await pg("order").where({ id: order_id }).update(gone)
  await pg("order_transaction").where({ order_id }).update(gone)
  await pg("order_cart").where({ order_id }).update(gone)
  await pg("order_payment_collection").where({ order_id }).update(gone)
  await pg("cart").where({ id: cart_id }).update({ completed_at: null })
}

async function seedDollars(
  container: MedusaContainer,
  store: SeededStore<Product>
): Promise<string> {
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "Overseas",
          currency_code: "usd",
          countries: ["us"],
          payment_providers: [HOSTED],
        },
      ],
    },
  })
  const pricing = container.resolve(Modules.PRICING)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "variant",
    fields: ["id", "price_set.id"],
    filters: { id: store.products.shirt.variantId },
  })
  await pricing.addPrices({
    priceSetId: String(data[0].price_set?.id),
    prices: [{ amount: 103.5, currency_code: "usd" }],
  })
  return result[0].id
}
