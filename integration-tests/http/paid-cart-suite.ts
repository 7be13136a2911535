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
import { attention, HOSTED, type Product } from "../support/shop/shop-fixture"
import type { SeededStore } from "../support/store"
import { HttpError } from "../support/store/http-client"

const paid = "This cart is already paid; it cannot be changed."

/** What a shopper can do to a cart so that it costs something else. */
type Change = {
  name: string
  make: (opened: OpenPayment) => Promise<unknown>
}

/** A cart whose money is confirmed, and whose order could not be placed yet. */
export const paidCartSuite = paymentSuite(
  "a cart that is paid before its order can be placed",
  (shop) => {
    const { gateway, shopper, books, store, resolve, item, runJob } = shop
    const { openPayment, expectPaidOnce, payOrder, deliverToCore } = shop

    let dollarRegion: string

    beforeAll(async () => {
      dollarRegion = await seedDollars(shop.container(), store)
      await seedPromotion(shop.container())
    })

    /** No shipping method: core captures the money, and places no order. */
    const payWithoutOrder = async (): Promise<OpenPayment> => {
      const opened = await openPayment("shirt", { isShipped: false })
      expect(await gateway.confirm(opened.gatewayId)).toBe(200)
      expect(await books.attemptOf(opened.session.id)).toMatchObject(
        attention("order_not_placed")
      )
      expect(await captures(opened)).toEqual([10])
      return opened
    }

    const captures = async ({ session }: OpenPayment) => {
      const payments = resolve(Modules.PAYMENT)
      const [payment] = await payments.listPayments(
        { payment_session_id: session.id },
        { relations: ["captures"] }
      )
      return (payment?.captures ?? []).map(({ amount }) => Number(amount))
    }

    const collectionAmount = async ({ cart }: OpenPayment) => {
      const { payment_collection } = await shopper.cart(cart.id)
      return payment_collection?.amount
    }

    const changes: Change[] = [
      {
        name: "more of an item",
        make: async ({ cart }) => {
          const [item] = (await shopper.cart(cart.id)).items ?? []
          return await shopper.changeQuantity(cart.id, item.id, 250)
        },
      },
      {
        name: "another item",
        make: ({ cart }) => shopper.addItem(cart.id, item()),
      },
      {
        name: "a promotion",
        make: ({ cart }) =>
          shopper.updateCart(cart.id, { promo_codes: [PROMOTION_CODE] }),
      },
      {
        name: "shipping that costs something",
        make: ({ cart }) =>
          shopper.chooseShipping(cart.id, store.shippingOptionId),
      },
      {
        name: "another region with another currency",
        make: ({ cart }) =>
          shopper.updateCart(cart.id, { region_id: dollarRegion }),
      },
      {
        name: "no item any more",
        make: async ({ cart }) => {
          const [item] = (await shopper.cart(cart.id)).items ?? []
          return await shopper.delete(
            `/store/carts/${cart.id}/line-items/${item.id}`
          )
        },
      },
    ]

    const errorOf = async (promise: Promise<unknown>): Promise<unknown> => {
      try {
        await promise
        return "accepted"
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        const { status, body } = error
        return { status, body }
      }
    }

    it.each(changes)(
      "refuses $name, once, twice and in parallel, with a sentence",
      async ({ make }) => {
        const opened = await payWithoutOrder()
        const before = await shopper.cart(opened.cart.id)

        const answers = [
          await errorOf(make(opened)),
          await errorOf(make(opened)),
          ...(await Promise.all([
            errorOf(make(opened)),
            errorOf(make(opened)),
            errorOf(make(opened)),
          ])),
        ]

        for (const answer of answers.slice(0, 2)) {
          expect(answer).toMatchObject({
            status: 400,
            body: { type: MedusaError.Types.NOT_ALLOWED, message: paid },
          })
        }
        // In parallel core may also answer that the cart is locked.
        expect(answers).not.toContain("accepted")
        expect(await shopper.cart(opened.cart.id)).toMatchObject({
          total: before.total,
          currency_code: before.currency_code,
        })
        expect(await collectionAmount(opened)).toBe(10)
        await errorOf(shopper.complete(opened.cart.id))
        expect(await books.orderIds(opened.cart.id)).toEqual([])
      }
    )

    it("accepts what does not change the price", async () => {
      const { cart } = await payWithoutOrder()
      await shopper.giveAddress(cart.id, "another@example.test")
      expect(await shopper.cart(cart.id)).toMatchObject({
        email: "another@example.test",
        total: 10,
      })
    })

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
            message: expect.stringContaining("was paid with 10.00 EUR"),
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
          message: expect.stringContaining("was paid with 10.00 EUR"),
        })
        await deliverToCore(opened.gatewayId)
        await runJob()

        expect(await books.orderIds(opened.cart.id)).toEqual([])
        expect(await captures(opened)).toEqual([10])
        expect(await books.attemptOf(opened.session.id)).toMatchObject(
          attention("amount_mismatch", {
            attention_detail: expect.stringMatching(/^Paid for 10\.00 EUR/),
          })
        )
        expect(gateway.payments()).toHaveLength(before)
      }
    )

    it("becomes its order once it can be placed for what was paid", async () => {
      const opened = await payWithoutOrder()
      await changeBehindBack(opened, 1)
      await runJob()
      await expectPaidOnce(opened.cart.id, opened.session.id, 10)
    })

    it("opens no other payment while its money is held, at any price", async () => {
      const opened = await payWithoutOrder()
      const before = gateway.payments().length
      const again = async () => {
        const session = await shopper.startPayment(opened.cart.id, HOSTED)
        expect(session).toMatchObject({
          id: opened.session.id,
          data: { checkout_url: null },
        })
      }
      await again()
      const payments = resolve(Modules.PAYMENT)
      const { payment_collection } = await shopper.cart(opened.cart.id)
      await payments.updatePaymentCollections(String(payment_collection?.id), {
        amount: 2500,
      })
      await again()
      // Core itself asks for a session again after a failed completion.
      await expect(
        payments.createPaymentSession(String(payment_collection?.id), {
          provider_id: HOSTED,
          amount: 2500,
          currency_code: store.currencyCode,
          data: {},
        })
      ).rejects.toThrow("Nothing is left to pay")
      expect(gateway.payments()).toHaveLength(before)
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
      await books.ledger.adminActions.resolve(id, {
        kind: "other",
        note: null,
        transaction_hash: null,
        by: "user_1",
      })
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

    it("is verified once when all is well, and then left alone", async () => {
      const opened = await payOrder()
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      await runJob()
      expect(await books.attemptOf(opened.session.id)).toMatchObject({
        state: "settled",
        verified_at: expect.any(Date),
        next_check_at: null,
      })
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
