/** A list of the contract whose every entry has a row in the README, named as here. */
export type ContractList = {
  /** Heading of its table. */
  heading: string
  items: string[]
}

/** Contract §2 to 9, and what is published besides. */
export const CONTRACT: ContractList[] = [
  {
    heading: "Resources and fields (section 2)",
    items: [
      "Merchant: `id`, `name`, `balance`, `created_at`",
      "Payment: `id`, `external_id`, `status`, `created_at`, `is_test`",
      "Payment, widget only: `url`",
      "Payment with a coin: `wallet_address`, `amount`, `currency`",
      "No coin while `created` or `expired`",
      "Further fields of a payment: not shown",
      "Create: `amount`, a number",
      "Create: `currency`, `external_id`",
      "Create, h2h: `target_currency`, `auto_trace`",
      "Create, widget: `success_url`, `fail_url`",
      "Create: `callback_url`",
      "Create: `metadata`, `fee_payer`",
      "Create: `is_test`",
      "Currency: `code`, `name`, `blockchain`",
      "`code` is what `target_currency` accepts",
    ],
  },
  {
    heading: "States (section 3)",
    items: [
      "`created`, `expired`: not paid",
      "`confirmed`, `confirmed_manual`: paid",
      "Paid in time: `created` to `confirmed`",
      "A final status is announced",
      "Full list of states: not shown",
    ],
  },
  {
    heading: "Endpoints (section 4)",
    items: [
      "`POST /v1/payments/widget`",
      "`POST /v1/payments/h2h`",
      "`GET /v1/payments/{id}`",
      "`GET /v1/payments`",
      "`GET /v1/currencies`",
      "`GET /v1/merchants`",
      "Creation is idempotent on `external_id`",
      "Fields and order of the list: not shown",
    ],
  },
  {
    heading: "Authentication (section 5)",
    items: [
      "`x-merchant-id`",
      "`x-api-key`",
      "`x-sign`",
      "Both sent: only the key counts",
      "Every failure is 401",
      "401: wrong id, wrong key, rotated key, suspended",
      "Hex RSA-SHA256, verified with the public key",
      "Signed: method and path with `/v1`",
      "Signed: query as compact JSON, if there is one",
      "Signed: raw body, if there is one",
    ],
  },
  {
    heading: "Webhooks (section 6)",
    items: [
      "`x-webhook-timestamp`, Unix seconds",
      "`x-webhook-signature`, hex HMAC-SHA256",
      "`content-type: application/json`",
      "Over the exact bytes received",
      "Payload: `status`, `external_id`, `id`, `original_amount`, `original_currency`, `amount`, `currency`, `terminal_id`, `merchant_id`",
      "2xx ends it, anything else is retried",
      "Deduplicate on `id` and `status`",
      "What was not signed is not acted on",
      "Which statuses are announced: not shown",
    ],
  },
  {
    heading: "Errors (section 7)",
    items: [
      "401 `MERCHANT_NOT_FOUND`",
      "401 `INVALID_CREDENTIALS`",
      "400 `PAYMENT_ALREADY_EXISTS`",
      "400 `WALLET_NOT_FOUND`",
      "400 `VALIDATION_ERROR`",
      "404 `PAYMENT_NOT_FOUND`",
      "404 `CURRENCY_NOT_FOUND`",
      "429, with and without `Retry-After`",
      "5xx",
      "Transport failure",
      "Shape of the error body: not shown",
      "The raw code is on each error",
    ],
  },
  {
    heading: "Limits (section 8)",
    items: [
      "Webhook retry: once a minute, 60 times, one hour",
      "Checkout countdown",
      "Pagination defaults: `limit` 20, `offset` 0",
      "Deep-link parameter of a chat bot: 64 characters",
      "Per-request timeout: 30 s",
      "Webhook timestamp tolerance: 300 s",
      "Polling: first delay 5 s, growth up to 30 s",
      "Polling: respects `Retry-After` on 429",
      "Polling: gives up after 1800 s",
      "Maximum `limit`: not shown",
    ],
  },
  {
    heading: "Versioning (section 9)",
    items: [
      "Every path starts with `/v1`",
      "`/v1` is part of what is signed",
      "Same host and key for test and live",
    ],
  },
  {
    heading: "Published, and not in the contract",
    items: [
      "Status of a creation",
      "A repeated creation",
      "`url` in reads: in the contract",
      "Priced currencies",
      "Create, h2h: `client_ip`, `browser`",
      "`metadata.products`",
      "`metadata.callback_params`",
      "Final statuses",
      "`DELETE /v1/payments/{id}`",
      "Webhook of an expired payment",
      "Codes of coins",
      "User-Agent",
    ],
  },
]
