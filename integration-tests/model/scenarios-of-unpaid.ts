import fc from "fast-check"

import { together, type Action, type Deed } from "./actions"

export const opened: Deed = { do: "open_crypto", collection: 0 }
export const confirmed: Deed = {
  do: "gateway_says",
  payment: 0,
  status: "confirmed",
}
export const reported: Deed = { do: "webhook", payment: 0, status: 1 }
export const completed: Deed = { do: "complete", cart: 0 }
export const job: Deed = { do: "job" }
const orderFirst: Deed = { do: "switch_order_first", on: true }

/** An action, or one that is chosen anew in each story. */
export type Scene = Action | fc.Arbitrary<Action>

/** Orders that are placed before their payment. */
export const scenariosOfUnpaid: Readonly<Record<string, readonly Scene[]>> = {
  "an order that is placed before its payment": [
    orderFirst,
    opened,
    killed(completed, 14),
    completed,
    confirmed,
    killed(reported, 16),
    reported,
  ],
  "an unpaid order that is never paid": [
    orderFirst,
    opened,
    completed,
    { do: "gateway_says", payment: 0, status: "expired" },
    { do: "wait", minutes: 1_500 },
    killed(job, 12),
    job,
    confirmed,
    { do: "webhook", payment: 0, status: 2 },
  ],
  "an unpaid order whose page stays open": [
    orderFirst,
    opened,
    completed,
    { do: "wait", minutes: 1_500 },
    killed(job, 16),
    job,
    confirmed,
    reported,
  ],
  "an unpaid order whose coin was chosen": [
    orderFirst,
    opened,
    killed(completed, 14),
    completed,
    { do: "gateway_says", payment: 0, status: "pending" },
    { do: "wait", minutes: 1_500 },
    job,
    confirmed,
    job,
  ],
  "money that comes as its order is canceled": [
    orderFirst,
    opened,
    completed,
    { do: "gateway_says", payment: 0, status: "expired" },
    { do: "webhook", payment: 0, status: 1 },
    { do: "wait", minutes: 1_500 },
    together(fc.constant([job, confirmed])),
    together(fc.constant([job, { do: "webhook", payment: 0, status: 2 }])),
  ],
  "an order that is paid again": [
    orderFirst,
    opened,
    completed,
    { do: "gateway_says", payment: 0, status: "expired" },
    { do: "webhook", payment: 0, status: 1 },
    opened,
    { do: "gateway_says", payment: 1, status: "confirmed" },
    { do: "webhook", payment: 1, status: 1 },
    confirmed,
    { do: "webhook", payment: 0, status: 2 },
  ],
  "an unpaid order that is edited": [
    orderFirst,
    opened,
    completed,
    { do: "edit_order", order: 1, total: "15" },
    killed(opened, 6),
    opened,
    { do: "gateway_says", payment: 1, status: "confirmed" },
    { do: "webhook", payment: 1, status: 1 },
    { do: "edit_order", order: 1, total: "10" },
  ],
}

/** A deed whose process is killed at one of its first writes. */
export function killed(during: Deed, maxWrites: number): fc.Arbitrary<Action> {
  return fc
    .nat(maxWrites)
    .map((afterWrites) => ({ do: "kill", afterWrites, during }))
}
