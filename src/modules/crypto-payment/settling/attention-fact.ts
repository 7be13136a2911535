import type { AttentionFact, Blocker, ShortfallFact } from "../column-values"
import { describePrice } from "./money"

/** Medusa 2.18 cannot type JSON in a model, so what the plugin writes there is named here. */
export function factOf(row: {
  attention_fact?: Record<string, unknown> | null
}): AttentionFact | null {
  return (row.attention_fact ?? null) as AttentionFact | null
}

export function describeFact(fact: AttentionFact): string {
  const text: string | undefined = sentenceOf(fact)
  const known = text ?? `${inWords(fact.type)}.`
  return known.charAt(0).toUpperCase() + known.slice(1)
}

function sentenceOf(fact: AttentionFact): string {
  switch (fact.type) {
    case "cart_price_differs":
      return `Paid ${describePrice(fact.paid)}, the cart now costs ${describePrice(fact.due)}.`
    case "collection_price_differs":
      return `Paid ${describePrice(fact.paid)}, due for its payment collection is ${describePrice(fact.due)}.`
    case "gateway_price_differs":
      return `Paid ${describePrice(fact.paid)} at the gateway, the payment was opened for ${describePrice(fact.due)}.`
    case "order_price_differs":
      return `Paid ${describePrice(fact.paid)}, due for ${orderOf(fact)} is ${describePrice(fact.due)}.`
    case "captured_price_differs":
      return `Paid ${describePrice(fact.paid)}, due for ${orderOf(fact)} was ${describePrice(fact.due)}.`
    case "order_overpaid":
      return `${orderOf(fact)} is overpaid by ${describePrice(fact.excess)}.`
    case "order_canceled": {
      const canceled = `${orderOf(fact)} was canceled before.`
      const { shortfall } = fact
      return shortfall
        ? `${canceled} ${describeShortfall(shortfall)}`
        : canceled
    }
    case "canceled_order_holds_payment":
      return `${orderOf(fact)} was canceled, and holds this payment.`
    case "order_gone":
      return "The order does not exist any more."
    case "capture_gone":
      return "The capture does not exist any more."
    case "not_booked":
      return `${orderOf(fact)} does not show the payment any more.`
    case "not_bookable":
      return `${orderOf(fact)} does not show the payment, and the payment session is gone.`
    case "order_paid_otherwise":
      return `${orderOf(fact)} was already paid by another payment.`
    case "order_paid_twice":
      return `${orderOf(fact)} is paid twice: by this payment and by another one.`
    case "cart_paid_otherwise":
      return "The cart was already paid by another payment."
    case "cart_paid_twice":
      return "The cart is paid twice: by this payment and by another one."
    case "cart_gone":
      return "The cart no longer exists."
    case "cart_gone_after_close":
      return "The cart was deleted after the payment was closed."
    case "no_cart_or_collection":
      return "The payment belongs to no cart and no payment collection."
    case "price_unknown":
      return "The price is unknown."
    case "test_coins":
      return "Paid with test coins while the provider takes real ones."
    case "real_coins":
      return "Paid with real coins while the provider is in test mode."
    case "test_mode_unknown":
      return "The gateway did not report whether this is a test payment."
    case "decided_by_admin":
      return "An admin recorded or requested a refund, or recorded that the order was placed manually, so no order is placed automatically."
    case "underpaid":
    case "received_amount_unknown":
      return describeShortfall(fact)
    case "unknown_status":
      return `The gateway reports the status ${fact.status}, which this version of the plugin does not know.`
    case "blocked": {
      const { blocker, name, message } = fact
      const known = new Map(Object.entries(BLOCKED)).get(blocker)
      const blocked = known?.(name ?? "?") ?? `${inWords(blocker)}.`
      return message ? `${blocked} (Medusa: ${message})` : blocked
    }
    case "failed":
      return fact.message
        ? `Medusa reports: ${fact.message}`
        : "Medusa reported no error."
    case "order_being_placed":
      return "The cause is gone. The order is being placed."
    case "order_half_done":
      return `Medusa was stopped while it placed ${orderOf(fact)}: make sure that its items are allocated, then retry the order.`
    case "orphaned_order":
      return `${orderOf(fact)} remains from an interrupted completion of the same cart: cancel it.`
    case "stock_not_reserved": {
      const items = fact.unreserved.map(
        ({ title, quantity }) => `${quantity} × ${title}`
      )
      return `${orderOf(fact)} was placed without reserving ${items.join(", ")}: allocate or refund.`
    }
  }
}

/** A type or blocker that a newer version of the plugin stored, and this one does not know. */
function inWords(code: string): string {
  return code.replaceAll("_", " ")
}

const BLOCKED = {
  cart_locked: () =>
    "The cart or its order is locked: another change of it has not ended, or was interrupted. If this lasts, ask your developer to restart Medusa.",
  crypto_off: () =>
    "Crypto is switched off as a payment method in the cart's region.",
  not_answering: () =>
    "Medusa did not finish in time: something holds up its database. If this lasts, ask your developer to restart Medusa.",
  out_of_stock: () => "Not enough stock is left for the cart.",
  promotion_deleted: (name: string) => `The promotion "${name}" was deleted.`,
  region_deleted: () => "The cart's region was deleted.",
  shipping_option_gone: () =>
    "The cart's shipping option was removed or changed.",
  variant_deleted: (name: string) => `"${name}" was deleted from the catalog.`,
} satisfies Record<Blocker, (name: string) => string>

function orderOf({ order_number }: { order_number: number | null }): string {
  return order_number === null ? "the order" : `order #${order_number}`
}

function describeShortfall(fact: ShortfallFact): string {
  const coins = (amount: string | null) =>
    amount === null ? describePrice(null) : `${amount} ${fact.coin ?? "coins"}`
  const arrived = `Quoted ${coins(fact.quoted)}, received ${coins(fact.received)}`
  if (fact.type === "received_amount_unknown") {
    return `${arrived}: the gateway did not report it within an hour.`
  }
  const { missing, percent, price, max_percent } = fact
  const share = [`${percent}%`, ...(price ? [describePrice(price)] : [])]
  return `${arrived}: ${coins(missing)} short (${share.join(", ")}). Accepted without a decision: ${max_percent}%.`
}
