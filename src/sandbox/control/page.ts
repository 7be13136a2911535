import { html, raw } from "hono/html"
import { document } from "../page"

/** The control page: payments, time, faults and webhooks. */
export function controlPage(nonce: string) {
  return document(
    "Control",
    html`<h1>Sandbox control</h1>
      <p class="about">
        Plays the buyer, the blockchain and a bad network. Everything here is
        also JSON under <code>/control</code>.
      </p>
      <p id="message" role="status" class="about">&nbsp;</p>

      <h2>Payments</h2>
      ${table("payments", ["Order", "Amount", "Status", "Actions"])}

      <h2>Time</h2>
      ${postButton("clock", "Advance one minute", { advance_seconds: 60 })}
      ${postButton("clock", "Advance 15 minutes", { advance_seconds: 900 })}

      <h2>Faults</h2>
      ${FAULTS.map(({ label, body }) => postButton("faults", label, body))}
      <button class="quiet" data-path="faults" data-method="DELETE">
        Clear faults
      </button>
      <p class="about">Waiting: <span id="faults">none</span></p>

      <h2>Webhooks</h2>
      ${table("deliveries", [
        "Payment",
        "Announces",
        "State",
        "Attempts",
        "Actions",
      ])}
      <script nonce="${nonce}">
        ${raw(CONTROL_SCRIPT)}
      </script>`,
    { wide: true }
  )
}

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

function table(id: string, columns: string[]) {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th>${column}</th>`)}
        </tr>
      </thead>
      <tbody id="${id}"></tbody>
    </table>
  </div>`
}

function postButton(path: string, label: string, body: object) {
  return html`<button
    class="quiet"
    data-path="${path}"
    data-body="${JSON.stringify(body)}"
  >
    ${label}
  </button>`
}

/** Fills the tables and runs the buttons. */
const CONTROL_SCRIPT = `
(() => {
  const message = document.getElementById("message")
  const call = async (path, method = "GET", body) => {
    const response = await fetch("/control/" + path, { method, body })
    const json = await response.json()
    if (!response.ok) throw new Error(json.message)
    return json
  }
  const press = async (path, method, body) => {
    try {
      await call(path, method, body)
      message.textContent = "Done."
      await refresh()
    } catch (error) {
      message.textContent = error.message
    }
  }
  const element = (tag, properties) =>
    Object.assign(document.createElement(tag), properties)
  const button = (label, path, body) => element("button", {
    className: "quiet",
    textContent: label,
    onclick: () => press(path, "POST", body),
  })
  const row = (...cells) => {
    const tr = element("tr")
    for (const cell of cells) {
      const td = element("td")
      td.append(...[cell].flat())
      tr.append(td)
    }
    return tr
  }
  const actions = (payment) => {
    const at = "payments/" + payment.id + "/"
    const confirm = button("Confirm manually", at + "confirm-manual")
    switch (payment.status) {
      case "created":
      case "pending":
        return [
          button("Pay", at + "pay", '{"kind":"exact"}'),
          button("Underpay", at + "pay", '{"kind":"under"}'),
          button("Overpay", at + "pay", '{"kind":"over"}'),
          confirm,
          button("Fail", at + "fail"),
          button("Expire", at + "expire"),
        ]
      case "expired":
        return [button("Pay late", at + "pay", '{"kind":"late"}'), confirm]
      case "failed":
        return [confirm]
      default:
        return []
    }
  }
  const fill = (id, rows) => {
    document.getElementById(id).replaceChildren(
      ...(rows.length > 0 ? rows : [row("None yet")])
    )
  }
  let shown = ""
  const refresh = async () => {
    const [{ payments }, { deliveries }, faults] = await Promise.all(
      ["payments", "deliveries", "faults"].map((path) => call(path))
    )
    // Only redraw what changed, or a button would lose the keyboard's focus.
    const now = JSON.stringify([payments, deliveries, faults])
    if (now === shown) return
    shown = now
    fill("payments", payments.slice(-100).reverse().map((payment) => row(
      element("a", {
        textContent: payment.external_id,
        href: "/pay/" + payment.id,
      }),
      payment.original_amount + " " + payment.original_currency,
      payment.status + (payment.is_test ? " (test)" : ""),
      actions(payment)
    )))
    fill("deliveries", deliveries.slice(-100).reverse().map((delivery) => row(
      delivery.payment_id,
      delivery.status,
      delivery.state.replace("_", " "),
      delivery.attempts.slice(-5)
        .map((attempt) => attempt.http_status ?? attempt.error)
        .join(", "),
      button("Send again", "deliveries/" + delivery.id + "/redeliver")
    )))
    document.getElementById("faults").textContent =
      [...faults.webhooks, ...faults.requests]
        .map((fault) => fault.kind + " x" + fault.count)
        .join(", ") || "none"
  }
  for (const fixed of document.querySelectorAll("[data-path]")) {
    fixed.addEventListener("click", () => press(
      fixed.dataset.path, fixed.dataset.method ?? "POST", fixed.dataset.body
    ))
  }
  const poll = async () => {
    try {
      await refresh()
    } catch {
      message.textContent = "The sandbox does not respond."
    }
    setTimeout(poll, 2000)
  }
  void poll()
})()
`
