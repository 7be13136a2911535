import { html, raw } from "hono/html"
import { renderSVG } from "uqr"
import { document } from "../page"
import type { Coin } from "../payments/coins"
import {
  isFinal,
  isPaid,
  type Payment,
  type PaymentTarget,
} from "../payments/payment"

/** The checkout page of a payment in its current status. */
export function paymentView(props: PaymentViewProps) {
  const { payment, nonce, error } = props
  const { original_amount, original_currency, description } = payment
  return document(
    `Pay ${original_amount} ${original_currency}`,
    html`<p class="shop">${props.merchantName}</p>
      <h1>Sandbox checkout</h1>
      <p class="price">
        ${original_amount} <small>${original_currency}</small>
      </p>
      ${description === null ? "" : html`<p class="about">${description}</p>`}
      ${
        error === undefined
          ? ""
          : html`<p class="error" role="alert">${error}</p>`
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

/** A page with a title and one sentence. */
export function messageView(title: string, message: string) {
  return document(
    title,
    html`<h1>${title}</h1>
      <p class="about">${message}</p>`
  )
}

type PaymentViewProps = {
  payment: Payment
  /** Coins the buyer may pick. */
  coins: Coin[]
  merchantName: string
  remainingMs: number
  /** The buyer wants to pick another coin. */
  isChoosing: boolean
  /** Allows the script of the page. */
  nonce: string
  error: string | undefined
}

function body(props: PaymentViewProps) {
  const { payment, isChoosing } = props
  if (isPaid(payment.status)) {
    const { amount, currency } = payment.target ?? {}
    const received = `${amount} ${currency} received.`
    return outcome("good", "Paid", received, payment.success_url)
  }
  if (payment.status === "failed") {
    return outcome("bad", "Failed", "The payment failed.", payment.fail_url)
  }
  if (payment.status === "expired") {
    const message = "The time to pay has ended. Do not send any coins."
    return outcome("bad", "Expired", message, payment.fail_url)
  }
  return payment.target === null || isChoosing
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
    ${countdownAndCancel(props)}`
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
    ${countdownAndCancel(props)}`
}

function countdownAndCancel({ payment, remainingMs }: PaymentViewProps) {
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

function outcome(
  tone: "good" | "bad",
  title: string,
  message: string,
  shopUrl: string | null
) {
  return html`<p class="outcome ${tone}" role="status">${title}</p>
    <p class="about">${message}</p>
    ${
      shopUrl === null
        ? ""
        : html`<p><a class="main" href="${shopUrl}">Back to the shop</a></p>`
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

/** The countdown, the copy buttons, and a reload when the payment has changed. */
const CHECKOUT_SCRIPT = `
(() => {
  const timer = document.querySelector("[role=timer]")
  const endsAt = Date.now() + Number(timer.dataset.seconds) * 1000
  const tick = () => {
    const left = Math.max(0, Math.round((endsAt - Date.now()) / 1000))
    const two = (number) => String(number).padStart(2, "0")
    timer.textContent =
      two(Math.floor(left / 60)) + ":" + two(left % 60)
  }
  tick()
  setInterval(tick, 1000)

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy)
      await navigator.clipboard.writeText(source.textContent)
      const label = button.dataset.label
      button.textContent = "Copied"
      // A screen reader reads the label, not the text.
      button.setAttribute("aria-label", "Copied")
      setTimeout(() => {
        button.textContent = "Copy"
        button.setAttribute("aria-label", label)
      }, 2000)
    })
  }

  const poll = async () => {
    try {
      const response = await fetch(timer.dataset.statusUrl)
      const { status, redirect_url } = await response.json()
      if (status !== timer.dataset.status) {
        if (redirect_url) location.assign(redirect_url)
        else location.reload()
        return
      }
    } catch {
      // The sandbox may be restarting; the next poll can succeed.
    }
    setTimeout(poll, 2000)
  }
  setTimeout(poll, 2000)
})()
`
