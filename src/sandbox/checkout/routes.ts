import { type Context, Hono } from "hono"
import { html } from "hono/html"
import { sendPage } from "../page"
import { isOpen, isPaid, type Payment } from "../payments"
import { rejectCrossSite } from "../requests"
import type { World } from "../world"
import { CHECKOUT_SCRIPT, paymentView } from "./views"

type CheckoutEnv = { Variables: { payment: Payment } }

/** The checkout page under /pay: plain form posts, and a page for H2H payments too, though the API returns no address of it. */
export function checkoutRoutes(world: World): Hono<CheckoutEnv> {
  const checkout = new Hono<CheckoutEnv>()
  const { payments } = world

  checkout.use(
    rejectCrossSite(world, "checkout", (c, reason) =>
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
    const isChoosing = c.req.query("choose") !== undefined
    return sendPage(c, {
      title: `Pay ${payment.original_amount} ${payment.original_currency}`,
      content: paymentView(world, payment, { isChoosing, error }),
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
