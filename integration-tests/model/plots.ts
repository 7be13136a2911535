import fc from "fast-check"

import { together, type Action, type Deed } from "./actions"

const opened: Deed = { do: "open_crypto", collection: 0 }
const confirmed: Deed = { do: "gateway_says", payment: 0, status: "confirmed" }
const reported: Deed = { do: "webhook", payment: 0, status: 1 }
const completed: Deed = { do: "complete", cart: 0 }
const job: Deed = { do: "job" }

/** An action, or one that is chosen anew in each story. */
export type Scene = Action | fc.Arbitrary<Action>

const dearer = { amount: "10", currency_code: "eur" }
const asBefore = { amount: "5", currency_code: "eur" }

/**
 * What chance alone meets too seldom: money in each situation that is decided
 * about in its own way. A story plays one of them, with anything else before,
 * during and after it.
 */
export const plots: Readonly<Record<string, readonly Scene[]>> = {
  "a paid cart": [opened, confirmed, killed(reported, 16), reported],
  "a cart that the shopper completes": [opened, confirmed, completed, job],
  "a payment that runs out, and is paid late": [
    killed(opened, 6),
    opened,
    { do: "gateway_says", payment: 0, status: "expired" },
    killed({ do: "webhook", payment: 0, status: 1 }, 6),
    { do: "webhook", payment: 0, status: 1 },
    confirmed,
    { do: "webhook", payment: 0, status: 2 },
  ],
  "a cart that is paid by card as well": [
    opened,
    confirmed,
    { do: "open_card", collection: 0 },
    { do: "pay_by_card", collection: 0 },
    reported,
    { do: "retry", which: 0 },
  ],
  "a paid cart with a card session beside": [
    {
      do: "together",
      deeds: [{ do: "open_card", collection: 0 }, opened],
      turns: [[2], [2]],
      killSecondAfter: null,
    },
    confirmed,
    reported,
    completed,
  ],
  "a cart that is paid twice": [
    opened,
    killed({ do: "change", cart: 0, price: dearer }, 4),
    { do: "change", cart: 0, price: dearer },
    opened,
    confirmed,
    { do: "gateway_says", payment: 1, status: "confirmed" },
    reported,
    { do: "webhook", payment: 1, status: 1 },
    { do: "change", cart: 0, price: asBefore },
    { do: "retry", which: 0 },
    { do: "retry", which: 1 },
  ],
  "a paid cart that costs more for a while": [
    opened,
    confirmed,
    { do: "change_silently", cart: 0, price: dearer },
    reported,
    completed,
    { do: "change_silently", cart: 0, price: asBefore },
    { do: "retry", which: 0 },
  ],
  "a paid session that is gone": [
    opened,
    confirmed,
    { do: "lose_session", which: 0 },
    reported,
    completed,
  ],
  "a session that goes after a failing completion": [
    opened,
    confirmed,
    { do: "block", cart: 0, blocker: "stock" },
    reported,
    killed(completed, 9),
    { do: "lose_session", which: 0 },
    { do: "block", cart: 0, blocker: null },
    { do: "retry", which: 0 },
  ],
  "an order that is canceled": [
    opened,
    confirmed,
    reported,
    killed({ do: "cancel_order", order: 1 }, 3),
    { do: "cancel_order", order: 1 },
    { do: "wait", minutes: 60 },
    job,
  ],
  "an order that is canceled before its payment arrives": [
    { do: "open_crypto", collection: 2 },
    confirmed,
    { do: "cancel_order", order: 0 },
    reported,
  ],
  "the difference of an edited order": [
    { do: "open_crypto", collection: 2 },
    confirmed,
    reported,
    { do: "edit_order", order: 0, total: "20" },
    { do: "open_crypto", collection: 3 },
  ],
  "a difference that shrinks before it is paid": [
    { do: "open_crypto", collection: 2 },
    { do: "edit_order", order: 0, total: "10" },
    confirmed,
    reported,
  ],
  "money of which some was sent back": [
    opened,
    confirmed,
    { do: "block", cart: 0, blocker: "shipping" },
    reported,
    { do: "record_refund", which: 0 },
    { do: "block", cart: 0, blocker: null },
    completed,
    { do: "retry", which: 0 },
  ],
  "test coins for a shop that takes real ones": [
    { do: "switch_mode", on: true },
    opened,
    confirmed,
    { do: "switch_mode", on: false },
    reported,
    completed,
    { do: "lose_session", which: 0 },
    { do: "switch_mode", on: true },
    { do: "retry", which: 0 },
  ],
  "a cart that is deleted": [
    opened,
    confirmed,
    { do: "delete_cart", cart: 0 },
    reported,
    { do: "open_crypto", collection: 0 },
  ],
  "more open payments than a cart may have": [
    opened,
    { do: "change", cart: 0, price: dearer },
    opened,
    { do: "change", cart: 0, price: { amount: "10", currency_code: "usd" } },
    opened,
    { do: "wait", minutes: 60 },
    killed(job, 16),
    { do: "wait", minutes: 6 },
    job,
    { do: "change", cart: 0, price: asBefore },
    opened,
    confirmed,
    reported,
  ],
  "a difference that is paid twice at once": [
    { do: "open_crypto", collection: 2 },
    { do: "gateway_says", payment: 0, status: "expired" },
    { do: "webhook", payment: 0, status: 1 },
    { do: "open_crypto", collection: 2 },
    confirmed,
    { do: "fail_in_core", times: 1 },
    { do: "webhook", payment: 0, status: 2 },
    { do: "gateway_says", payment: 1, status: "confirmed" },
    together(
      fc.constant([
        { do: "webhook", payment: 0, status: 2 },
        { do: "webhook", payment: 1, status: 1 },
      ])
    ),
  ],
  "a shopper who wants to pay once more": [
    opened,
    confirmed,
    reported,
    { do: "wait", minutes: 6 },
    killed(job, 12),
    { do: "open_crypto", collection: 0 },
    { do: "open_card", collection: 0 },
  ],
  "an order that core rolls back while others see it": [
    opened,
    confirmed,
    { do: "block", cart: 0, blocker: "lock_release" },
    together(fc.constant([completed, reported])),
    job,
  ],
}

/** A deed whose process is killed at one of its first writes. */
function killed(during: Deed, maxWrites: number): fc.Arbitrary<Action> {
  return fc
    .nat(maxWrites)
    .map((afterWrites) => ({ do: "kill", afterWrites, during }))
}
