import { paymentOutcome } from "../../src/gateway"
import type { Attempt } from "../../src/modules/crypto-payment/ledger/rows"
import { decide } from "../../src/modules/crypto-payment/lifecycle/decide"
import type { Facts } from "../../src/modules/crypto-payment/lifecycle/facts"
import { needsSettling } from "../../src/modules/crypto-payment/lifecycle/needs-settling"
import {
  attemptPrice,
  gatewayPrice,
} from "../../src/modules/crypto-payment/lifecycle/prices"
import {
  isMoneySeen,
  type AttentionReason,
} from "../../src/modules/crypto-payment/lifecycle/states"
import { CoreRefusal, processPayment } from "./core"
import { mayDelete, openAttempt, step } from "./provider"
import type { Order, Sale, Session, ShopWorld } from "./shop-world"

/** The one door: decides, acts and decides again, as `carryOut` does. */
export function settle(
  world: ShopWorld,
  attempt: Attempt,
  reconsider: boolean
): void {
  if (!needsSettling(attempt, reconsider ? "reconsider" : undefined)) return
  const acted = new Map<string, CoreRefusal | null>()
  for (;;) {
    const facts = gatherFacts(world, attempt)
    const decision = decide(facts)
    if (acted.has(decision.type)) {
      return fail(world, attempt, acted.get(decision.type) ?? null)
    }
    switch (decision.type) {
      case "record":
      case "verify":
        return
      case "reopen":
        throw new Error("Only a verification reopens what was settled.")
      case "close": {
        const session = world.session(decision.session_id)
        if (session) {
          world.write(() => (session.status = decision.session_status))
        }
        step(world, attempt, "closed")
        return
      }
      case "settle":
        step(world, attempt, "settled", {
          order_id: decision.order_id,
          payment_id: decision.payment_id,
          attention_reason: null,
        })
        return
      case "attention":
        return raise(world, attempt, decision.reason)
      case "process":
      case "book": {
        const session = world.session(decision.session_id)
        acted.set(
          decision.type,
          refusal(() => {
            if (!session) return
            makeItTheOnlySession(world, session)
            processPayment(world, session)
          })
        )
        break
      }
      case "reattach":
        acted.set(
          decision.type,
          refusal(() => reattach(world, attempt))
        )
        break
    }
  }
}

export function gatherFacts(world: ShopWorld, attempt: Attempt): Facts {
  const sale = world.saleOf(attempt)
  const own = world.payments.find(
    ({ sessionId }) => sessionId === attempt.authorized_session_id
  )
  const session =
    world.session(own?.sessionId ?? attempt.authorized_session_id) ??
    world.session(attempt.payment_session_id)
  const price = { amount: sale.total, currency_code: "eur" }
  const isThere = sale.isCart && !sale.gone
  return {
    attempt: {
      state: attempt.state,
      order_id: attempt.order_id,
      price: attemptPrice(attempt),
      is_test: attempt.is_test,
      outcome: isMoneySeen(attempt.state)
        ? "paid"
        : paymentOutcome(attempt.gateway_status ?? ""),
      gateway_status: attempt.gateway_status,
      was_closed: attempt.closed_at !== null,
      for_cart: attempt.cart_id !== null,
      given_back: world.givenBack.has(attempt.id),
    },
    gateway_price: gatewayPrice(attempt),
    merchant: { test_mode: world.testMode },
    session: session
      ? {
          id: session.id,
          status: session.status,
          price: { amount: session.amount, currency_code: "eur" },
        }
      : null,
    payment: own
      ? {
          id: own.id,
          captured: !own.canceled,
          price: { amount: own.amount, currency_code: "eur" },
          booked: !sale.order || sale.order.transactions.includes(own.id),
        }
      : null,
    cart: isThere
      ? { id: sale.id, completed: sale.order !== null, price }
      : null,
    collection: { id: sale.collectionId, price },
    order: sale.order ? orderFacts(world, sale, sale.order) : null,
    paid_otherwise: world
      .standingPayments(sale.collectionId)
      .some((payment) => payment !== own),
  }
}

function orderFacts(
  world: ShopWorld,
  sale: Sale,
  { id, canceled, placed, transactions }: Order
): Facts["order"] {
  const paid = world.payments
    .filter((payment) => transactions.includes(payment.id))
    .reduce((sum, { amount }) => sum + Number(amount), 0)
  const euro = (amount: string) => ({ amount, currency_code: "eur" })
  return {
    id,
    canceled,
    placed: placed === null ? null : euro(placed),
    pending: euro((Number(placed ?? sale.total) - paid).toFixed(2)),
  }
}

function makeItTheOnlySession(world: ShopWorld, session: Session): void {
  for (const other of [...world.sessions]) {
    if (other.collectionId !== session.collectionId) continue
    if (other.id === session.id || other.status === "authorized") continue
    if (mayDelete(world, other)) {
      world.write(() => world.removeSession(other.id))
    } else world.write(() => (other.status = "canceled"))
  }
}

function reattach(world: ShopWorld, attempt: Attempt): void {
  const sale = world.saleOf(attempt)
  if (attempt.state === "attention") {
    step(world, attempt, "attention", { attention_reason: "order_not_placed" })
  }
  const session: Session = {
    id: world.nextId("payses"),
    collectionId: sale.collectionId,
    provider: "crypto",
    amount: sale.total,
    status: "pending",
  }
  world.write(() => world.sessions.push(session))
  const serving = openAttempt(world, sale, session)
  if (serving === attempt) return
  world.removeSession(session.id)
  throw new CoreRefusal("The session was given to another attempt.", true)
}

function fail(
  world: ShopWorld,
  attempt: Attempt,
  failure: CoreRefusal | null
): void {
  const tries = world.write(() => (attempt.tries += 1))
  if ((failure?.retryable ?? true) && tries < 5) return
  raise(world, attempt, "order_not_placed")
}

function raise(
  world: ShopWorld,
  attempt: Attempt,
  attention_reason: AttentionReason
): void {
  if (attempt.attention_reason === attention_reason) return
  step(world, attempt, "attention", { attention_reason })
}

function refusal(act: () => void): CoreRefusal | null {
  try {
    act()
    return null
  } catch (error) {
    if (error instanceof CoreRefusal) return error
    throw error
  }
}
