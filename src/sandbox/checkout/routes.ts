import { randomBytes } from "node:crypto"
import { type Context, Hono } from "hono"
import { rejectCrossSite } from "../cross-site"
import { pageHeaders } from "../page"
import { isFinal, isPaid, type Payment } from "../payments/payment"
import type { World } from "../world"
import { messageView, paymentView } from "./views"

/**
 * The checkout page under /pay. Everything works with plain form posts:
 * `POST /pay/:id/coin` (field `currency`), `/send` and `/cancel`. H2H payments
 * have a page too, though the API does not return its address: their test coins
 * are sent from there.
 */
export function checkoutRoutes(world: World): Hono {
  const checkout = new Hono()
  const { payments } = world

  checkout.use(
    rejectCrossSite({
      publicUrl: world.baseUrl,
      use: "checkout",
      reject: (c, reason) => c.html(messageView("Forbidden", reason), 403),
    })
  )

  checkout.get("/:id", (c) => withPayment(c, (payment) => show(c, payment)))

  checkout.get("/:id/status", (c) => {
    const payment = payments.find(c.req.param("id"))
    if (!payment) {
      return c.json({ message: "unknown payment" }, 404)
    }
    return c.json({ status: payment.status, redirect_url: shopUrlOf(payment) })
  })

  checkout.post("/:id/coin", async (c) => {
    const { currency } = await c.req.parseBody()
    return withPayment(c, (payment) => {
      if (isFinal(payment.status)) {
        return show(c, payment, { status: 409 })
      }
      const coins = payments.coinsFor(payment)
      const coin = coins.find(({ code }) => code === currency)
      if (!coin) {
        const error = "Pick one of the coins below."
        return show(c, payment, { status: 400, error })
      }
      payments.chooseCoin(payment, coin)
      return c.redirect(`/pay/${payment.id}`, 303)
    })
  })

  checkout.post("/:id/send", (c) =>
    withPayment(c, (payment) => {
      if (payment.status === "created") {
        const error = "Pick a coin first."
        return show(c, payment, { status: 409, error })
      }
      if (payment.status === "pending") {
        payments.finish(payment, "confirmed")
      }
      return isPaid(payment.status)
        ? c.redirect(payment.success_url ?? `/pay/${payment.id}`, 303)
        : show(c, payment, { status: 409 })
    })
  )

  checkout.post("/:id/cancel", (c) =>
    withPayment(c, (payment) => {
      if (!isFinal(payment.status)) {
        payments.finish(payment, "expired")
      }
      return isPaid(payment.status)
        ? show(c, payment, { status: 409 })
        : c.redirect(payment.fail_url ?? `/pay/${payment.id}`, 303)
    })
  )

  return checkout

  function withPayment(
    c: Context,
    respond: (payment: Payment) => Response | Promise<Response>
  ) {
    const payment = payments.find(c.req.param("id") ?? "")
    return payment
      ? respond(payment)
      : c.html(
          messageView("Unknown payment", "This payment does not exist."),
          404
        )
  }

  function show(
    c: Context,
    payment: Payment,
    { status = 200, error }: { status?: 200 | 400 | 409; error?: string } = {}
  ) {
    const nonce = randomBytes(16).toString("base64")
    const page = paymentView({
      payment,
      coins: payments.coinsFor(payment),
      merchantName: world.merchants.get(payment.merchant_id)?.name ?? "",
      remainingMs: payment.expires_at_ms - world.now().getTime(),
      isChoosing: c.req.query("choose") !== undefined,
      nonce,
      error,
    })
    return c.html(page, status, pageHeaders(nonce))
  }
}

/** The page of the shop after a final status; null when the shop named none. */
function shopUrlOf({ status, success_url, fail_url }: Payment): string | null {
  if (!isFinal(status)) {
    return null
  }
  return isPaid(status) ? success_url : fail_url
}
