import { randomBytes } from "node:crypto"
import { type Context, Hono } from "hono"
import { HTTPException } from "hono/http-exception"
import { z } from "zod"
import { requestFault, webhookFault } from "../faults"
import { openMerchant, sandboxMerchant } from "../merchants"
import { isOpen, isPaid, type Payment, TRANSFER_KINDS } from "../payments"
import { parseBody, rejectCrossSite } from "../requests"
import type { World } from "../world"
import { sendControlPage } from "./page"

/** The control API under /control; errors are `{ message }` with 400, 403, 404 or 409. */
export function controlRoutes(world: World): Hono {
  const control = new Hono()
  const { payments, courier, merchants, requestLog } = world
  const { requestFaults, webhookFaults } = world
  const waitingFaults = { webhooks: webhookFaults, requests: requestFaults }

  // There are no credentials here, and merchants' secrets are shown.
  control.use(
    rejectCrossSite(world, "private", (_c, reason) => {
      throw error(403, reason)
    })
  )

  control.get("/", (c) => sendControlPage(c, world))

  control.get("/payments", (c) =>
    c.json({ payments: [...payments.byId.values()].map(withUrl) })
  )
  control.get("/payments/:id", (c) => c.json(withUrl(findPayment(c))))

  control.post("/payments/:id/coin", async (c) => {
    const { currency } = await bodyOf(c, coinRequest)
    const payment = findPayment(c)
    rejectFinal(payment, "choose a coin for")
    if (!payments.chooseCoin(payment, currency)) {
      const reason = `${currency} is not available for this payment`
      throw error(400, `currency: ${reason}`)
    }
    return c.json(withUrl(payment))
  })

  control.post("/payments/:id/pay", async (c) => {
    const { kind, amount, stress } = await bodyOf(c, payRequest)
    const payment = findPayment(c)
    // Too little confirms nothing, and a payment that has ended cannot wait for more.
    const confirms =
      amount !== undefined || (kind !== "under" && kind !== "dust")
    if (!stress || !confirms || isPaid(payment.status)) {
      rejectFinal(payment, `pay "${kind}"`)
    }
    if (amount === undefined) payments.receive(payment, kind)
    else if (payment.target) payments.confirm(payment, amount)
    else throw error(409, "amount: choose a coin first")
    return c.json(withUrl(payment))
  })

  // As the merchant does on the dashboard.
  control.post("/payments/:id/confirm-manual", async (c) => {
    const { stress } = await bodyOf(c, endRequest)
    const payment = findPayment(c)
    if (!stress || isPaid(payment.status)) rejectFinal(payment, "confirm")
    payments.finish(payment, "confirmed_manual")
    return c.json(withUrl(payment))
  })

  control.post("/payments/:id/:end{fail|expire}", async (c) => {
    const { stress } = await bodyOf(c, endRequest)
    const payment = findPayment(c)
    const isFailure = c.req.param("end") === "fail"
    const status =
      isFailure && !world.options.contractOnly ? "failed" : "expired"
    if (!stress || payment.status === status) {
      rejectFinal(payment, `make ${status}`)
    }
    payments.finish(payment, status)
    return c.json(withUrl(payment))
  })

  control.get("/deliveries", (c) => {
    const id = c.req.query("payment_id")
    const deliveries = [...courier.deliveries.values()].filter(
      ({ payment_id }) => id === undefined || payment_id === id
    )
    return c.json({ deliveries })
  })
  control.post("/deliveries/:id/redeliver", (c) => {
    const delivery = findById(c, "delivery", courier.deliveries)
    courier.redeliver(delivery)
    return c.json(delivery)
  })

  control.post("/clock", async (c) => {
    const { advance_seconds } = await bodyOf(c, clockRequest)
    payments.advance(advance_seconds * 1_000)
    courier.advance(advance_seconds * 1_000)
    return c.json({ advanced_seconds: advance_seconds })
  })

  control.get("/faults", (c) => c.json(waitingFaults))
  control.post("/faults", async (c) => {
    const { webhooks, requests } = await bodyOf(c, faultsRequest)
    webhookFaults.push(...webhooks)
    requestFaults.push(...requests)
    return c.json(waitingFaults)
  })
  control.delete("/faults", (c) => {
    webhookFaults.length = 0
    requestFaults.length = 0
    return c.json(waitingFaults)
  })

  // What a merchant does on the dashboard.
  control.get("/merchants", (c) =>
    c.json({ merchants: [...merchants.values()] })
  )
  control.post("/merchants", async (c) => {
    const given = await bodyOf(c, sandboxMerchant)
    if (merchants.has(given.id)) {
      throw error(409, `merchant ${given.id} already exists`)
    }
    try {
      merchants.set(given.id, openMerchant(given, world))
    } catch {
      throw error(400, "public_key: must be a PEM public key")
    }
    return c.json(merchants.get(given.id))
  })
  control.post("/merchants/:id", async (c) => {
    const merchant = findById(c, "merchant", merchants)
    const change = await bodyOf(c, merchantChange)
    merchant.suspended = change.suspended ?? merchant.suspended
    merchant.wallets = change.wallets ?? merchant.wallets
    if (change.rotate_key) merchant.api_keys = [newSecret("ct_sandbox")]
    if (change.rotate_webhook_secret) {
      merchant.webhook_secret = newSecret("whsec_sandbox")
    }
    return c.json(merchant)
  })

  control.get("/requests", (c) => c.json(requestLog))

  control.notFound((c) => c.json({ message: "no such control" }, 404))
  control.onError((thrown, c) => {
    if (!(thrown instanceof HTTPException)) throw thrown
    return c.json({ message: thrown.message }, thrown.status)
  })

  return control

  function findPayment(c: Context) {
    return findById(c, "payment", payments.byId)
  }

  function withUrl(payment: Payment) {
    return { ...payment, url: `${world.baseUrl}/pay/${payment.id}` }
  }
}

const coinRequest = z.strictObject({ currency: z.string() })

const endRequest = z.strictObject({
  /** Lets the payment leave a final status, as a gateway never does. */
  stress: z.boolean().default(false),
})

const payRequest = endRequest.extend({
  kind: z.enum(TRANSFER_KINDS).default("exact"),
  /** In place of what `kind` means. */
  amount: z
    .string()
    .regex(/^\d{1,40}(\.\d{1,40})?$/)
    .refine((value) => /[1-9]/.test(value))
    .optional(),
})

const clockRequest = z.strictObject({
  advance_seconds: z.number().min(0).max(31_536_000),
})

const faultsRequest = z.strictObject({
  webhooks: z.array(webhookFault).default([]),
  requests: z.array(requestFault).default([]),
})

const merchantChange = z.strictObject({
  suspended: z.boolean().optional(),
  rotate_key: z.boolean().optional(),
  rotate_webhook_secret: z.boolean().optional(),
  wallets: z.array(z.string()).optional(),
})

async function bodyOf<Body>(c: Context, schema: z.ZodType<Body>) {
  const text = await c.req.text()
  return parseBody(text || "{}", schema, (message) => error(400, message))
}

function findById<Found>(
  c: Context,
  kind: string,
  byId: ReadonlyMap<string, Found>
): Found {
  const id = c.req.param("id") ?? ""
  const found = byId.get(id)
  if (found) return found
  throw error(404, `no ${kind} ${id}`)
}

function rejectFinal({ id, status }: Payment, verb: string): void {
  if (isOpen(status)) return
  throw error(409, `cannot ${verb} payment ${id}: it is ${status}`)
}

function error(status: 400 | 403 | 404 | 409, message: string) {
  return new HTTPException(status, { message })
}

function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString("hex")}`
}
