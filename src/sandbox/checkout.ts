import { type Context, Hono } from "hono"
import { html, raw } from "hono/html"
import { renderSVG } from "uqr"
import { sendPage } from "./page"
import { rejectCrossSite } from "./requests"
import type { Surroundings } from "./surroundings"
import {
  isOpen,
  isPaid,
  type Payment,
  type PaymentTarget,
  type World,
} from "./world"

type CheckoutEnv = { Variables: { payment: Payment } }

/**
 * The hosted page under /pay: plain form posts. Inline payments have one too, though the API
 * returns no address of it.
 */
export function checkoutRoutes(world: World): Hono<CheckoutEnv> {
  const checkout = new Hono<CheckoutEnv>()
  const { payments, surroundings } = world

  checkout.use(
    rejectCrossSite(surroundings, "checkout", (c, reason) =>
      sendMessage(c, 403, "Forbidden", reason)
    )
  )

  checkout.get("/:id/status", (c) => {
    const payment = payments.byId.get(c.req.param("id"))
    if (!payment) return c.json({ message: "unknown payment" }, 404)
    return c.json({ status: payment.status, redirect_url: shopUrlOf(payment) })
  })

  checkout.use("/:id/*", async (c: Context<CheckoutEnv>, next) => {
    const payment = payments.byId.get(c.req.param("id") ?? "")
    if (payment) {
      c.set("payment", payment)
      return next()
    }
    const message = "This payment does not exist."
    return sendMessage(c, 404, "Unknown payment", message)
  })
  checkout.get("/:id", (c) => show(c))
  checkout.post("/:id/coin", async (c) => {
    const payment = c.get("payment")
    const { currency } = await c.req.parseBody()
    if (!isOpen(payment.status)) return show(c, 409)
    if (!payments.chooseCoin(payment, currency)) {
      return show(c, 400, "Pick one of the coins below.")
    }
    return c.redirect(`/pay/${payment.id}`, 303)
  })

  checkout.post("/:id/send", (c) => {
    const payment = c.get("payment")
    if (payment.status === "created") return show(c, 409, "Pick a coin first.")
    if (payment.status === "pending") payments.finish(payment, "confirmed")
    if (!isPaid(payment.status)) return show(c, 409)
    return c.redirect(payment.success_url ?? `/pay/${payment.id}`, 303)
  })

  checkout.post("/:id/cancel", (c) => {
    const payment = c.get("payment")
    if (isOpen(payment.status)) payments.finish(payment, "expired")
    if (isPaid(payment.status)) return show(c, 409)
    return c.redirect(payment.fail_url ?? `/pay/${payment.id}`, 303)
  })

  return checkout

  function show(c: Context<CheckoutEnv>, status?: 400 | 409, error?: string) {
    const payment = c.get("payment")
    const { original_amount, original_currency, description } = payment
    const isChoosing = c.req.query("choose") !== undefined
    return sendPage(c, {
      title: `Pay ${original_amount} ${original_currency}`,
      content: html`<p class="shop">
          ${surroundings.merchants.get(payment.merchant_id)?.name}
        </p>
        <h1>Hosted page of the sandbox</h1>
        <p class="price">
          ${original_amount} <small>${original_currency}</small>
        </p>
        ${description && html`<p class="about">${description}</p>`}
        ${error && html`<p class="error" role="alert">${error}</p>`}
        ${statusView(world, payment, isChoosing)}
        <p class="reference">Payment ${payment.id}</p>`,
      script: isOpen(payment.status) ? CHECKOUT_SCRIPT : undefined,
      status,
    })
  }
}

function sendMessage(
  c: Context,
  status: 403 | 404,
  title: string,
  message: string
) {
  const content = html`<h1>${title}</h1>
    <p class="about">${message}</p>`
  return sendPage(c, { title, content, status })
}

function shopUrlOf({ status, success_url, fail_url }: Payment): string | null {
  if (isOpen(status)) return null
  return isPaid(status) ? success_url : fail_url
}

function statusView(
  world: World,
  payment: Payment,
  isChoosing: boolean
): ReturnType<typeof html> {
  const { target, success_url, fail_url } = payment
  switch (payment.status) {
    case "confirmed":
    case "confirmed_manual": {
      const amount = payment.received_amount ?? target?.amount
      const received = `${amount} ${target?.currency} received.`
      return outcome("good", "Paid", received, success_url)
    }
    case "failed":
      return outcome("bad", "Failed", "The payment failed.", fail_url)
    case "expired": {
      const message = "The time to pay has ended. Do not send any coins."
      return outcome("bad", "Expired", message, fail_url)
    }
    case "created":
    case "pending":
      return html`${
        target === null || isChoosing
          ? choice(world, payment)
          : transfer(world, payment, target)
      }
      ${countdownAndCancel(world.surroundings, payment)}`
  }
}

function choice({ payments }: World, payment: Payment) {
  const coins = payments.coinsFor(payment)
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
                ${index === 0 && "checked"}
              />
              <span>${name} <small>${blockchain}</small></span>
            </label>`
        )}
      </div>
    </fieldset>
    <button class="main">Continue</button>
  </form>`
}

function transfer(
  { payments }: World,
  payment: Payment,
  target: PaymentTarget
) {
  const { currency, amount, wallet_address } = target
  const network = payments.coinOf(payment, target)?.blockchain
  return html`<dl>
      <dt>Send exactly</dt>
      <dd><output id="amount">${amount}</output> ${currency}</dd>
      <dt>To this address on ${network}</dt>
      <dd><output id="address">${wallet_address}</output></dd>
    </dl>
    <div class="qr" role="img" aria-label="QR code of the address">
      ${raw(renderSVG(wallet_address, { border: 2 }))}
    </div>
    ${
      payment.underpaid_amount &&
      html`<p class="error" role="status">
        ${payment.underpaid_amount} ${currency} arrived, which is less than the
        amount. The payment stays open.
      </p>`
    }
    <form method="post" action="/pay/${payment.id}/send">
      <button class="main">Send test coins</button>
    </form>
    ${
      payment.flow === "widget" &&
      html`<p class="links">
        <a href="/pay/${payment.id}?choose">Choose another coin</a>
      </p>`
    }`
}

function countdownAndCancel({ now }: Surroundings, payment: Payment) {
  const remainingMs = payment.expires_at_ms - now().getTime()
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
    ${shopUrl && html`<p><a class="main" href="${shopUrl}">Back to the shop</a></p>`}`
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

  const outputs = document.querySelectorAll("output")
  for (const output of navigator.clipboard ? outputs : []) {
    const button = document.createElement("button")
    // A screen reader reads the label, not the text.
    const show = (text, label) => {
      button.textContent = text
      button.setAttribute("aria-label", label)
    }
    button.className = "quiet copy"
    button.onclick = async () => {
      await navigator.clipboard.writeText(output.textContent)
      show("Copied", "Copied")
      setTimeout(() => show("Copy", "Copy the " + output.id), 2000)
    }
    show("Copy", "Copy the " + output.id)
    output.parentNode.append(" ", button)
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
