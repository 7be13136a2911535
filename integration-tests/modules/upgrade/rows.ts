/** A row as the driver takes it: column by column. */
export type Row = Record<string, unknown>

/** Rows by table. */
export type Fill = Partial<Record<LedgerTable, Row[]>>

/** The ledger's tables, each after those that it refers to. */
export const ledgerTables = [
  "crypto_payment",
  "crypto_payment_event",
  "crypto_payment_refund",
  "crypto_webhook_health",
  "crypto_payment_outbox",
  "crypto_payment_task",
  "crypto_unpaid_order",
  "crypto_refund_request",
  "crypto_notice",
  "crypto_gateway_health",
  "crypto_books_comparison",
] as const

/** Of sums alone, which are counted from the ledger; the spec of migrations says how. */
export const tablesOfTotals = [
  "crypto_payment_total",
  "crypto_payment_stale_total",
]

export type LedgerTable = (typeof ledgerTables)[number]

const minuteMs = 60_000

/** A moment so many minutes ago. */
export function ago(minutes: number): Date {
  return new Date(Date.now() - minutes * minuteMs)
}

export const days = 24 * 60

/** Text as wide as each version let a gateway write: 512 characters of four bytes, no two runs alike. */
export const widestText = Array.from({ length: 512 }, (_, n) =>
  String.fromCodePoint(0x1f300 + ((n * 389) % 1_000))
).join("")

/** An open attempt of the cart `cart_<name>`, as the first version wrote it. */
export function attempt(name: string, patch: Row = {}): Row {
  return {
    id: `cpay_${name}`,
    provider_id: "pp_crypto_crypto",
    merchant_id: "merchant-1",
    flow: "widget",
    external_id: `cart_${name}`,
    gateway_payment_id: `Gateway-${name}`,
    cart_id: `cart_${name}`,
    payment_collection_id: `pay_col_${name}`,
    payment_session_id: `payses_${name}`,
    session_ids: [`payses_before_${name}`, `payses_${name}`],
    amount: "19.99",
    currency_code: "eur",
    checkout_url: `https://gateway.example/pay/${name}`,
    is_test: false,
    gateway_status: "created",
    state: "open",
    checks: 3,
    opened_at: ago(60),
    next_check_at: ago(1),
    created_at: ago(61),
    updated_at: ago(60),
    ...patch,
  }
}

/** What money that the gateway confirmed adds to it. */
export function paid(patch: Row = {}): Row {
  return {
    gateway_status: "confirmed",
    gateway_amount: "19.99",
    gateway_currency: "EUR",
    crypto_amount: "21.53",
    crypto_currency: "USDT",
    // Of all payments in this coin.
    wallet_address: "TSharedWalletAddress",
    state: "paid",
    paid_at: ago(50),
    ...patch,
  }
}

/** An attempt with an order; before version 5 nothing looked at it again. */
export function settled(name: string, patch: Row = {}): Row {
  return attempt(name, {
    ...paid(),
    state: "settled",
    authorized_session_id: `payses_${name}`,
    payment_id: `pay_${name}`,
    order_id: `order_${name}`,
    settled_at: ago(49),
    next_check_at: null,
    ...patch,
  })
}

/** An attempt that needs attention; its name is the reason unless it has one. */
export function needsAttention(
  reason: string,
  patch: Row = {},
  name = reason
): Row {
  return attempt(name, {
    ...paid(),
    state: "attention",
    attention_reason: reason,
    attention_detail: `Why it is ${reason}.`,
    next_check_at: null,
    ...patch,
  })
}

/** A refund that was recorded for an attempt. */
export function refund(name: string, of: string, patch: Row = {}): Row {
  return {
    id: `cpayref_${name}`,
    crypto_payment_id: `cpay_${of}`,
    amount: "5.00",
    currency_code: "eur",
    transaction_hash: `0x${name}`,
    created_by: "user_1",
    created_at: ago(30),
    ...patch,
  }
}

/** A refund request of an attempt that waits for its address. */
export function refundRequest(name: string, of: string, patch: Row = {}): Row {
  return {
    id: `cpayreq_${name}`,
    crypto_payment_id: `cpay_${of}`,
    amount: "5.00",
    currency_code: "eur",
    crypto_amount: "5.38502376",
    crypto_currency: "USDT_TRC20",
    crypto_name: "Tether USD",
    crypto_network: "Tron",
    policy: "coins_as_paid",
    valid_days: 14,
    expires_at: ago(-14 * days),
    created_by: "user_1",
    created_at: ago(30),
    ...patch,
  }
}

let entries = 0

/** An entry of an attempt's timeline. */
export function entry(of: string, type: string, patch: Row = {}): Row {
  entries++
  return {
    id: `cpayev_${entries}`,
    crypto_payment_id: `cpay_${of}`,
    type,
    source: "decision",
    at: ago(60),
    ...patch,
  }
}

/** What each version wrote into the timeline on the way to an attempt's state. */
export function timeline(row: Row): Row[] {
  const of = String(row.id).slice("cpay_".length)
  const created = entry(of, "created", {
    source: "session",
    data: { external_id: row.external_id, amount: row.amount },
  })
  if (row.state === "creating") return [created]
  const reported = (status: unknown, source: string) =>
    entry(of, "observation", {
      source,
      fact: `observed:${String(status)}:${source}`,
      data: { gateway_payment_id: row.gateway_payment_id, status },
    })
  const opened = [
    created,
    entry(of, "opened", { source: "gateway", data: { state: "open" } }),
    reported("created", "poll"),
  ]
  if (row.gateway_status !== "confirmed") {
    return [
      ...opened,
      ...(row.state === "closed" ? [entry(of, "closed")] : []),
      ...(row.gateway_status === "created"
        ? []
        : [reported(row.gateway_status, "poll")]),
    ]
  }
  const word = { data: { state: row.state, reason: row.attention_reason } }
  return [
    ...opened,
    reported("confirmed", "return"),
    entry(of, "paid", { source: "return", fact: "paid", at: ago(50) }),
    // Twice: an entry without a fact is no news, and is kept each time.
    entry(of, "gateway_error", { data: null }),
    entry(of, "gateway_error", { data: null }),
    ...(row.state === "paid" ? [] : [entry(of, String(row.state), word)]),
  ]
}

/** Attempts of a fill, with their timelines. */
export function withTimelines(attempts: Row[], fill: Fill = {}): Fill {
  return {
    ...fill,
    crypto_payment: attempts,
    crypto_payment_event: [
      ...attempts.flatMap(timeline),
      ...(fill.crypto_payment_event ?? []),
    ],
  }
}
