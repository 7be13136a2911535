import { randomBytes } from "node:crypto"
import { Hono, type Context } from "hono"
import { pageHeaders } from "../page-headers"
import { isFinal, isPaid, type Payment } from "../payments/payment"
import { refuseOtherSites } from "../refuse-other-sites"
import type { World } from "../world"
import { messageView, paymentView } from "./views"

/**
 * The checkout page under /pay. Everything works with plain form posts:
 * `POST /pay/:id/coin` (field `currency`), `/send` and `/cancel`. H2H payments
 * have a page too, though the API does not tell its address: it is the place
 * to send their test coins from.
 */
export function checkoutRoutes(world: World): Hono {
  const checkout = new Hono()

  checkout.use(
    refuseOtherSites({
      publicUrl: world.baseUrl,
      use: "checkout",
      refuse: (c, reason) => c.html(messageView("Refused", reason), 403),
    })
  )

  checkout.get("/:id", (c) => {
    const payment = world.payments.find(c.req.param("id"))
    return payment ? show(c, payment) : unknown(c)
  })

  checkout.get("/:id/status", (c) => {
    const payment = world.payments.find(c.req.param("id"))
    if (!payment) {
      return c.json({ message: "unknown payment" }, 404)
    }
    return c.json({
      status: payment.status,
      redirect_url: shopUrlOf(payment),
    })
  })

  checkout.post("/:id/coin", async (c) => {
    const payment = world.payments.find(c.req.param("id"))
    if (!payment) {
      return unknown(c)
    }
    const { currency } = await c.req.parseBody()
    const coin = world.payments
      .coinsFor(payment)
      .find(({ code }) => code === currency)
    if (isFinal(payment.status)) {
      return show(c, payment, { status: 409 })
    }
    if (!coin) {
      const error = "Pick one of the coins below."
      return show(c, payment, { status: 400, error })
    }
    world.payments.chooseCoin(payment, coin)
    return c.redirect(`/pay/${payment.id}`, 303)
  })

  checkout.post("/:id/send", (c) => {
    const payment = world.payments.find(c.req.param("id"))
    if (!payment) {
      return unknown(c)
    }
    if (payment.status === "created") {
      const error = "Pick a coin first."
      return show(c, payment, { status: 409, error })
    }
    if (payment.status === "pending") {
      world.payments.finish(payment, "confirmed")
    }
    return isPaid(payment.status)
      ? c.redirect(payment.success_url ?? `/pay/${payment.id}`, 303)
      : show(c, payment, { status: 409 })
  })

  checkout.post("/:id/cancel", (c) => {
    const payment = world.payments.find(c.req.param("id"))
    if (!payment) {
      return unknown(c)
    }
    if (!isFinal(payment.status)) {
      world.payments.finish(payment, "expired")
    }
    return isPaid(payment.status)
      ? show(c, payment, { status: 409 })
      : c.redirect(payment.fail_url ?? `/pay/${payment.id}`, 303)
  })

  return checkout

  function show(
    c: Context,
    payment: Payment,
    { status = 200, error }: { status?: 200 | 400 | 409; error?: string } = {}
  ) {
    const nonce = randomBytes(16).toString("base64")
    const page = paymentView({
      payment,
      coins: world.payments.coinsFor(payment),
      merchantName: world.merchants.get(payment.merchant_id)?.name ?? "",
      remainingMs: payment.expires_at_ms - world.now().getTime(),
      choosing: c.req.query("choose") !== undefined,
      nonce,
      ...(error === undefined ? {} : { error }),
    })
    return c.html(page, status, pageHeaders(nonce))
  }
}

/** Where a buyer goes once the payment is over; null where the shop named no place. */
function shopUrlOf({ status, success_url, fail_url }: Payment): string | null {
  if (!isFinal(status)) {
    return null
  }
  return isPaid(status) ? success_url : fail_url
}

function unknown(c: Context) {
  const page = messageView("Unknown payment", "There is no such payment here.")
  return c.html(page, 404)
}
