import { setTimeout as wait } from "node:timers/promises"
import { processPaymentWorkflowId } from "@medusajs/medusa/core-flows"
import type { IWorkflowEngineService } from "@medusajs/framework/types"
import { Modules, PaymentActions } from "@medusajs/framework/utils"
import type { WebhookActionResult } from "@medusajs/framework/types"
import SystemPaymentProvider from "@medusajs/payment/dist/providers/system"
import { CRYPTO_PAYMENT_MODULE } from "../../src/modules/crypto-payment/module-key"
import { settleCryptoPaymentWorkflow } from "../../src/workflows/settle"
import { atLeast, atMost, type Figure, type InProcessShop } from "./figure"
import { type Contender, ratios, timeRounds } from "./timing"

/** How long core's own webhook route waits before it looks at a webhook. */
const CORES_DELAY_MS = 5_000

type Sale = { cartId: string; sessionId: string; gatewayId: string }

/**
 * From a paid payment's webhook to the order, placed and captured: against core's workflow called
 * without any webhook, with a provider that calls no gateway, and against the peers' way: that
 * provider and core's own webhook route, which all other plugins use.
 */
export async function benchWebhookToOrder(
  shop: InProcessShop
): Promise<Figure[]> {
  const ours = byWebhook(shop)
  const core = byCoreAlone(shop)
  const peers = byPeersWay(shop)
  const alone = await timeRounds({ ours, core }, { rounds: 5, times: 10 })
  const eight = await timeRounds(
    { ours, core, peers },
    { rounds: 5, times: 16, inFlight: 8 }
  )
  const route = await timeRounds({ ours, peers }, { rounds: 5, times: 2 })
  const safety = await timeRounds<Sale>(
    { ours, verified: byVerification(shop) },
    { rounds: 5, times: 5 }
  )
  shop.gateway.forgetRequests()
  const orders = 20
  for (let left = orders; left > 0; left -= 1) {
    await ours.run(await ours.prepare())
  }
  const calls = shop.gateway.requests().length
  return [
    atMost(
      1.3,
      "webhook to paid order, p50 / core's workflow alone",
      ratios(alone, "p50", "ours", "core")
    ),
    atMost(
      1.35,
      "webhook to paid order, p95 / core's workflow alone",
      ratios(alone, "p95", "ours", "core")
    ),
    atLeast(
      20,
      "the peers' way to a paid order, p50 / our webhook",
      ratios(route, "p50", "peers", "ours")
    ),
    atLeast(
      0.75,
      "orders per second, 8 webhooks in flight / core's workflow, 8 in flight",
      ratios(eight, "perSecond", "ours", "core")
    ),
    atLeast(
      0.95,
      "orders per second, 8 webhooks in flight / the peers' way, 8 in flight",
      ratios(eight, "perSecond", "ours", "peers")
    ),
    atMost(
      1.5,
      "processor time for an order, 8 in flight / the peers' way",
      ratios(eight, "cpu", "ours", "peers")
    ),
    atMost(
      0.2,
      "verifying a settled payment, p50 / webhook to paid order",
      ratios(safety, "p50", "verified", "ours")
    ),
    atMost(1, "gateway calls per paid order", calls / orders, "calls"),
  ]
}

/** The gateway confirms, our webhook route answers once the order is there. */
function byWebhook(shop: InProcessShop): Contender<Sale> {
  return {
    prepare: () => openSale(shop, "pp_crypto_crypto"),
    async run({ cartId, gatewayId }) {
      await confirmPaid(shop, gatewayId)
      await expectOrder(shop, cartId)
    },
  }
}

/** The gateway confirms, and our webhook route answers once it is settled. */
export async function confirmPaid(
  { gateway }: InProcessShop,
  gatewayId: string
): Promise<void> {
  const status = await gateway.confirm(gatewayId)
  if (status !== 200) throw new Error(`The webhook was answered ${status}.`)
}

/** Order and capture of a settled payment are read back and compared once more. */
function byVerification(shop: InProcessShop): Contender<Sale> {
  const ours = byWebhook(shop)
  const ledger = shop.container.resolve(CRYPTO_PAYMENT_MODULE)
  return {
    async prepare() {
      const sale = await ours.prepare()
      await ours.run(sale)
      return sale
    },
    async run({ sessionId }) {
      const attempt = await ledger.sessions.findAttempt(sessionId)
      if (!attempt) throw new Error("The session has no attempt.")
      await settleCryptoPaymentWorkflow(shop.container).run({
        input: { crypto_payment_id: attempt.id, again: "verify" },
      })
      const { verified_at } = await ledger.attempts.retrieve(attempt.id)
      if (!verified_at) throw new Error("The payment was not verified.")
    },
  }
}

/** No gateway, no webhook, no ledger: what an order costs at the least. */
function byCoreAlone(shop: InProcessShop): Contender<Sale> {
  return {
    prepare: () => openSale(shop, "pp_system_default"),
    async run({ cartId, sessionId }) {
      await processSession(shop, sessionId)
      await expectOrder(shop, cartId)
    },
  }
}

/** Core's workflow for a captured session, as its own webhook route runs it. */
export async function processSession(
  { container }: InProcessShop,
  sessionId: string
): Promise<void> {
  const { amount } = await container
    .resolve(Modules.PAYMENT)
    .retrievePaymentSession(sessionId)
  await container
    .resolve<IWorkflowEngineService>(Modules.WORKFLOW_ENGINE)
    .run(processPaymentWorkflowId, {
      input: {
        action: PaymentActions.SUCCESSFUL,
        data: { session_id: sessionId, amount },
      },
    })
}

/**
 * What other plugins do: core's route answers at once and looks at the webhook later, and a
 * provider that calls no gateway says which session was paid.
 */
function byPeersWay(shop: InProcessShop): Contender<Sale> {
  const says = async ({
    data,
  }: {
    data: Record<string, unknown>
  }): Promise<WebhookActionResult> => ({
    action: PaymentActions.SUCCESSFUL,
    data: { session_id: String(data.session_id), amount: Number(data.amount) },
  })
  Object.assign(SystemPaymentProvider.prototype, {
    getWebhookActionAndData: says,
  })
  const payments = shop.container.resolve(Modules.PAYMENT)
  return {
    prepare: () => openSale(shop, "pp_system_default"),
    async run({ cartId, sessionId }) {
      const { amount } = await payments.retrievePaymentSession(sessionId)
      const answer = await fetch(`${shop.url}/hooks/payment/system_default`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ session_id: sessionId, amount }),
      })
      if (!answer.ok) throw new Error(`Core's route: ${answer.status}.`)
      await wait(CORES_DELAY_MS)
      while (!(await hasOrder(shop, cartId))) await wait(10)
    },
  }
}

/** A cart with a payment that was opened by a provider. */
export async function openSale(
  { shopper, store }: InProcessShop,
  providerId: string
): Promise<Sale> {
  const { variantId } = store.products.ebook
  const cart = await shopper.prepareCart([{ variantId }], {})
  const session = await shopper.startPayment(cart.id, providerId)
  return {
    cartId: cart.id,
    sessionId: session.id,
    gatewayId: String(session.data?.gateway_payment_id),
  }
}

async function expectOrder(shop: InProcessShop, cartId: string) {
  if (!(await hasOrder(shop, cartId))) throw new Error("No order came of it.")
}

async function hasOrder(
  { db }: InProcessShop,
  cartId: string
): Promise<boolean> {
  const { rows } = await db.raw(
    `SELECT 1 FROM order_cart
         JOIN cart_payment_collection USING (cart_id)
         JOIN payment USING (payment_collection_id)
         JOIN capture ON capture.payment_id = payment.id
        WHERE cart_id = ?`,
    [cartId]
  )
  return rows.length > 0
}
