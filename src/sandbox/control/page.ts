import type { Context } from "hono"
import { html } from "hono/html"
import { sendPage } from "../page"
import type { Payment } from "../payments"
import type { Delivery } from "../courier"
import type { World } from "../world"

/** The control page: payments, time, faults and webhooks. */
export function sendControlPage(c: Context, world: World) {
  const waiting = [...world.webhookFaults, ...world.requestFaults].map(
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
    ${table("payments", PAYMENT_COLUMNS, payments)}

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

const PAYMENT_COLUMNS = ["Order", "Amount", "Status", "Actions"]
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
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th>${column}</th>`)}
        </tr>
      </thead>
      <tbody id="${id}">
        ${shown.map(tableRow)}
      </tbody>
    </table>
  </div>`
}

function tableRow(cells: unknown[]) {
  return html`<tr>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`
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
  const at = `payments/${id}`
  const confirm = `${at}/confirm-manual`
  // What a gateway never does: leave a final status.
  const stress = { stress: true }
  switch (status) {
    case "created":
    case "pending":
      return [
        button("Pay", `${at}/pay`, { kind: "exact" }),
        button("Underpay", `${at}/pay`, { kind: "under" }),
        button("Pay dust", `${at}/pay`, { kind: "dust" }),
        button("Pay short", `${at}/pay`, { kind: "short" }),
        button("One unit short", `${at}/pay`, { kind: "one_unit_short" }),
        button("One unit over", `${at}/pay`, { kind: "one_unit_over" }),
        button("Overpay", `${at}/pay`, { kind: "over" }),
        button("Confirm manually", confirm),
        button("Fail", `${at}/fail`),
        button("Expire", `${at}/expire`),
      ]
    case "expired":
    case "failed":
      return [
        button("Stress: pay late", `${at}/pay`, stress),
        button("Stress: confirm manually", confirm, stress),
      ]
    case "confirmed":
    case "confirmed_manual":
      return [
        button("Stress: fail", `${at}/fail`, stress),
        button("Stress: expire", `${at}/expire`, stress),
      ]
  }
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
