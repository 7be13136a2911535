import { html, raw } from "hono/html"
import { renderSVG } from "uqr"
import type { Coin } from "../payments/currencies"
import { isFinal, isPaid, type Payment } from "../payments/payment"
import type { PaymentTarget } from "../payments/payment"
import { CHECKOUT_SCRIPT } from "./script"
import { document } from "../document"

/** What the checkout page shows. */
export type PaymentViewProps = {
  payment: Payment
  /** Coins the buyer may pick. */
  coins: Coin[]
  merchantName: string
  remainingMs: number
  /** The buyer wants to see the coins again. */
  choosing: boolean
  /** Lets the page's own script run. */
  nonce: string
  error?: string
}

/** The page of a payment in its present status. */
export function paymentView(props: PaymentViewProps) {
  const { payment, nonce } = props
  return document(
    `Pay ${payment.original_amount} ${payment.original_currency}`,
    html`<p class="shop">${props.merchantName}</p>
      <h1>Sandbox checkout</h1>
      <p class="price">
        ${payment.original_amount} <small>${payment.original_currency}</small>
      </p>
      ${
        payment.description === null
          ? ""
          : html`<p class="about">${payment.description}</p>`
      }
      ${
        props.error === undefined
          ? ""
          : html`<p class="error" role="alert">${props.error}</p>`
      }
      ${body(props)}
      <p class="reference">
        Order ${payment.external_id} &middot; payment ${payment.id}
      </p>
      ${
        isFinal(payment.status)
          ? ""
          : html`<script nonce="${nonce}">
              ${raw(CHECKOUT_SCRIPT)}
            </script>`
      }`
  )
}

/** A page that only says something. */
export function messageView(title: string, message: string) {
  return document(
    title,
    html`<h1>${title}</h1>
      <p class="about">${message}</p>`
  )
}

function body(props: PaymentViewProps) {
  const { payment, choosing } = props
  if (isPaid(payment.status)) {
    return paid(payment)
  }
  if (isFinal(payment.status)) {
    return unpaid(payment)
  }
  return payment.target === null || choosing
    ? choice(props)
    : transfer(props, payment.target)
}

function choice(props: PaymentViewProps) {
  const { payment, coins } = props
  if (coins.length === 0) {
    return html`<p class="error">
      The merchant has no wallet for ${payment.is_test ? "test" : "live"}
      payments.
    </p>`
  }
  return html`<form method="post" action="/pay/${payment.id}/coin">
      <fieldset>
        <legend>Pay with</legend>
        <div class="coins">
          ${coins.map(
            ({ code, name, blockchain }, index) =>
              html`<label class="coin">
                <input
                  type="radio"
                  name="currency"
                  value="${code}"
                  required
                  ${index === 0 ? "checked" : ""}
                />
                <span>${name} <small>${blockchain}</small></span>
              </label>`
          )}
        </div>
      </fieldset>
      <button class="main">Continue</button>
    </form>
    ${leave(props)}`
}

function transfer(props: PaymentViewProps, target: PaymentTarget) {
  const { payment, coins } = props
  const coin = coins.find(({ code }) => code === target.currency)
  return html`<dl>
      <dt>Send exactly</dt>
      <dd>
        <output id="amount">${target.amount}</output> ${target.currency}
        ${copyButton("amount", "Copy the amount")}
      </dd>
      <dt>To this address${coin ? ` on ${coin.blockchain}` : ""}</dt>
      <dd>
        <output id="address">${target.wallet_address}</output>
        ${copyButton("address", "Copy the address")}
      </dd>
    </dl>
    <div class="qr" role="img" aria-label="QR code of the address">
      ${raw(renderSVG(target.wallet_address, { border: 2 }))}
    </div>
    ${
      payment.underpaid_amount === null
        ? ""
        : html`<p class="error" role="status">
            ${payment.underpaid_amount} ${target.currency} arrived, which is
            less than the amount. The payment stays open.
          </p>`
    }
    <form method="post" action="/pay/${payment.id}/send">
      <button class="main">Send test coins</button>
    </form>
    ${
      payment.flow === "widget"
        ? html`<p class="links">
            <a href="/pay/${payment.id}?choose">Choose another coin</a>
          </p>`
        : ""
    }
    ${leave(props)}`
}

function leave({ payment, remainingMs }: PaymentViewProps) {
  const seconds = Math.max(0, Math.floor(remainingMs / 1_000))
  const end = new Date(payment.expires_at_ms).toISOString().slice(11, 19)
  return html`<p class="countdown">
      Time left:
      <span
        role="timer"
        data-seconds="${seconds}"
        data-status="${payment.status}"
        data-status-url="/pay/${payment.id}/status"
        >until ${end} UTC</span
      >
    </p>
    <form method="post" action="/pay/${payment.id}/cancel">
      <button class="quiet">Cancel the payment</button>
    </form>`
}

function paid(payment: Payment) {
  return html`<p class="outcome good" role="status">Paid</p>
    <p class="about">
      ${payment.target?.amount} ${payment.target?.currency} received.
    </p>
    ${
      payment.success_url === null
        ? ""
        : html`<p>
            <a class="main" href="${payment.success_url}">Back to the shop</a>
          </p>`
    }`
}

function unpaid(payment: Payment) {
  const failed = payment.status === "failed"
  return html`<p class="outcome bad" role="status">
      ${failed ? "Failed" : "Expired"}
    </p>
    <p class="about">
      ${
        failed
          ? "The payment did not work."
          : "The time to pay is over. Please do not send anything."
      }
    </p>
    ${
      payment.fail_url === null
        ? ""
        : html`<p>
            <a class="main" href="${payment.fail_url}">Back to the shop</a>
          </p>`
    }`
}

function copyButton(source: string, label: string) {
  return html`<button
    type="button"
    class="copy"
    data-copy="${source}"
    data-label="${label}"
    aria-label="${label}"
    hidden
  >
    Copy
  </button>`
}
