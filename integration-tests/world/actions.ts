import fc from "fast-check"

import {
  authorizeSession,
  changeTotal,
  completeCart,
  CoreRefusal,
  replaceSessions,
} from "./core"
import { openAttempt, record, step } from "./provider"
import { settle } from "./settle"
import { Killed, type Sale, type Session, type ShopWorld } from "./shop-world"

const totals = ["5.00", "10.00"] as const
const words = [
  "pending",
  "confirmed",
  "confirmed",
  "confirmed_manual",
  "expired",
  "failed",
  "a_word_of_tomorrow",
] as const

/** Numbers choose among what is there by then, wrapping around. */
export type Action =
  | { do: "open_crypto" | "open_card"; sale: number }
  | { do: "complete" | "cancel_order" | "delete_cart"; sale: number }
  | {
      do: "cost" | "cost_in_silence"
      sale: number
      total: (typeof totals)[number]
    }
  | { do: "block"; sale: number; blocked: boolean }
  | { do: "switch_provider"; on: boolean }
  | { do: "switch_mode"; test: boolean }
  | { do: "lose_session"; session: number }
  | { do: "gateway_says"; payment: number; word: (typeof words)[number] }
  | { do: "tell"; payment: number; word: number }
  | { do: "job" }
  | { do: "retry" | "resolve" | "send_back_some"; attempt: number }
  | { do: "fail_in_passing"; times: number }
  | { do: "kill"; afterWrites: number; during: Action }

const index = fc.nat(5)

const peaceful: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("open_crypto"), sale: index }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("gateway_says"),
      payment: index,
      word: fc.constantFrom(...words),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("tell"),
      payment: index,
      word: index,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("complete"), sale: index }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("open_card"), sale: index }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("cost"),
      sale: index,
      total: fc.constantFrom(...totals),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("block"),
      sale: index,
      blocked: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("job") }) },
  fc.record({
    do: fc.constant("cost_in_silence"),
    sale: index,
    total: fc.constantFrom(...totals),
  }),
  fc.record({ do: fc.constant("cancel_order"), sale: index }),
  fc.record({ do: fc.constant("delete_cart"), sale: index }),
  fc.record({ do: fc.constant("switch_provider"), on: fc.boolean() }),
  fc.record({ do: fc.constant("switch_mode"), test: fc.boolean() }),
  fc.record({ do: fc.constant("lose_session"), session: index }),
  fc.record({ do: fc.constant("retry"), attempt: index }),
  fc.record({ do: fc.constant("resolve"), attempt: index }),
  fc.record({ do: fc.constant("send_back_some"), attempt: index }),
  fc.record({
    do: fc.constant("fail_in_passing"),
    times: fc.integer({ min: 1, max: 3 }),
  })
)

/** Anything that can happen, now and then with the process killed on the way. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: peaceful },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("kill"),
      afterWrites: fc.nat(6),
      during: peaceful,
    }),
  }
)

/** Lets it happen; what cannot happen in this world does not. */
export function perform(world: ShopWorld, action: Action): void {
  switch (action.do) {
    case "open_crypto":
    case "open_card":
      return open(world, pick(world.sales, action.sale), action.do)
    case "complete":
      return complete(world, pick(world.sales, action.sale))
    case "cancel_order":
      return cancelOrder(world, pick(world.sales, action.sale))
    case "delete_cart":
      return deleteCart(pick(world.sales, action.sale))
    case "cost":
      return cost(world, pick(world.sales, action.sale), action.total)
    case "cost_in_silence": {
      // A promotion that ran out: core has not looked at the cart since.
      const sale = pick(world.sales, action.sale)
      if (sale && !sale.order) sale.total = action.total
      return
    }
    case "block": {
      const sale = pick(world.sales, action.sale)
      if (sale) sale.blocked = action.blocked
      return
    }
    case "switch_provider":
      world.providerEnabled = action.on
      return
    case "switch_mode":
      world.testMode = action.test
      return
    case "lose_session": {
      const session = pick(world.sessions, action.session)
      if (session) world.removeSession(session.id)
      return
    }
    case "gateway_says": {
      const payment = pick(world.gateway, action.payment)
      if (payment && !isConfirmed(payment.history)) {
        payment.history.push(action.word)
      }
      return
    }
    case "tell": {
      const payment = pick(world.gateway, action.payment)
      const word = payment && pick(payment.history, action.word)
      if (payment && word) tell(world, payment.id, word)
      return
    }
    case "job":
      return runJob(world)
    case "retry": {
      const attempt = pick(world.attempts, action.attempt)
      if (attempt?.state === "attention") settle(world, attempt, true)
      return
    }
    case "resolve": {
      const attempt = pick(world.attempts, action.attempt)
      if (attempt) step(world, attempt, "resolved")
      return
    }
    case "send_back_some": {
      const attempt = pick(world.attempts, action.attempt)
      if (attempt?.state === "attention") world.givenBack.add(attempt.id)
      return
    }
    case "fail_in_passing":
      world.passingFailures = action.times
      return
    case "kill":
      world.writesLeft = action.afterWrites
      try {
        perform(world, action.during)
      } catch (error) {
        if (!(error instanceof Killed)) throw error
      } finally {
        world.writesLeft = Infinity
      }
      return
  }
}

/** One observation, as the webhook's route hands it to the one door. */
export function tell(world: ShopWorld, gatewayId: string, word: string): void {
  const { externalId } = world.gatewayPayment(gatewayId)
  const attempt =
    world.attempts.find((each) => each.gateway_payment_id === gatewayId) ??
    world.attempts.find(
      ({ external_id, state }) =>
        external_id === externalId && state === "creating"
    )
  if (!attempt) throw new Error(`No attempt for ${gatewayId}.`)
  attempt.gateway_payment_id ??= gatewayId
  record(world, attempt, word)
  settle(world, attempt, false)
}

/** What the clock does: asks about what is not over, settles what is paid. */
export function runJob(world: ShopWorld): void {
  for (const { id, history } of [...world.gateway]) {
    tell(world, id, history[history.length - 1] ?? "created")
  }
  for (const attempt of [...world.attempts]) {
    const waits =
      attempt.state === "paid" ||
      (attempt.state === "attention" &&
        attempt.attention_reason === "order_not_placed")
    if (waits) settle(world, attempt, true)
  }
}

export function isConfirmed(history: readonly string[]): boolean {
  return history.some((word) => word.startsWith("confirmed"))
}

function open(
  world: ShopWorld,
  sale: Sale | undefined,
  kind: "open_crypto" | "open_card"
): void {
  if (!sale || sale.gone) return
  const session: Session = {
    id: world.nextId("payses"),
    collectionId: sale.collectionId,
    provider: kind === "open_crypto" ? "crypto" : "card",
    amount: sale.total,
    status: "pending",
  }
  world.write(() => world.sessions.push(session))
  if (session.provider === "crypto" && !openAttempt(world, sale, session)) {
    world.removeSession(session.id)
    return
  }
  refusable(() => replaceSessions(world, sale.collectionId, session))
}

function complete(world: ShopWorld, sale: Sale | undefined): void {
  if (!sale || sale.gone) return
  refusable(() => {
    if (sale.isCart) completeCart(world, sale)
    else payDifferenceByCard(world, sale)
  })
  if (sale.order) closeBooks(world, sale)
}

function payDifferenceByCard(world: ShopWorld, sale: Sale): void {
  const session = world.sessions.find(
    ({ collectionId, provider }) =>
      collectionId === sale.collectionId && provider === "card"
  )
  if (session && world.standingPayments(sale.collectionId).length === 0) {
    authorizeSession(world, session)
  }
}

/** The subscriber of `order.placed`. */
function closeBooks(world: ShopWorld, sale: Sale): void {
  for (const { id, collectionId } of [...world.sessions]) {
    const attempt = world.attemptOf(id)
    if (attempt && collectionId === sale.collectionId) {
      settle(world, attempt, true)
    }
  }
}

/** Cards are given back with the order; coins cannot be. */
function cancelOrder(world: ShopWorld, sale: Sale | undefined): void {
  if (!sale?.order) return
  sale.order.canceled = true
  for (const payment of world.standingPayments(sale.collectionId)) {
    if (payment.provider === "card") payment.canceled = true
  }
}

function deleteCart(sale: Sale | undefined): void {
  if (sale?.isCart) sale.gone = true
}

function cost(world: ShopWorld, sale: Sale | undefined, total: string): void {
  if (!sale) return
  if (sale.isCart) return changeTotal(world, sale, total)
  // An order edit changes the collection and leaves its sessions.
  if (world.standingPayments(sale.collectionId).length === 0) sale.total = total
}

function refusable(act: () => unknown): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof CoreRefusal)) throw error
  }
}

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % items.length]
}
