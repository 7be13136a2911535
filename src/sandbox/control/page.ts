import { html, raw } from "hono/html"
import { document } from "../document"
import { CONTROL_SCRIPT } from "./script"

/** The control page: payments, webhooks, time and faults, for people. */
export function controlPage(nonce: string) {
  return document(
    "Control",
    html`<h1>Sandbox control</h1>
      <p class="about">
        Plays the buyer, the chain and a bad network. Everything here is also
        JSON under <code>/control</code>.
      </p>
      <p id="said" role="status" class="about">&nbsp;</p>

      <h2>Payments</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Order</th>
              <th>Amount</th>
              <th>Status</th>
              <th>Actions</th>
            </tr>
          </thead>
          <tbody id="payments"></tbody>
        </table>
      </div>

      <h2>Time</h2>
      <button
        class="quiet"
        data-path="clock"
        data-body='{"advance_seconds":60}'
      >
        One minute passes
      </button>
      <button
        class="quiet"
        data-path="clock"
        data-body='{"advance_seconds":900}'
      >
        15 minutes pass
      </button>

      <h2>Faults</h2>
      ${FAULTS.map(
        ({ label, body }) =>
          html`<button
            class="quiet"
            data-path="faults"
            data-body="${JSON.stringify(body)}"
          >
            ${label}
          </button>`
      )}
      <button class="quiet" data-path="faults" data-method="DELETE">
        No more faults
      </button>
      <p class="about">Waiting: <span id="faults">none</span></p>

      <h2>Webhooks</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Payment</th>
              <th>Announces</th>
              <th>State</th>
              <th>Attempts</th>
              <th>Actions</th>
            </tr>
          </thead>
          <tbody id="deliveries"></tbody>
        </table>
      </div>
      <script nonce="${nonce}">
        ${raw(CONTROL_SCRIPT)}
      </script>`,
    { wide: true }
  )
}

const FAULTS = [
  { label: "Drop a webhook", body: { webhooks: [{ kind: "drop" }] } },
  { label: "Delay a webhook", body: { webhooks: [{ kind: "delay" }] } },
  { label: "Double a webhook", body: { webhooks: [{ kind: "duplicate" }] } },
  { label: "Swap two webhooks", body: { webhooks: [{ kind: "reorder" }] } },
  { label: "Corrupt a webhook", body: { webhooks: [{ kind: "corrupt" }] } },
  { label: "Fail a request", body: { requests: [{ kind: "error" }] } },
  { label: "Cut a request off", body: { requests: [{ kind: "cut" }] } },
  { label: "Slow a request down", body: { requests: [{ kind: "slow" }] } },
]
