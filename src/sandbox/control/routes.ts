import { randomBytes } from "node:crypto"
import { type Context, Hono } from "hono"
import type { Payment } from "../payments/payment"
import type { World } from "../world"
import { pageHeaders } from "../page-headers"
import { refuseOtherSites } from "../refuse-other-sites"
import { ControlError } from "./control-error"
import { merchantRoutes } from "./merchant-routes"
import { controlPage } from "./page"
import { bodyOf } from "./read-body"
import {
  confirmByHand,
  endUnpaid,
  playChoice,
  playTransfer,
} from "./play-buyer"
import {
  clockRequest,
  coinRequest,
  faultsRequest,
  payRequest,
} from "./requests"

/**
 * The control API under /control, for tests and for people who try things out:
 * JSON in, JSON out, no credentials. Refusals are `{ message }` with 400, 403,
 * 404 or 409.
 */
export function controlRoutes(world: World): Hono {
  const control = new Hono()
  const { payments, courier, requestFaults, webhookFaults } = world

  // There are no credentials here, and secrets of merchants are shown.
  control.use(
    refuseOtherSites({
      publicUrl: world.baseUrl,
      refuse: (_c, reason) => {
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
  control.get("/payments/:id", (c) => c.json(withUrl(payment(c))))
  control.post("/payments/:id/coin", async (c) => {
    const { currency } = await bodyOf(c, coinRequest)
    playChoice(payments, payment(c), currency)
    return c.json(withUrl(payment(c)))
  })
  control.post("/payments/:id/pay", async (c) => {
    const { kind } = await bodyOf(c, payRequest)
    playTransfer(payments, payment(c), kind)
    return c.json(withUrl(payment(c)))
  })
  control.post("/payments/:id/confirm-manual", (c) => {
    confirmByHand(payments, payment(c))
    return c.json(withUrl(payment(c)))
  })
  control.post("/payments/:id/fail", (c) => {
    const status = world.observed.failedStatus ? "failed" : "expired"
    endUnpaid(payments, payment(c), status)
    return c.json(withUrl(payment(c)))
  })
  control.post("/payments/:id/expire", (c) => {
    endUnpaid(payments, payment(c), "expired")
    return c.json(withUrl(payment(c)))
  })

  control.get("/deliveries", (c) => {
    const paymentId = c.req.query("payment_id")
    const deliveries = courier
      .all()
      .filter(
        ({ payment_id }) => paymentId === undefined || payment_id === paymentId
      )
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

  control.get("/faults", (c) => c.json(faults()))
  control.post("/faults", async (c) => {
    const wanted = await bodyOf(c, faultsRequest)
    wanted.webhooks.forEach((fault) => webhookFaults.add(fault))
    wanted.requests.forEach((fault) => requestFaults.add(fault))
    return c.json(faults())
  })
  control.delete("/faults", (c) => {
    webhookFaults.clear()
    requestFaults.clear()
    return c.json(faults())
  })

  control.route("/merchants", merchantRoutes(world))

  control.get("/requests", (c) =>
    c.json({
      counts: world.requestLog.counts(),
      requests: world.requestLog.last(),
    })
  )

  control.notFound((c) => c.json({ message: "no such control" }, 404))
  control.onError((error, c) => {
    if (error instanceof ControlError) {
      return c.json({ message: error.message }, error.status)
    }
    throw error
  })

  return control

  function payment(c: Context): Payment {
    const id = c.req.param("id") ?? ""
    const found = payments.find(id)
    if (!found) {
      throw new ControlError(404, `no payment ${id}`)
    }
    return found
  }

  function withUrl(record: Payment) {
    return { ...record, url: `${world.baseUrl()}/pay/${record.id}` }
  }

  function faults() {
    return {
      webhooks: webhookFaults.waiting(),
      requests: requestFaults.waiting(),
    }
  }
}
