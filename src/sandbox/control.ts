import { randomBytes } from "node:crypto"
import { type Context, Hono } from "hono"
import { html } from "hono/html"
import { HTTPException } from "hono/http-exception"
import { z } from "zod"
import { sendPage } from "./page"
import { parseBody, rejectCrossSite } from "./requests"
import { requestFault, sandboxMerchant, webhookFault } from "./surroundings"
import {
  type Delivery,
  isOpen,
  isPaid,
  type Payment,
  TRANSFER_KINDS,
  type World,
} from "./world"

/** The control API under /control; errors are `{ message }` with 400, 403, 404 or 409. */
export function controlRoutes(world: World): Hono {
  const control = new Hono()
  const { payments, courier, surroundings } = world
  const { merchants, requestLog } = surroundings
  const faults = {
    webhooks: surroundings.webhookFaults,
    requests: surroundings.requestFaults,
  }

  // There are no credentials here, and merchants' secrets are shown.
  control.use(
    rejectCrossSite(surroundings, "private", (_c, reason) => {
      throw error(403, reason)
    })
  )

  control.get("/", (c) => sendControlPage(c, world))

  control.get("/payments", (c) =>
    c.json({ payments: [...payments.byId.values()].map(withUrl) })
  )
  control.get("/payments/:id", (c) => c.json(withUrl(findPayment(c))))

  control.post("/payments/:id/coin", async (c) => {
    const request = z.strictObject({ currency: z.string() })
    const { currency } = await bodyOf(c, request)
    const payment = findPayment(c)
    rejectFinal(payment, "choose a coin for")
    if (payments.chooseCoin(payment, currency)) return c.json(withUrl(payment))
    throw error(400, `currency: ${currency} is not available for this payment`)
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

  const ends = {
    "confirm-manual": "confirmed_manual",
    fail: surroundings.options.contractOnly ? "expired" : "failed",
    expire: "expired",
  } as const
  for (const [path, status] of Object.entries(ends)) {
    control.post(`/payments/:id/${path}`, async (c) => {
      const { stress } = await bodyOf(c, endRequest)
      const payment = findPayment(c)
      const isPay = isPaid(status)
      const isSame = isPay ? isPaid(payment.status) : payment.status === status
      const verb = isPay ? "confirm" : `make ${status}`
      if (!stress || isSame) rejectFinal(payment, verb)
      payments.finish(payment, status)
      return c.json(withUrl(payment))
    })
  }

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
    const seconds = z.number().min(0).max(31_536_000)
    const request = z.strictObject({ advance_seconds: seconds })
    const { advance_seconds } = await bodyOf(c, request)
    payments.advance(advance_seconds * 1_000)
    courier.advance(advance_seconds * 1_000)
    return c.json({ advanced_seconds: advance_seconds })
  })

  control.get("/faults", (c) => c.json(faults))
  control.post("/faults", async (c) => {
    const { webhooks, requests } = await bodyOf(c, faultsRequest)
    faults.webhooks.push(...webhooks)
    faults.requests.push(...requests)
    return c.json(faults)
  })
  control.delete("/faults", (c) => {
    faults.webhooks.length = 0
    faults.requests.length = 0
    return c.json(faults)
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
      return c.json(surroundings.openMerchant(given))
    } catch {
      throw error(400, "public_key: must be a PEM public key")
    }
  })
  control.post("/merchants/:id", async (c) => {
    const merchant = findById(c, "merchant", merchants)
    const change = await bodyOf(c, merchantChange)
    merchant.suspended = change.suspended ?? merchant.suspended
    merchant.wallets = change.wallets ?? merchant.wallets
    const secret = randomBytes(16).toString("hex")
    if (change.rotate_key) merchant.api_keys = [`ct_sandbox_${secret}`]
    if (change.rotate_webhook_secret) {
      merchant.webhook_secret = `whsec_sandbox_${secret}`
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
    return { ...payment, url: `${surroundings.baseUrl}/pay/${payment.id}` }
  }
}

const endRequest = z.strictObject({
  /** Lets the payment leave a final status, as a gateway never does. */
  stress: z.boolean().default(false),
})

export const payRequest = endRequest.extend({
  kind: z.enum(TRANSFER_KINDS).default("exact"),
  /** In place of what `kind` means. */
  amount: z
    .string()
    .regex(/^\d{1,40}(\.\d{1,40})?$/)
    .refine((value) => /[1-9]/.test(value))
    .optional(),
})

export const faultsRequest = z.strictObject({
  webhooks: z.array(webhookFault).default([]),
  requests: z.array(requestFault).default([]),
})

const merchantChange = sandboxMerchant
  .pick({ suspended: true, wallets: true })
  .extend({
    rotate_key: z.boolean().optional(),
    rotate_webhook_secret: z.boolean().optional(),
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

function sendControlPage(c: Context, world: World) {
  const { webhookFaults, requestFaults } = world.surroundings
  const waiting = [...webhookFaults, ...requestFaults].map(
    ({ kind, count }) => `${kind} x${count}`
  )
  const lastOf = <Each>(byId: ReadonlyMap<string, Each>) =>
    [...byId.values()].slice(-100).reverse()
  const payments = lastOf(world.payments.byId).map(paymentRow)
  const deliveries = lastOf(world.courier.deliveries).map(deliveryRow)
  const content = html`<h1>Sandbox control</h1>
    <p class="about">
      Plays the buyer, the blockchain and a bad network. Everything here is also
      JSON under <code>/control</code>.
    </p>
    <p id="message" role="status" class="about">&nbsp;</p>

    <h2>Payments</h2>
    ${table("payments", ["Order", "Amount", "Status", "Actions"], payments)}

    <h2>Time</h2>
    ${button("Advance one minute", "clock", { advance_seconds: 60 })}
    ${button("Advance 15 minutes", "clock", { advance_seconds: 900 })}

    <h2>Faults</h2>
    ${FAULTS.map(({ label, body }) => button(label, "faults", body))}
    <button class="quiet" data-path="faults" data-method="DELETE">
      Clear faults
    </button>
    <p class="about">
      Waiting: <span id="faults">${waiting.join(", ") || "none"}</span>
    </p>

    <h2>Webhooks</h2>
    ${table("deliveries", WEBHOOK_COLUMNS, deliveries)}`
  const page = { title: "Control", content, script: CONTROL_SCRIPT, wide: true }
  return sendPage(c, page)
}

const WEBHOOK_COLUMNS = ["Payment", "Announces", "State", "Attempts", "Actions"]

const FAULTS = [
  { label: "Drop a webhook", body: { webhooks: [{ kind: "drop" }] } },
  { label: "Delay a webhook", body: { webhooks: [{ kind: "delay" }] } },
  { label: "Duplicate a webhook", body: { webhooks: [{ kind: "duplicate" }] } },
  { label: "Reorder two webhooks", body: { webhooks: [{ kind: "reorder" }] } },
  { label: "Corrupt a webhook", body: { webhooks: [{ kind: "corrupt" }] } },
  { label: "Fail a request", body: { requests: [{ kind: "error" }] } },
  { label: "Cut a request off", body: { requests: [{ kind: "cut" }] } },
  { label: "Slow a request down", body: { requests: [{ kind: "slow" }] } },
]

function table(id: string, columns: string[], rows: unknown[][]) {
  const shown = rows.length > 0 ? rows : [["None yet"]]
  const cells = (row: unknown[]) => row.map((cell) => html`<td>${cell}</td>`)
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th>${column}</th>`)}
        </tr>
      </thead>
      <tbody id="${id}">
        ${shown.map(
          (row) =>
            html`<tr>
              ${cells(row)}
            </tr>`
        )}
      </tbody>
    </table>
  </div>`
}

function paymentRow(payment: Payment) {
  const { id, external_id, original_amount, original_currency } = payment
  return [
    html`<a href="/pay/${id}">${external_id}</a>`,
    `${original_amount} ${original_currency}`,
    `${payment.status}${payment.is_test ? " (test)" : ""}`,
    paymentActions(payment),
  ]
}

function paymentActions({ id, status }: Payment) {
  const act = (label: string, action: string, body?: object) =>
    button(label, `payments/${id}/${action}`, body)
  // What a gateway never does: leave a final status.
  const stress = { stress: true }
  if (isPaid(status)) {
    return [
      act("Stress: fail", "fail", stress),
      act("Stress: expire", "expire", stress),
    ]
  }
  return isOpen(status)
    ? [
        act("Pay", "pay", { kind: "exact" }),
        act("Underpay", "pay", { kind: "under" }),
        act("Pay dust", "pay", { kind: "dust" }),
        act("Pay short", "pay", { kind: "short" }),
        act("One unit short", "pay", { kind: "one_unit_short" }),
        act("One unit over", "pay", { kind: "one_unit_over" }),
        act("Overpay", "pay", { kind: "over" }),
        act("Confirm manually", "confirm-manual"),
        act("Fail", "fail"),
        act("Expire", "expire"),
      ]
    : [
        act("Stress: pay late", "pay", stress),
        act("Stress: confirm manually", "confirm-manual", stress),
      ]
}

function deliveryRow({ id, payment_id, status, state, attempts }: Delivery) {
  const results = attempts
    .slice(-5)
    .map(({ http_status, error }) => http_status ?? error)
  return [
    payment_id,
    status,
    state.replace("_", " "),
    results.join(", "),
    button("Send again", `deliveries/${id}/redeliver`),
  ]
}

function button(label: string, path: string, body: object = {}) {
  const json = JSON.stringify(body)
  return html`<button class="quiet" data-path="${path}" data-body="${json}">
    ${label}
  </button>`
}

/** Runs the buttons, and reloads what has an id and changed. */
const CONTROL_SCRIPT = `
(() => {
  const message = document.getElementById("message")
  const refresh = async () => {
    const page = await fetch("/control").then((response) => response.text())
    const fresh = new DOMParser().parseFromString(page, "text/html")
    for (const id of ["payments", "faults", "deliveries"]) {
      const shown = document.getElementById(id)
      const { innerHTML } = fresh.getElementById(id)
      // Only redraw what changed, or a button would lose the keyboard's focus.
      if (shown.innerHTML !== innerHTML) shown.innerHTML = innerHTML
    }
  }
  document.addEventListener("click", async ({ target }) => {
    const { path, method = "POST", body } = target.dataset
    if (!path) return
    try {
      const response = await fetch("/control/" + path, { method, body })
      const { message: error } = await response.json()
      message.textContent = response.ok ? "Done." : error
      await refresh()
    } catch (error) {
      message.textContent = error.message
    }
  })
  const poll = async () => {
    await refresh().catch(() => {
      message.textContent = "The sandbox does not respond."
    })
    setTimeout(poll, 2000)
  }
  setTimeout(poll, 2000)
})()
`
