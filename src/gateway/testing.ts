import type { Payment, WebhookEvent } from "./schemas"

export { replayGateway, type ReplayedGateway } from "./replay"
export { signWebhook, type WebhookHeaders } from "./webhooks"

/** A payment as read while no coin is chosen (contract §4, first shape). */
export const createdPayment = {
  id: "n9cdFaTccYbXecVekHKW8Q",
  external_id: "cart_01JTESTCART0000000000000000",
  status: "created",
  created_at: "2026-01-15T12:00:00.000Z",
  is_test: true,
  url: "https://gateway.example/pay/n9cdFaTccYbXecVekHKW8Q",
  original_amount: "19.90",
  original_currency: "EUR",
} satisfies Payment

/** The same payment read after it was paid (second shape). */
export const confirmedPayment = {
  ...createdPayment,
  status: "confirmed",
  wallet_address: "TTestWalletAddress0000000000000000",
  amount: "21.57",
  currency: "USDT_TRC20",
} satisfies Payment

const { amount, currency } = confirmedPayment
const { id, external_id, original_amount, original_currency } = createdPayment

const event = {
  external_id,
  id,
  original_amount,
  original_currency,
  terminal_id: "deprecated",
  merchant_id: "5f0c7a3e-7d0b-4c53-9a55-0d5c3f4c9b11",
}

/** The body of a webhook for each terminal status (contract §6). */
export const webhookEvents = {
  confirmed: { status: "confirmed", ...event, amount, currency },
  confirmed_manual: { status: "confirmed_manual", ...event, amount, currency },
  failed: { status: "failed", ...event, amount, currency },
  expired: { status: "expired", ...event },
} satisfies Record<string, WebhookEvent>
