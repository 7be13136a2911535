import { createRequire } from "node:module"
import { z } from "zod"
import type { Payment } from "./payments"
import type { Surroundings } from "./surroundings"

const { version } = z
  .object({ version: z.string() })
  .parse(
    createRequire(__filename)("medusa-payment-crypto-sandbox/package.json")
  )

/** What the sandbox's webhooks name as their sender. */
export const USER_AGENT = `medusa-payment-crypto-sandbox/${version} node/${process.versions.node}`

/** Where a webhook goes: `callback_params` are published to be passed there, and how is not. */
export function callbackUrl(
  { callback_params }: Payment,
  url: string,
  { options }: Surroundings
): string {
  if (options.contractOnly) return url
  const withParams = new URL(url)
  for (const [name, value] of Object.entries(callback_params)) {
    const text = typeof value === "string" ? value : JSON.stringify(value)
    withParams.searchParams.append(name, text)
  }
  return withParams.href
}

/** What a webhook says (contract §6). Nothing was paid when the payment expired. */
export function webhookBody(payment: Payment): string {
  const { status, received_amount, target } = payment
  const coin = target && {
    amount: received_amount ?? target.amount,
    currency: target.currency,
  }
  return JSON.stringify({
    id: payment.id,
    external_id: payment.external_id,
    status,
    original_amount: payment.original_amount,
    original_currency: payment.original_currency,
    ...(status !== "expired" && coin),
    merchant_id: payment.merchant_id,
    terminal_id: "deprecated",
  })
}
