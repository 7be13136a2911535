import fc from "fast-check"

import type { Blocker, Price } from "./shop"

/** The third is 10.00 to anyone who pays; core keeps such totals (I5). */
export const prices: readonly Price[] = [
  { amount: "5", currency_code: "eur" },
  { amount: "10", currency_code: "eur" },
  { amount: "10.0009", currency_code: "eur" },
  { amount: "10", currency_code: "usd" },
]

const statuses = [
  "pending",
  "confirmed",
  "confirmed",
  "confirmed_manual",
  "expired",
  "failed",
  "a_status_of_tomorrow",
] as const

const blockers: readonly (Blocker | null)[] = [
  null,
  "shipping",
  "stock",
  "hook",
  "lock_release",
]

/** What an admin does about a payment. */
export type AdminDeed = "retry" | "accept" | "resolve" | "record_refund"

/** What a person, the gateway or the clock does. Numbers wrap around what is there. */
export type Deed =
  | { do: "open_crypto" | "open_card"; collection: number }
  | { do: "complete" | "delete_cart"; cart: number }
  | { do: "change" | "change_silently"; cart: number; price: Price }
  | { do: "block"; cart: number; blocker: Blocker | null }
  | { do: "pay_by_card"; collection: number }
  | { do: "cancel_order"; order: number }
  | { do: "edit_order"; order: number; total: string }
  | { do: "gateway_says"; payment: number; status: string }
  | { do: "webhook"; payment: number; status: number }
  | { do: "job" }
  | { do: "wait"; minutes: number }
  | { do: "lose_session"; which: number }
  | { do: AdminDeed; which: number }
  | { do: "request_refund"; which: number; amount: string | null }
  | { do: "enter_address" | "revoke_refund" | "send_refund"; request: number }
  | { do: "arrives_short"; payment: number }
  | {
      do:
        | "switch_provider"
        | "switch_mode"
        | "switch_order_first"
        | "switch_short"
      on: boolean
    }
  | { do: "fail_in_core" | "fail_at_gateway"; times: number }

/**
 * One deed at a time, one whose process is killed on the way, or two at once in
 * two processes, of which one may be killed.
 */
export type Action =
  | Deed
  | { do: "kill"; afterWrites: number; during: Deed }
  | {
      do: "together"
      deeds: readonly [Deed, Deed]
      turns: readonly [number[], number[]]
      killSecondAfter: number | null
    }

const index = fc.nat(5)

const deedsByWeight: [number, fc.Arbitrary<Deed>][] = [
  [7, fc.record({ do: fc.constant("open_crypto"), collection: index })],
  [2, fc.record({ do: fc.constant("open_card"), collection: index })],
  [5, fc.record({ do: fc.constant("complete"), cart: index })],
  [1, fc.record({ do: fc.constant("delete_cart"), cart: index })],
  [4, changeOf("change")],
  [1, changeOf("change_silently")],
  [
    3,
    fc.record({
      do: fc.constant("block"),
      cart: index,
      blocker: fc.constantFrom(...blockers),
    }),
  ],
  [1, fc.record({ do: fc.constant("pay_by_card"), collection: index })],
  [1, fc.record({ do: fc.constant("cancel_order"), order: index })],
  [
    2,
    fc.record({
      do: fc.constant("edit_order"),
      order: index,
      total: fc.constantFrom("5", "10", "15", "20", "25"),
    }),
  ],
  [
    8,
    fc.record({
      do: fc.constant("gateway_says"),
      payment: index,
      status: fc.constantFrom(...statuses),
    }),
  ],
  [8, fc.record({ do: fc.constant("webhook"), payment: index, status: index })],
  [4, fc.record({ do: fc.constant("job") })],
  [
    4,
    fc.record({
      do: fc.constant("wait"),
      minutes: fc.constantFrom(1, 3, 6, 60, 300, 1_500),
    }),
  ],
  [1, fc.record({ do: fc.constant("arrives_short"), payment: index })],
  [1, whichOf("retry")],
  [1, whichOf("accept")],
  [1, whichOf("resolve")],
  [1, whichOf("record_refund")],
  [
    1,
    fc.record({
      do: fc.constant("request_refund"),
      which: index,
      amount: fc.constantFrom(null, "1", "4"),
    }),
  ],
  [1, requestOf("enter_address")],
  [1, requestOf("revoke_refund")],
  [1, requestOf("send_refund")],
  [1, whichOf("lose_session")],
  [1, switchOf("switch_provider", [true, true, false])],
  [1, switchOf("switch_mode", [false, false, true])],
  [1, switchOf("switch_order_first", [true, true, false])],
  [1, switchOf("switch_short", [true, true, false])],
  [1, timesOf("fail_in_core")],
  [1, timesOf("fail_at_gateway")],
]

export const deed: fc.Arbitrary<Deed> = fc.oneof(
  ...deedsByWeight.map(([weight, arbitrary]) => ({ weight, arbitrary }))
)

/** What is worth being interrupted or done twice at once, most of the time. */
export const busyDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("complete"), cart: index }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("webhook"),
      payment: index,
      status: index,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("job") }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("open_crypto"), collection: index }),
  },
  { weight: 2, arbitrary: changeOf("change") },
  { weight: 6, arbitrary: deed }
)

/** Most deeds make a handful of writes; some of the job's and of completions come late. */
export const afterWrites = fc.oneof(
  { weight: 3, arbitrary: fc.nat(6) },
  { weight: 2, arbitrary: fc.nat(24) }
)

/** Anything that can happen to a shop. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: deed },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("kill"),
      afterWrites,
      during: busyDeed,
    }),
  },
  { weight: 3, arbitrary: together(fc.tuple(busyDeed, busyDeed)) }
)

/** Two deeds at once, of which the second may be killed. */
export function together(
  deeds: fc.Arbitrary<[Deed, Deed]>
): fc.Arbitrary<Action> {
  const turns = fc.array(fc.nat(4), { minLength: 1, maxLength: 8 })
  return fc.record<Action & { do: "together" }>({
    do: fc.constant("together"),
    deeds,
    turns: fc.tuple(turns, turns),
    killSecondAfter: fc.option(afterWrites, { freq: 2 }),
  })
}

function changeOf(kind: "change" | "change_silently"): fc.Arbitrary<Deed> {
  return fc.record({
    do: fc.constant(kind),
    cart: index,
    price: fc.constantFrom(...prices),
  })
}

function whichOf(kind: AdminDeed | "lose_session"): fc.Arbitrary<Deed> {
  return fc.record({ do: fc.constant(kind), which: index })
}

function requestOf(
  kind: "enter_address" | "revoke_refund" | "send_refund"
): fc.Arbitrary<Deed> {
  return fc.record({ do: fc.constant(kind), request: index })
}

function switchOf(
  kind:
    "switch_provider" | "switch_mode" | "switch_order_first" | "switch_short",
  positions: readonly boolean[]
): fc.Arbitrary<Deed> {
  return fc.record({
    do: fc.constant(kind),
    on: fc.constantFrom(...positions),
  })
}

function timesOf(kind: "fail_in_core" | "fail_at_gateway"): fc.Arbitrary<Deed> {
  return fc.record({
    do: fc.constant(kind),
    times: fc.integer({ min: 1, max: 3 }),
  })
}

/** The numbers of a story wrap around what is there. */
export function pick<Item>(
  items: readonly Item[],
  number: number
): Item | undefined {
  return items[number % items.length]
}
