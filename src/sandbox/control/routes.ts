import { randomBytes } from "node:crypto"
import { type Context, Hono } from "hono"
import { rejectCrossSite } from "../cross-site"
import {
  type Merchant,
  openMerchant,
  rotateApiKey,
  rotateWebhookSecret,
  type SandboxMerchant,
} from "../merchants"
import { pageHeaders } from "../page"
import type { Payment } from "../payments/payment"
import type { World } from "../world"
import { controlPage } from "./page"
import {
  bodyOf,
  clockRequest,
  coinRequest,
  confirmManually,
  ControlError,
  endUnpaid,
  faultsRequest,
  merchantRequest,
  newMerchantRequest,
  payRequest,
  pickCoin,
  playTransfer,
} from "./requests"

/**
 * The control API under /control, for tests and for trying things out: JSON in
 * and out, no credentials. Errors are `{ message }` with 400, 403, 404 or 409.
 */
export function controlRoutes(world: World): Hono {
  const control = new Hono()
  const { payments, courier, requestFaults, webhookFaults } = world

  // There are no credentials here, and merchants' secrets are shown.
  control.use(
    rejectCrossSite({
      publicUrl: world.baseUrl,
      reject: (_c, reason) => {
        throw new ControlError(403, reason)
      },
    })
  )

  control.get("/", (c) => {
    const nonce = randomBytes(16).toString("base64")
    return c.html(controlPage(nonce), 200, pageHeaders(nonce))
  })

  control.get("/payments", (c) =>
    c.json({ payments: payments.all().map(withUrl) })
  )
  control.get("/payments/:id", (c) => changePayment(c, () => undefined))
  control.post("/payments/:id/coin", async (c) => {
    const { currency } = await bodyOf(c, coinRequest)
    return changePayment(c, (each) => pickCoin(payments, each, currency))
  })
  control.post("/payments/:id/pay", async (c) => {
    const { kind } = await bodyOf(c, payRequest)
    return changePayment(c, (each) => playTransfer(payments, each, kind))
  })
  control.post("/payments/:id/confirm-manual", (c) =>
    changePayment(c, (each) => confirmManually(payments, each))
  )
  control.post("/payments/:id/fail", (c) => {
    const status = world.observed.failedStatus ? "failed" : "expired"
    return changePayment(c, (each) => endUnpaid(payments, each, status))
  })
  control.post("/payments/:id/expire", (c) =>
    changePayment(c, (each) => endUnpaid(payments, each, "expired"))
  )

  control.get("/deliveries", (c) => {
    const id = c.req.query("payment_id")
    const deliveries = courier
      .all()
      .filter(({ payment_id }) => id === undefined || payment_id === id)
    return c.json({ deliveries })
  })
  control.post("/deliveries/:id/redeliver", (c) => {
    const delivery = courier.find(c.req.param("id"))
    if (!delivery) {
      throw new ControlError(404, `no delivery ${c.req.param("id")}`)
    }
    courier.redeliver(delivery)
    return c.json(delivery)
  })

  control.post("/clock", async (c) => {
    const { advance_seconds } = await bodyOf(c, clockRequest)
    payments.advance(advance_seconds * 1_000)
    courier.advance(advance_seconds * 1_000)
    return c.json({ advanced_seconds: advance_seconds })
  })

  control.get("/faults", (c) => c.json(waitingFaults()))
  control.post("/faults", async (c) => {
    const { webhooks, requests } = await bodyOf(c, faultsRequest)
    webhooks.forEach((fault) => webhookFaults.add(fault))
    requests.forEach((fault) => requestFaults.add(fault))
    return c.json(waitingFaults())
  })
  control.delete("/faults", (c) => {
    webhookFaults.clear()
    requestFaults.clear()
    return c.json(waitingFaults())
  })

  control.route("/merchants", merchantRoutes(world))

  control.get("/requests", (c) => {
    const { requestLog } = world
    return c.json({ counts: requestLog.counts(), requests: requestLog.last() })
  })

  control.notFound((c) => c.json({ message: "no such control" }, 404))
  control.onError((error, c) => {
    if (error instanceof ControlError) {
      return c.json({ message: error.message }, error.status)
    }
    throw error
  })

  return control

  function changePayment(c: Context, change: (payment: Payment) => void) {
    const id = c.req.param("id") ?? ""
    const payment = payments.find(id)
    if (!payment) {
      throw new ControlError(404, `no payment ${id}`)
    }
    change(payment)
    return c.json(withUrl(payment))
  }

  function withUrl(payment: Payment) {
    return { ...payment, url: `${world.baseUrl()}/pay/${payment.id}` }
  }

  function waitingFaults() {
    return {
      webhooks: webhookFaults.waiting(),
      requests: requestFaults.waiting(),
    }
  }
}

/** What a merchant does on the dashboard. */
function merchantRoutes({ merchants, changed, now }: World): Hono {
  const routes = new Hono()

  routes.get("/", (c) => c.json({ merchants: [...merchants.values()] }))

  routes.post("/", async (c) => {
    const given = await bodyOf(c, newMerchantRequest)
    if (merchants.has(given.id)) {
      throw new ControlError(409, `merchant ${given.id} already exists`)
    }
    const merchant = validMerchant(given, now())
    merchants.set(merchant.id, merchant)
    changed()
    return c.json(merchant)
  })

  routes.post("/:id", async (c) => {
    const merchant = merchants.get(c.req.param("id"))
    if (!merchant) {
      throw new ControlError(404, `no merchant ${c.req.param("id")}`)
    }
    const change = await bodyOf(c, merchantRequest)
    merchant.suspended = change.suspended ?? merchant.suspended
    merchant.wallets = change.wallets ?? merchant.wallets
    if (change.rotate_key) {
      rotateApiKey(merchant)
    }
    if (change.rotate_webhook_secret) {
      rotateWebhookSecret(merchant)
    }
    changed()
    return c.json(merchant)
  })

  return routes
}

function validMerchant(given: SandboxMerchant, now: Date): Merchant {
  try {
    return openMerchant(given, now)
  } catch {
    throw new ControlError(400, "public_key: must be a PEM public key")
  }
}
