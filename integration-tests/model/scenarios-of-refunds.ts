import fc from "fast-check"

import { together, type Deed } from "./actions"
import {
  completed,
  confirmed,
  job,
  killed,
  opened,
  reported,
  type Scene,
} from "./scenarios-of-unpaid"

const short: readonly Scene[] = [
  { do: "switch_short", on: true },
  opened,
  { do: "arrives_short", payment: 0 },
  confirmed,
  reported,
]
const accepted: Deed = { do: "accept", which: 0 }
const requested: Deed = { do: "request_refund", which: 0, amount: null }
const requestedInPart: Deed = { ...requested, amount: "1" }
const entered: Deed = { do: "enter_address", request: 0 }
const sent: Deed = { do: "send_refund", request: 0 }
const revoked: Deed = { do: "revoke_refund", request: 0 }
const restocked: Deed = { do: "block", cart: 0, blocker: null }
const unplaced: readonly Scene[] = [
  opened,
  confirmed,
  { do: "block", cart: 0, blocker: "stock" },
  reported,
]

/** One of two happens first, or both at once in two processes. */
function racing(one: Deed, other: Deed): fc.Arbitrary<ReturnType<typeof both>> {
  return fc.constant(both(one, other))
}

function both(one: Deed, other: Deed): [Deed, Deed] {
  return [one, other]
}

/** Refund requests, and what is decided about underpaid payments. */
export const scenariosOfRefunds: Readonly<Record<string, readonly Scene[]>> = {
  "an underpaid payment that is accepted as its refund is promised": [
    ...short,
    together(racing(accepted, requested)),
    entered,
    sent,
  ],
  "an order that waits for a payment, of which too little arrives": [
    { do: "switch_order_first", on: true },
    { do: "switch_short", on: true },
    opened,
    completed,
    { do: "arrives_short", payment: 0 },
    confirmed,
    reported,
    killed(accepted, 8),
    accepted,
  ],
  "a refund that a customer asked for": [
    ...unplaced,
    killed(requested, 8),
    requested,
    restocked,
    { do: "retry", which: 0 },
    completed,
    killed(entered, 2),
    entered,
    killed(sent, 8),
    sent,
  ],
  "a refund of a part, while the order could be placed": [
    ...unplaced,
    requestedInPart,
    restocked,
    together(racing(job, completed)),
    entered,
    together(racing(sent, job)),
    job,
  ],
  "a refund that is revoked as it is sent": [
    ...unplaced,
    requested,
    entered,
    together(racing(sent, revoked)),
    restocked,
    { do: "retry", which: 0 },
  ],
  "a refund that is requested as its order is placed": [
    ...unplaced,
    restocked,
    together(racing(requested, { do: "retry", which: 0 })),
    together(racing(requested, completed)),
    entered,
    sent,
  ],
  "a refund of an order that is canceled meanwhile": [
    opened,
    confirmed,
    reported,
    requestedInPart,
    together(racing(entered, { do: "cancel_order", order: 1 })),
    { do: "cancel_order", order: 1 },
    killed(sent, 8),
    sent,
    job,
  ],
  "two refunds of one payment": [
    ...unplaced,
    together(racing(requestedInPart, { ...requested, amount: "4" })),
    together(racing(requested, { do: "record_refund", which: 0 })),
    entered,
    { do: "enter_address", request: 1 },
    together(racing(sent, { do: "send_refund", request: 1 })),
    { do: "wait", minutes: 1_500 },
  ],
}
