import {
  formatDecimal,
  readDecimal,
  subtractDecimals,
  withoutZeros,
} from "../../../coins/decimal"
import type { AdminAction } from "../admin-actions/actions"
import type {
  AttentionFact,
  Blocker,
  Price,
  ShortfallFact,
} from "../column-values"
import { describePrice } from "./money"

/** Medusa 2.18 cannot type JSON in a model, so what the plugin writes there is named here. */
export function attentionFactOf(row: {
  attention_fact?: Record<string, unknown> | null
}): AttentionFact | null {
  return (row.attention_fact ?? null) as AttentionFact | null
}

/** What a sentence names besides its fact, for who may read it; the ledger has none of it. */
export type About = {
  /** Name or e-mail address. */
  customer: string | null
  /** What was paid in full, and what of it was not sent back. */
  price: Price | null
  left: Price | null
  /** What arrived. */
  coins: { amount: string; coin: string } | null
  /** The payment as another program named it. */
  reference: string | null
}

const NOBODY: About = {
  customer: null,
  price: null,
  left: null,
  coins: null,
  reference: null,
}

type Case<Fact> = {
  /** In English; the admin translates it (`attention.facts`). */
  text: (fact: Fact, about: About) => string
  /** What usually resolves it, most likely first. */
  ways: readonly AdminAction[]
  /** It names neither person nor sum, so "Ada paid €5.00." comes before it. */
  leads?: true
  /** While it is so, there is no order. */
  unplaced?: true
}

type OfType<Type> = Extract<AttentionFact, { type: Type }>

const GIVE_BACK = ["request_refund", "resolve"] as const
const AGAIN = ["request_refund", "retry_order", "resolve"] as const
const RETRY = ["retry_order", "request_refund"] as const

/**
 * Each fact once: list, payment, order, notice and mail say it by this table, and offer its ways
 * out.
 */
const CASES: {
  readonly [Type in Exclude<AttentionFact["type"], "blocked">]: Case<
    OfType<Type>
  >
} = {
  cart_price_differs: {
    text: ({ paid, due }, about) =>
      `${who(about)} paid ${describePrice(paid)}; the cart now costs ${describePrice(due)}.`,
    ways: AGAIN,
    unplaced: true,
  },
  collection_price_differs: {
    text: ({ paid, due }, about) =>
      `${who(about)} paid ${describePrice(paid)}; the amount due is now ${describePrice(due)}.`,
    ways: GIVE_BACK,
  },
  gateway_price_differs: {
    text: ({ paid, due }, about) =>
      `${who(about)} paid ${describePrice(paid)} at the gateway; the payment was opened for ${describePrice(due)}.`,
    ways: GIVE_BACK,
  },
  order_price_differs: {
    text: ({ paid, due, ...fact }, about) =>
      `${who(about)} paid ${describePrice(paid)}; due for ${orderOf(fact)} is ${describePrice(due)}.`,
    ways: GIVE_BACK,
  },
  captured_price_differs: {
    text: ({ paid, due, ...fact }, about) =>
      `${who(about)} paid ${describePrice(paid)}; due for ${orderOf(fact)} was ${describePrice(due)}.`,
    ways: GIVE_BACK,
  },
  order_overpaid: {
    text: (fact) =>
      `${orderOf(fact)} is overpaid by ${describePrice(fact.excess)}.`,
    ways: GIVE_BACK,
    leads: true,
  },
  order_canceled: {
    text: (fact, about) => {
      const canceled = `${orderOf(fact)} was canceled before ${who(about)} paid.`
      const { shortfall } = fact
      return shortfall
        ? `${canceled} ${capitalize(describeShortfall(shortfall, about))}`
        : canceled
    },
    ways: ["request_refund"],
  },
  canceled_order_holds_payment: {
    text: (fact, { left }) =>
      `${orderOf(fact)} was canceled. ${left ? `Its ${describePrice(left)} are still in your wallet.` : "Its money was not sent back."}`,
    ways: ["request_refund"],
  },
  order_gone: {
    text: () => "The order does not exist any more.",
    ways: GIVE_BACK,
    leads: true,
  },
  capture_gone: {
    text: () => "Medusa does not show the payment any more.",
    ways: RETRY,
    leads: true,
  },
  not_booked: {
    text: (fact) => `${orderOf(fact)} does not show the payment any more.`,
    ways: RETRY,
    leads: true,
  },
  not_bookable: {
    text: (fact) =>
      `${orderOf(fact)} does not show the payment, and the payment session is gone.`,
    ways: ["resolve"],
    leads: true,
  },
  order_paid_otherwise: {
    text: (fact, about) =>
      `${who(about)} paid ${orderOf(fact)} twice: another payment had paid it before.`,
    ways: ["request_refund"],
  },
  order_paid_twice: {
    text: (fact, about) =>
      `${who(about)} paid ${orderOf(fact)} twice: by this payment and by another one.`,
    ways: ["request_refund"],
  },
  cart_paid_otherwise: {
    text: (_, about) =>
      `${who(about)} paid the cart twice: another payment had paid it before.`,
    ways: ["request_refund"],
  },
  cart_paid_twice: {
    text: (_, about) =>
      `${who(about)} paid the cart twice: by this payment and by another one.`,
    ways: ["request_refund"],
  },
  cart_gone: {
    text: () => "The cart no longer exists.",
    ways: GIVE_BACK,
    leads: true,
    unplaced: true,
  },
  cart_gone_after_close: {
    text: () => "The cart was deleted after the payment was closed.",
    ways: GIVE_BACK,
    leads: true,
    unplaced: true,
  },
  no_cart_or_collection: {
    text: (_, { reference }) =>
      `No cart or order of this store belongs to this payment${reference === null ? "" : ` ("${reference}")`}.`,
    ways: ["resolve"],
  },
  price_unknown: {
    text: () => "The price of this payment is unknown.",
    ways: ["resolve"],
  },
  test_coins: {
    text: (_, { coins }) =>
      `Paid with test coins${inBrackets(coins)} while the provider takes real ones.`,
    ways: ["resolve"],
    unplaced: true,
  },
  real_coins: {
    text: (_, { coins }) =>
      `Paid with real coins${inBrackets(coins)} while the provider is in test mode.`,
    ways: GIVE_BACK,
    unplaced: true,
  },
  test_mode_unknown: {
    text: () => "The gateway did not report whether this is a test payment.",
    ways: ["check"],
    leads: true,
    unplaced: true,
  },
  decided_by_admin: {
    text: () =>
      "An admin recorded or requested a refund, or recorded that the order was placed manually, so no order is placed automatically.",
    ways: ["resolve"],
    leads: true,
  },
  underpaid: {
    text: describeShortfall,
    ways: ["accept", "request_refund"],
    unplaced: true,
  },
  received_amount_unknown: {
    text: describeShortfall,
    ways: ["accept", "request_refund"],
    unplaced: true,
  },
  unknown_status: {
    text: ({ status }) =>
      `The gateway reports the status ${status}, which this version of the plugin does not know.`,
    ways: ["check"],
  },
  failed: {
    text: ({ message }) =>
      message ? `Medusa reports: ${message}` : "Medusa reported no error.",
    ways: RETRY,
    leads: true,
    unplaced: true,
  },
  order_being_placed: {
    text: () => "The cause is gone. The order is being placed.",
    ways: ["retry_order"],
    leads: true,
  },
  order_half_done: {
    text: (fact) =>
      `Medusa was stopped while it placed ${orderOf(fact)}: make sure that its items are allocated, then retry the order.`,
    ways: ["retry_order"],
  },
  orphaned_order: {
    text: (fact) =>
      `${orderOf(fact)} remains from an interrupted completion of the same cart: cancel it.`,
    ways: ["check"],
  },
  stock_not_reserved: {
    text: (fact) => {
      const items = fact.unreserved.map(
        ({ title, quantity }) => `${quantity} × ${title}`
      )
      return `${orderOf(fact)} is paid, but has no stock for ${items.join(", ")}. Nothing is reserved for it.`
    },
    ways: ["allocate_items", "request_refund"],
  },
}

type Blocked = Omit<Case<string>, "leads" | "unplaced">

const BLOCKERS: Readonly<Record<Blocker, Blocked>> = {
  cart_locked: {
    text: () =>
      "The cart or its order is locked: another change of it has not ended, or was interrupted. If this lasts, ask your developer to restart Medusa.",
    ways: RETRY,
  },
  crypto_off: {
    text: () =>
      "Crypto is switched off as a payment method in the cart's region.",
    ways: RETRY,
  },
  not_answering: {
    text: () =>
      "Medusa did not finish in time: something holds up its database. If this lasts, ask your developer to restart Medusa.",
    ways: RETRY,
  },
  out_of_stock: {
    text: () => "Not enough stock is left for the cart.",
    ways: RETRY,
  },
  promotion_deleted: {
    text: (name) => `The promotion "${name}" was deleted.`,
    ways: GIVE_BACK,
  },
  region_deleted: {
    text: () => "The cart's region was deleted.",
    ways: GIVE_BACK,
  },
  shipping_option_gone: {
    text: () => "The cart's shipping option was removed or changed.",
    ways: RETRY,
  },
  variant_deleted: {
    text: (name) => `"${name}" was deleted from the catalog.`,
    ways: GIVE_BACK,
  },
}

/** Undefined for a type that a newer version of the plugin stored, and this one does not know. */
function caseOf(fact: AttentionFact): Omit<Case<never>, "text"> | undefined {
  if (fact.type !== "blocked") return caseOfType(fact.type)
  const known = new Map(Object.entries(BLOCKERS)).get(fact.blocker)
  return { ways: known?.ways ?? RETRY, leads: true, unplaced: true }
}

function caseOfType(type: string): Case<never> | undefined {
  return new Map<string, Case<never>>(Object.entries(CASES)).get(type)
}

/** The ways out of what was found, most likely first; undefined where it is not known. */
export function waysOf(
  fact: AttentionFact
): readonly AdminAction[] | undefined {
  return caseOf(fact)?.ways
}

/** Whether "Ada paid €5.00." comes before it, and whether there is no order while it is so. */
export function traitsOf(fact: AttentionFact) {
  const { leads = false, unplaced = false } = caseOf(fact) ?? {}
  return { leads, unplaced }
}

export function describeFact(
  fact: AttentionFact,
  about: About = NOBODY
): string {
  const text = capitalize(sentenceOf(fact, about))
  const { price } = about
  if (!price || !traitsOf(fact).leads) return text
  return `${capitalize(who(about))} paid ${describePrice(price)}. ${text}`
}

function sentenceOf(fact: AttentionFact, about: About): string {
  if (fact.type === "blocked") {
    const { blocker, name, message } = fact
    const known = new Map(Object.entries(BLOCKERS)).get(blocker)
    // Medusa's own sentence would say what is known again.
    if (known) return known.text(name ?? "?", about)
    return `${inWords(blocker)}.${message ? ` (Medusa: ${message})` : ""}`
  }
  // The case of a type is of its facts.
  const known = caseOfType(fact.type)
  return known?.text(fact as never, about) ?? `${inWords(fact.type)}.`
}

/** A type or blocker that a newer version of the plugin stored, and this one does not know. */
function inWords(code: string): string {
  return code.replaceAll("_", " ")
}

function who({ customer }: About): string {
  return customer ?? "the customer"
}

function inBrackets(coins: About["coins"]): string {
  return coins === null ? "" : ` (${coins.amount} ${coins.coin})`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function orderOf({ order_number }: { order_number: number | null }): string {
  return order_number === null ? "the order" : `order #${order_number}`
}

function describeShortfall(fact: ShortfallFact, about: About): string {
  const { quoted, received } = fact
  const coins = (amount: string | null) =>
    amount === null ? describePrice(null) : `${amount} ${fact.coin ?? "coins"}`
  if (fact.type === "received_amount_unknown") {
    return `${who(about)} was asked for ${coins(quoted)} and sent ${coins(received)}: the gateway did not report it within an hour.`
  }
  const { percent, price: missing, max_percent } = fact
  const { price } = about
  const sent =
    price && missing?.currency_code === price.currency_code
      ? `${describePrice(less(price, missing))} of ${describePrice(price)}`
      : `${fact.received} of ${coins(fact.quoted)}`
  return `${who(about)} sent ${sent} (${withoutZeros(percent)}% short; you accept up to ${withoutZeros(max_percent)}%).`
}

function less(price: Price, missing: Price): Price {
  const left = subtractDecimals(
    readDecimal(price.amount),
    readDecimal(missing.amount)
  )
  return { ...price, amount: formatDecimal(left.units, left.digits) }
}
