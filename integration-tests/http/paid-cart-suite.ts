import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import {
  completeCartWorkflow,
  createPromotionsWorkflow,
  createRegionsWorkflow,
} from "@medusajs/medusa/core-flows"

import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { type SeededStore, Shopper, seedStore } from "../support/store"
import { HttpError } from "../support/store/http-client"
import { Books } from "../support/shop/books"
import { makeDue } from "../support/shop/make-due"
import { openSale, type Sale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"
const paid = "This cart is already paid; it cannot be changed."

/** What a shopper can do to a cart so that it costs something else. */
type Change = {
  name: string
  make: (sale: Sale) => Promise<unknown>
}

/** A cart whose money is confirmed, and whose order could not be placed yet. */
export const paidCartSuite: ShopSuite = (shop) => {
  describe("a cart that is paid before its order can be placed", () => {
    let store: SeededStore<"shirt" | "ebook">
    let shopper: Shopper
    let books: Books
    let dollarRegion: string

    beforeAll(async () => {
      const container = shop.container()
      store = await seedStore(container, {
        providers: [provider, "pp_system_default"],
        products: [
          {
            handle: "shirt" as const,
            title: "Linen shirt",
            price: 10,
            stock: 1000,
            requiresShipping: true,
          },
          {
            handle: "ebook" as const,
            title: "Field guide",
            price: 5,
            requiresShipping: false,
          },
        ],
      })
      dollarRegion = await seedDollars(container, store)
      await seedPromotion(container, store.currencyCode)
    })

    beforeEach(() => {
      shopper = new Shopper(shop.baseUrl(), store)
      books = new Books(shop.container())
    })

    const shirt = () => ({ variantId: store.products.shirt.variantId })

    /** No shipping method: core captures the money, and places no order. */
    const payWithoutOrder = async (): Promise<Sale> => {
      const sale = await openSale(shopper, [shirt()])
      expect(await shop.gateway().confirm(sale.gatewayId)).toBe(200)
      expect(await books.attemptOf(sale.session.id)).toMatchObject({
        state: "attention",
        attention_reason: "order_not_placed",
      })
      expect(await captures(sale)).toEqual([10])
      return sale
    }

    const captures = async ({ session }: Sale) => {
      const payments = shop.container().resolve(Modules.PAYMENT)
      const [payment] = await payments.listPayments(
        { payment_session_id: session.id },
        { relations: ["captures"] }
      )
      return (payment?.captures ?? []).map(({ amount }) => Number(amount))
    }

    const collectionAmount = async ({ cart }: Sale) => {
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
        make: ({ cart }) =>
          shopper.addItem(cart.id, {
            variantId: store.products.ebook.variantId,
          }),
      },
      {
        name: "a promotion",
        make: ({ cart }) =>
          shopper.updateCart(cart.id, { promo_codes: ["TWO_OFF"] }),
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
        const sale = await payWithoutOrder()
        const before = await shopper.cart(sale.cart.id)

        const answers = [
          await errorOf(make(sale)),
          await errorOf(make(sale)),
          ...(await Promise.all([
            errorOf(make(sale)),
            errorOf(make(sale)),
            errorOf(make(sale)),
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
        expect(await shopper.cart(sale.cart.id)).toMatchObject({
          total: before.total,
          currency_code: before.currency_code,
        })
        expect(await collectionAmount(sale)).toBe(10)
        await errorOf(shopper.complete(sale.cart.id))
        expect(await books.orderIds(sale.cart.id)).toEqual([])
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
    const changeBehindBack = async ({ cart }: Sale, quantity: number) => {
      const carts = shop.container().resolve(Modules.CART)
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
        const sale = await payWithoutOrder()
        await changeBehindBack(sale, quantity)
        const before = shop.gateway().payments().length

        const refused = {
          status: 400,
          body: {
            type: MedusaError.Types.NOT_ALLOWED,
            message: expect.stringContaining("was paid with 10.00 EUR"),
          },
        }
        expect(await errorOf(shopper.complete(sale.cart.id))).toMatchObject(
          refused
        )
        const { errors } = await completeCartWorkflow(shop.container()).run({
          input: { id: sale.cart.id },
          throwOnError: false,
        })
        expect(errors[0]?.error).toMatchObject({
          message: expect.stringContaining("was paid with 10.00 EUR"),
        })
        await shop.gateway().deliver(sale.gatewayId, {
          url: `${shop.baseUrl()}/hooks/payment/crypto_crypto`,
        })
        await makeDue(shop.container())
        await reconcileCryptoPayments(shop.container())

        expect(await books.orderIds(sale.cart.id)).toEqual([])
        expect(await captures(sale)).toEqual([10])
        expect(await books.attemptOf(sale.session.id)).toMatchObject({
          state: "attention",
          attention_reason: "amount_mismatch",
          attention_detail: expect.stringMatching(/^Paid for 10\.00 EUR/),
        })
        expect(shop.gateway().payments()).toHaveLength(before)
      }
    )

    it("becomes its order once it can be placed for what was paid", async () => {
      const sale = await payWithoutOrder()
      await changeBehindBack(sale, 1)
      await makeDue(shop.container())
      await reconcileCryptoPayments(shop.container())
      await payOnce(books, sale.cart.id, sale.session.id, 10)
    })

    it("opens no other payment while its money is held, at any price", async () => {
      const sale = await payWithoutOrder()
      const before = shop.gateway().payments().length
      const again = async () => {
        const session = await shopper.startPayment(sale.cart.id, provider)
        expect(session).toMatchObject({
          id: sale.session.id,
          data: { checkout_url: null },
        })
      }
      await again()
      const payments = shop.container().resolve(Modules.PAYMENT)
      const { payment_collection } = await shopper.cart(sale.cart.id)
      await payments.updatePaymentCollections(String(payment_collection?.id), {
        amount: 2500,
      })
      await again()
      // Core itself asks for a session again after a failed completion.
      await expect(
        payments.createPaymentSession(String(payment_collection?.id), {
          provider_id: provider,
          amount: 2500,
          currency_code: store.currencyCode,
          data: {},
        })
      ).rejects.toThrow("Nothing is left to pay")
      expect(shop.gateway().payments()).toHaveLength(before)
    })

    it("that is completed opens no payment for a stale tab", async () => {
      const ebook = { variantId: store.products.ebook.variantId }
      const { cart } = await openSale(shopper, [ebook])
      const { payment_collection } = await shopper.cart(cart.id)
      const collectionId = String(payment_collection?.id)
      await shopper.startPayment(cart.id, "pp_system_default")
      expect(await shopper.complete(cart.id)).toMatchObject({ type: "order" })
      const before = shop.gateway().payments().length
      expect(
        await errorOf(shopper.openSession(collectionId, provider))
      ).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("already placed") },
      })
      expect(shop.gateway().payments()).toHaveLength(before)
    })

    it("is free again once its money was sent back", async () => {
      const sale = await payWithoutOrder()
      const { id } = await books.attemptOf(sale.session.id)
      await books.ledger.adminActions.resolve(id, {
        kind: "other",
        note: null,
        transaction_hash: null,
        by: "user_1",
      })
      await shopper.addItem(sale.cart.id, {
        variantId: store.products.ebook.variantId,
      })
      expect(await shopper.cart(sale.cart.id)).toMatchObject({ total: 15 })
    })

    it("whose order core rolled back after it was settled is settled anew", async () => {
      const ebook = { variantId: store.products.ebook.variantId }
      const sale = await openSale(shopper, [ebook])
      await shop.gateway().confirm(sale.gatewayId)
      await payOnce(books, sale.cart.id, sale.session.id, 5)
      const { order_id } = await books.attemptOf(sale.session.id)
      await rollBack(shop.container(), String(order_id), sale.cart.id)

      await makeDue(shop.container())
      await reconcileCryptoPayments(shop.container())

      const attempt = await books.attemptOf(sale.session.id)
      expect(attempt.order_id).not.toBe(order_id)
      await payOnce(books, sale.cart.id, sale.session.id, 5)
      const types = await books.ledger
        .listCryptoPaymentEvents({ crypto_payment_id: attempt.id })
        .then((events) => events.map(({ type }) => type))
      expect(types).toContain("reopened")
    })

    it("is verified once when all is well, and then left alone", async () => {
      const ebook = { variantId: store.products.ebook.variantId }
      const sale = await openSale(shopper, [ebook])
      await shop.gateway().confirm(sale.gatewayId)
      await payOnce(books, sale.cart.id, sale.session.id, 5)
      await makeDue(shop.container())
      await reconcileCryptoPayments(shop.container())
      expect(await books.attemptOf(sale.session.id)).toMatchObject({
        state: "settled",
        verified_at: expect.any(Date),
        next_check_at: null,
      })
    })
  })
}

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
  store: SeededStore<"shirt" | "ebook">
): Promise<string> {
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "Overseas",
          currency_code: "usd",
          countries: ["us"],
          payment_providers: [provider],
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

async function seedPromotion(
  container: MedusaContainer,
  currency_code: string
): Promise<void> {
  await createPromotionsWorkflow(container).run({
    input: {
      promotionsData: [
        {
          code: "TWO_OFF",
          type: "standard",
          status: "active",
          is_automatic: false,
          application_method: {
            type: "fixed",
            target_type: "order",
            value: 2,
            currency_code,
            allocation: "across",
          },
        },
      ],
    },
  })
}
