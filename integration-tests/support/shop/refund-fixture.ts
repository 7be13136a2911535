import { sha256 } from "@noble/hashes/sha2"
import { createBase58check } from "@scure/base"
import { randomBytes } from "node:crypto"
import type { OpenPayment } from "./open-payment"
import { paymentFixture, suiteOf } from "./payment-fixture"
import type { Transfer } from "../instances/sandbox-control"
import type { Product } from "./shop-fixture"
import type { TestShop } from "./test-shop"

/** An address on Tron that nobody has. */
export function tronAddress(): string {
  const bytes = Uint8Array.of(0x41, ...randomBytes(20))
  return createBase58check(sha256).encode(bytes)
}

/** The fixture of a shop that gives money back, whose payments are inline ones. */
function refundFixture(shop: TestShop) {
  const fixture = paymentFixture(shop)
  const { shopper, control } = fixture
  const { until } = fixture.books

  const openInline = (coin: string, quantity?: number, product?: Product) =>
    fixture.openPayment(product, { coin, quantity })

  const transfer = ({ gatewayId }: OpenPayment, how: Transfer = {}) =>
    control.pay(gatewayId, how.kind, how)

  return {
    ...fixture,
    /** The time to enter an address for a request is over. */
    expire: (id: string) =>
      fixture.changeRefundRequest(id, { expires_at: new Date(0) }),
    until,
    openInline,
    transfer,
    /** An order that is paid: of 5 EUR with 5.4 coins, for each of its item. */
    pay: async (body: Transfer = {}, coin = "USDT_TRC20", quantity = 1) => {
      const opened = await openInline(coin, quantity)
      await transfer(opened, body)
      const { order_id } = await until(opened, "settled")
      return { ...opened, orderId: String(order_id) }
    },
    /**
     * A payment of a shirt that is out of stock by now: Medusa captured it, and places no order.
     */
    payWithoutStock: async (): Promise<OpenPayment> => {
      for (;;) {
        await fixture.setStock("shirt", 1)
        const opened = await openInline("USDT_TRC20", 1, "shirt")
        await fixture.setStock("shirt", 0)
        await transfer(opened)
        await until(opened, "attention")
        // On a busy machine core may give up undoing its failed completion: then there is an order.
        if (!(await fixture.workflowsToEnd())) return opened
      }
    },
    /** A payment of 5 EUR for a cart that costs 10 EUR by now. */
    payTooLittle: async (): Promise<OpenPayment> => {
      const opened = await openInline("USDT_TRC20")
      await shopper.addItem(opened.cart.id, fixture.item())
      await transfer(opened)
      await until(opened, "attention")
      return opened
    },
  }
}

export const refundSuite = suiteOf(refundFixture)
