import { sha256 } from "@noble/hashes/sha2"
import { createBase58check } from "@scure/base"
import { randomBytes } from "node:crypto"
import type { Sandbox } from "../../../src/sandbox"
import { eventually } from "../eventually"
import type { OpenPayment } from "./open-payment"
import { gatewayIdOf } from "./open-payment"
import { RefundCustomer, RefundRequests } from "./refund-requests"
import { sandboxFixture } from "./sandbox-fixture"
import { INLINE, lateBound, type Product } from "./shop-fixture"
import type { ShopSuite, TestShop } from "./test-shop"

/** What arrives: in full, or as the sandbox plays it. */
type Transfer = { kind?: string; amount?: string }

/** A payment at the sandbox. */
type InlinePayment = OpenPayment & { orderId: string }

/** An address on Tron that nobody has. */
export function tronAddress(): string {
  const bytes = Uint8Array.of(0x41, ...randomBytes(20))
  return createBase58check(sha256).encode(bytes)
}

/** The fixture of a shop at the sandbox that gives money back. */
function refundFixture(shop: TestShop<Sandbox>) {
  const fixture = sandboxFixture(shop)
  const { books, shopper, gateway, store } = fixture

  const until = async ({ id }: Pick<OpenPayment, "id">, state: string) =>
    await eventually(
      async () => {
        const attempt = await books.ledger.attempts.retrieve(id)
        return attempt.state === state ? attempt : undefined
      },
      { otherwise: `It did not become ${state}` }
    )

  const openInline = async (
    target_currency: string,
    quantity = 1,
    product?: Product
  ): Promise<OpenPayment> => {
    const cart = await fixture.prepareCart(product)
    for (let more = 1; more < quantity; more++) {
      await shopper.addItem(cart.id, fixture.item())
    }
    const session = await shopper.startPayment(cart.id, INLINE, {
      target_currency,
    })
    const id = String(session.data?.crypto_payment_id)
    return { cart, session, gatewayId: gatewayIdOf(session), id }
  }

  const transfer = async ({ gatewayId }: OpenPayment, body: Transfer = {}) => {
    const url = `${gateway.controlUrl}/payments/${gatewayId}/pay`
    const json = JSON.stringify({ kind: "exact", ...body })
    const answer = await fetch(url, { method: "POST", body: json })
    expect(answer.status).toBe(200)
  }

  return {
    ...fixture,
    refundRequests: new RefundRequests(fixture.admin),
    /** With an address of their own, so that no other test is limited with them. */
    customer: lateBound(
      () => new RefundCustomer(shop.baseUrl(), store.publishableKey)
    ),
    /** The time to enter an address for a request is over. */
    expire: (id: string) =>
      fixture
        .db()("crypto_refund_request")
        .where({ id })
        .update({
          expires_at: fixture.db().raw("now() - interval '1 second'"),
        }),
    until,
    openInline,
    transfer,
    /** An order that is paid: of 5 EUR with 5.4 coins, for each of its item. */
    pay: async (
      body: Transfer = {},
      coin = "USDT_TRC20",
      quantity = 1
    ): Promise<InlinePayment> => {
      const opened = await openInline(coin, quantity)
      await transfer(opened, body)
      const { order_id } = await until(opened, "settled")
      return { ...opened, orderId: String(order_id) }
    },
    /** A payment of a shirt that is out of stock by now: Medusa captured it, and places no order. */
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

/** A suite with one subject, at the sandbox. */
export function refundSuite(
  subject: string,
  tests: (shop: ReturnType<typeof refundFixture>) => void
): ShopSuite<Sandbox> {
  return (shop) => describe(subject, () => tests(refundFixture(shop)))
}
