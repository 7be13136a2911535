import type { Context } from "hono"
import { z } from "zod"
import { requestFault, webhookFault } from "../faults"
import { isFinal, isPaid, type Payment } from "../payments/payment"
import type { PaymentBook } from "../payments/payment-book"

/** An error of a control request; the message is the response. */
export class ControlError extends Error {
  readonly status: 400 | 403 | 404 | 409

  constructor(status: 400 | 403 | 404 | 409, message: string) {
    super(message)
    this.status = status
  }
}

/** Body of `POST /control/payments/:id/coin`. */
export const coinRequest = z.strictObject({ currency: z.string() })

/**
 * Body of `POST /control/payments/:id/pay`: a transfer of the exact amount, of
 * less, of more, or one after the countdown.
 */
export const payRequest = z.strictObject({
  kind: z.enum(["exact", "under", "over", "late"]).default("exact"),
})

/** Body of `POST /control/clock`. */
export const clockRequest = z.strictObject({
  advance_seconds: z.number().min(0).max(31_536_000),
})

/** Body of `POST /control/faults`; appended to the faults that wait. */
export const faultsRequest = z.strictObject({
  webhooks: z.array(webhookFault).default([]),
  requests: z.array(requestFault).default([]),
})

/** Body of `POST /control/merchants`: a merchant as in the options. */
export const newMerchantRequest = z.strictObject({
  id: z.string().min(1),
  name: z.string().optional(),
  api_key: z.union([z.string(), z.array(z.string())]).optional(),
  public_key: z.string().optional(),
  webhook_secret: z.string().min(1),
  suspended: z.boolean().optional(),
  wallets: z.array(z.string()).optional(),
})

/** Body of `POST /control/merchants/:id`. */
export const merchantRequest = z.strictObject({
  suspended: z.boolean().optional(),
  rotate_key: z.boolean().optional(),
  rotate_webhook_secret: z.boolean().optional(),
  wallets: z.array(z.string()).optional(),
})

/** Parses the JSON body; an empty one counts as `{}`. Throws 400. */
export async function bodyOf<Body>(
  c: Context,
  schema: z.ZodType<Body>
): Promise<Body> {
  const text = await c.req.text()
  const parsed = schema.safeParse(parseJson(text === "" ? "{}" : text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join(".") || "body"
    throw new ControlError(400, `${field}: ${issue?.message ?? "invalid"}`)
  }
  return parsed.data
}

/**
 * Plays a transfer. "exact" and "over" confirm an open payment, "under" leaves
 * it pending, "late" confirms an expired one.
 */
export function playTransfer(
  payments: PaymentBook,
  payment: Payment,
  kind: "exact" | "under" | "over" | "late"
): void {
  if (
    kind === "late" ? payment.status !== "expired" : isFinal(payment.status)
  ) {
    throw conflict(`pay "${kind}"`, payment)
  }
  switch (kind) {
    case "exact":
    case "late":
      return payments.finish(payment, "confirmed")
    case "over":
      return payments.confirmOverpayment(payment)
    case "under":
      return payments.recordUnderpayment(payment)
  }
}

/** Picks a coin, as the buyer does on the checkout page. */
export function pickCoin(
  payments: PaymentBook,
  payment: Payment,
  currency: string
): void {
  if (isFinal(payment.status)) {
    throw conflict("choose a coin for", payment)
  }
  const coin = payments.coinsFor(payment).find(({ code }) => code === currency)
  if (!coin) {
    throw new ControlError(
      400,
      `currency: ${currency} is not available for this payment`
    )
  }
  payments.chooseCoin(payment, coin)
}

/** Confirms an open, expired or failed payment as the merchant does on the dashboard. */
export function confirmManually(payments: PaymentBook, payment: Payment): void {
  if (isPaid(payment.status)) {
    throw conflict("confirm", payment)
  }
  payments.finish(payment, "confirmed_manual")
}

/** Ends an open payment without money. */
export function endUnpaid(
  payments: PaymentBook,
  payment: Payment,
  status: "failed" | "expired"
): void {
  if (isFinal(payment.status)) {
    throw conflict(`make ${status}`, payment)
  }
  payments.finish(payment, status)
}

function conflict(verb: string, { id, status }: Payment): ControlError {
  return new ControlError(409, `cannot ${verb} payment ${id}: it is ${status}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ControlError(400, "body: must be JSON")
  }
}
