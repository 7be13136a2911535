import type { ILockingModule } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

import { recordCryptoRefundWorkflow } from "../../src/workflows/record-crypto-refund"
import { settleCryptoPaymentWorkflow } from "../../src/workflows/settle-crypto-payment"
import { type SeededStore, Shopper, seedStore } from "../support/store"
import { addToOrder } from "../support/shop/add-to-order"
import { Books } from "../support/shop/books"
import { openSale, type Sale } from "../support/shop/open-sale"
import { payOnce } from "../support/shop/pay-once"
import type { ShopSuite } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"
const system = "pp_system_default"

/** What changes between a decision and its execution. */
export const overtakenSuite: ShopSuite = (shop) => {
  let store: SeededStore<"shirt" | "ebook">
  let shopper: Shopper
  let books: Books

  beforeAll(async () => {
    store = await seedStore(shop.container(), {
      providers: [provider, system],
    })
  })

  beforeEach(() => {
    shopper = new Shopper(shop.baseUrl(), store)
    books = new Books(shop.container())
  })

  const open = () =>
    openSale(shopper, [{ variantId: store.products.ebook.variantId }])

  describe("a decision that waits for the cart's lock", () => {
    const attemptFor = async ({ gatewayId }: Sale) => {
      const [attempt] = await books.ledger.listCryptoPayments({
        gateway_payment_id: gatewayId,
      })
      return attempt
    }

    /** The gateway confirms the payment; only the ledger learns of it. */
    const markPaid = async (sale: Sale) => {
      shop.gateway().markOnly(sale.gatewayId, "confirmed")
      const attempt = await attemptFor(sale)
      await books.ledger.observations.record(attempt.id, {
        provider_id: attempt.provider_id,
        merchant_id: attempt.merchant_id,
        gateway_payment_id: sale.gatewayId,
        external_id: attempt.external_id,
        status: "confirmed",
        source: "webhook",
        observed_at: new Date().toISOString(),
      })
      return attempt.id
    }

    /** Past core's workflows, which would refresh sessions and wait for the lock. */
    const setQuantity = async ({ cart }: Sale, quantity: number) => {
      const [item] = cart.items ?? []
      await shop
        .container()
        .resolve(Modules.CART)
        .updateLineItems(item.id, { quantity })
    }

    /** What core does when it completes a cart, or hears of a payment. */
    const authorize = (sessionId: string) =>
      shop
        .container()
        .resolve(Modules.PAYMENT)
        .authorizePaymentSession(sessionId, {})

    /**
     * Settles an attempt while the cart is locked. Once the run waits for the
     * lock, makes `change` and releases it.
     */
    const settleAcross = async (
      { cart }: Sale,
      crypto_payment_id: string,
      change: () => Promise<unknown>
    ) => {
      const locking = shop.container().resolve<ILockingModule>(Modules.LOCKING)
      const execute = locking.execute.bind(locking)
      let run: Promise<unknown> = Promise.resolve()
      const watched = jest.spyOn(locking, "execute")
      try {
        await execute(cart.id, async () => {
          const waits = new Promise<void>((resolve) => {
            watched.mockImplementation((keys, job, options) => {
              if (keys === cart.id) resolve()
              return execute(keys, job, options)
            })
          })
          run = settleCryptoPaymentWorkflow(shop.container()).run({
            input: { crypto_payment_id },
          })
          await Promise.race([waits, run])
          await change()
        })
        await run
      } finally {
        watched.mockRestore()
      }
    }

    it("opens no session for a price that the cart no longer has", async () => {
      const sale = await open()
      const { id: systemSessionId } = await shopper.startPayment(
        sale.cart.id,
        system
      )
      const id = await markPaid(sale)
      const known = shop.gateway().payments().length

      await settleAcross(sale, id, () => setQuantity(sale, 2))

      expect(await books.ledger.attempts.retrieve(id)).toMatchObject({
        state: "attention",
        attention_reason: "amount_mismatch",
        attention_detail: "Paid for 5.00 EUR, due is 10.00 EUR.",
        tries: 0,
      })
      expect(
        await shop.container().resolve(Modules.PAYMENT).listPaymentSessions({})
      ).toMatchObject([{ id: systemSessionId, amount: 5 }])
      expect(shop.gateway().payments()).toHaveLength(known)
      expect(await books.attemptsOfCart(sale.cart.id)).toHaveLength(1)
      expect(await books.orderIds(sale.cart.id)).toEqual([])
    })

    it("authorizes no cart that costs something else than was paid", async () => {
      const sale = await open()
      await markPaid(sale)
      await setQuantity(sale, 2)

      await expect(authorize(sale.session.id)).rejects.toThrow(
        /was not authorized/
      )

      const { authorized_session_id } = await attemptFor(sale)
      expect(authorized_session_id).toBeNull()
    })

    it("authorizes no session of a paid attempt of which some was sent back", async () => {
      const sale = await open()
      const id = await markPaid(sale)
      await setQuantity(sale, 2)
      await settleCryptoPaymentWorkflow(shop.container()).run({
        input: { crypto_payment_id: id },
      })
      await recordCryptoRefundWorkflow(shop.container()).run({
        input: { id, amount: "1", transaction_hash: "0xaa", actor_id: "admin" },
      })
      await setQuantity(sale, 1)

      await expect(authorize(sale.session.id)).rejects.toThrow(
        /was not authorized/
      )

      expect(await attemptFor(sale)).toMatchObject({
        state: "attention",
        authorized_session_id: null,
      })
    })

    it("authorizes no session for an order that was canceled, until it is not", async () => {
      const { cart } = await open()
      await shopper.startPayment(cart.id, system)
      const completion = await shopper.complete(cart.id)
      if (completion.type !== "order") throw new Error("No order was placed.")
      const orderId = completion.order.id
      const session = await shopper.openSession(
        await addToOrder(shop.container(), orderId, {
          variant_id: store.products.ebook.variantId,
          quantity: 1,
        }),
        provider
      )
      shop
        .gateway()
        .markOnly(String(session.data?.gateway_payment_id), "confirmed")
      // The order's total and what is due for it stay as they are.
      const setStatus = (status: "canceled" | "pending") =>
        shop
          .container()
          .resolve(Modules.ORDER)
          .updateOrders(orderId, { status })

      await setStatus("canceled")
      await expect(authorize(session.id)).rejects.toThrow(/was not authorized/)
      expect((await books.attemptOf(session.id)).authorized_session_id).toBe(
        null
      )

      await setStatus("pending")
      expect(await authorize(session.id)).toMatchObject({
        payment_session: { id: session.id },
      })
    })

    it("calls for nobody when the cart costs again what was paid", async () => {
      const sale = await open()
      const id = await markPaid(sale)
      await setQuantity(sale, 2)

      await settleAcross(sale, id, () => setQuantity(sale, 1))

      await payOnce(books, sale.cart.id, sale.session.id, 5)
      const [attempt] = await books.ledger.listCryptoPayments(
        { id },
        { relations: ["events"] }
      )
      expect(attempt.events.map(({ type }) => type)).not.toContain("attention")
    })
  })

  describe("two sessions of one paid attempt", () => {
    it("do not both become payments when the second asks while the first holds the money", async () => {
      const sale = await open()
      const payments = shop.container().resolve(Modules.PAYMENT)
      const first = await payments.retrievePaymentSession(sale.session.id)
      const second = await payments.createPaymentSession(
        String(first.payment_collection_id),
        {
          provider_id: provider,
          amount: first.amount,
          currency_code: first.currency_code,
          data: {},
        }
      )
      const attempt = await books.attemptOf(first.id)
      expect((await books.attemptOf(second.id)).id).toBe(attempt.id)
      shop.gateway().markOnly(sale.gatewayId, "confirmed")
      expect(
        await books.ledger.sessions.authorize(attempt, first.id, null)
      ).toBe(true)

      await expect(
        payments.authorizePaymentSession(second.id, {})
      ).rejects.toThrow(/was not authorized/)

      expect(await payments.listPayments({})).toEqual([])
      expect(await books.attemptOf(first.id)).toMatchObject({
        authorized_session_id: first.id,
        payment_session_id: first.id,
      })
    })
  })

  describe("what a storefront reads of a payment", () => {
    it("is kept in no cache", async () => {
      const { session } = await open()
      for (const path of [
        `/store/crypto-payments/${session.id}`,
        `/store/crypto-payments/currencies?provider_id=${provider}`,
      ]) {
        const response = await fetch(new URL(path, shop.baseUrl()), {
          headers: { "x-publishable-api-key": store.publishableKey },
        })
        expect([path, response.status]).toEqual([path, 200])
        expect(response.headers.get("cache-control")).toBe("no-store")
      }
    })
  })
}
