import { isMoneySeen } from "../../src/modules/crypto-payment/lifecycle/states"
import { isConfirmed, runJob } from "./actions"
import type { Payment, ShopWorld } from "./shop-world"

/** So many rounds of the job are more than any world of ours needs. */
const maxRounds = 20

/** What must never be otherwise, not even between two actions; empty when all is well. */
export function faultsAtAnyTime(world: ShopWorld): string[] {
  const faults: string[] = []
  const ours = world.payments.filter(({ provider }) => provider === "crypto")
  for (const payment of ours) {
    const { id, gatewayId, amount, due, collectionId } = payment
    const money = world.gatewayPayment(String(gatewayId))
    if (!isConfirmed(money.history)) {
      faults.push(`${id} was captured without a confirmed payment`)
    }
    if (amount !== due || amount !== money.amount) {
      faults.push(`${id} took ${amount} where ${due} was due`)
    }
    if (money.isTest !== payment.testMode) {
      faults.push(`${id} took the wrong kind of coins`)
    }
    if (payment.orderCanceled) {
      faults.push(`${id} was captured for a cancelled order`)
    }
    const others = ours.filter((each) => each.collectionId === collectionId)
    if (others.length > 1) faults.push(`${collectionId} was captured twice`)
  }
  for (const attempt of world.attempts) {
    if (attempt.state !== "settled") continue
    const sale = world.saleOf(attempt)
    const own = ours.filter(
      ({ gatewayId }) => gatewayId === attempt.gateway_payment_id
    )
    if (own.length !== 1) {
      faults.push(`${attempt.id} is settled with ${own.length} captures`)
    }
    if (!sale.order) faults.push(`${attempt.id} is settled without an order`)
    else if (!isBooked(sale.order, own[0])) {
      faults.push(`${attempt.id} is settled but not in its order's books`)
    }
  }
  return faults
}

/** Lets the job run until nothing changes any more. @throws when that never comes. */
export function comeToRest(world: ShopWorld): void {
  world.passingFailures = 0
  let before = ""
  for (let round = 0; round < maxRounds; round++) {
    runJob(world)
    const attempts = world.attempts.map((each) => ({ ...each, tries: 0 }))
    const now = JSON.stringify([attempts, world.payments, world.sales])
    if (now === before) return
    before = now
  }
  throw new Error("The world never comes to rest.")
}

/** The law of conservation, at a quiet moment; empty when it holds. */
export function faultsAtRest(world: ShopWorld): string[] {
  const faults = faultsAtAnyTime(world)
  for (const { id, history } of world.gateway) {
    const attempts = world.attempts.filter(
      ({ gateway_payment_id }) => gateway_payment_id === id
    )
    const [attempt] = attempts
    if (!attempt || attempts.length > 1) {
      faults.push(`${id} has ${attempts.length} attempts`)
      continue
    }
    const { state, attention_reason } = attempt
    if (isMoneySeen(state) !== isConfirmed(history)) {
      faults.push(`${id} is ${history.join(", ")}, but its attempt is ${state}`)
    }
    if (state === "paid") faults.push(`${attempt.id} is left lying`)
    if (attention_reason === "order_not_placed" && !isHindered(world, id)) {
      faults.push(`${attempt.id} waits for an order that nothing hinders`)
    }
  }
  return faults
}

/** What the same facts must come to, in whatever order they were told. */
export function endState(world: ShopWorld): unknown {
  return world.sales.map(({ collectionId, order }) => ({
    attempts: world.attempts
      .filter(({ payment_collection_id: id }) => id === collectionId)
      .map(({ state }) => state)
      .sort(),
    order: order && {
      canceled: order.canceled,
      books: order.transactions.length,
    },
    payments: world.payments
      .filter((payment) => payment.collectionId === collectionId)
      .map(({ provider, amount, canceled }) => [provider, amount, canceled]),
  }))
}

/** Whether something outside of us keeps the order from being placed. */
function isHindered(world: ShopWorld, gatewayId: string): boolean {
  const attempt = world.attempts.find(
    ({ gateway_payment_id }) => gateway_payment_id === gatewayId
  )
  if (!attempt || attempt.state !== "attention") return true
  const sale = world.saleOf(attempt)
  const rival = world.attempts.some(
    (each) =>
      each !== attempt &&
      each.payment_collection_id === attempt.payment_collection_id &&
      each.authorized_session_id !== null
  )
  return (
    sale.blocked ||
    sale.gone ||
    !world.providerEnabled ||
    world.givenBack.has(attempt.id) ||
    isOrphaned(world, gatewayId) ||
    rival
  )
}

/**
 * Captured, and then its session's row was taken away: no other session may
 * take the money a second time, so only a person can go on.
 */
function isOrphaned(world: ShopWorld, id: string): boolean {
  return world.payments.some(
    ({ gatewayId, sessionId }) => gatewayId === id && !world.session(sessionId)
  )
}

function isBooked(
  order: { canceled: boolean; transactions: string[] },
  payment: Payment | undefined
): boolean {
  const times = order.transactions.filter((id) => id === payment?.id).length
  return order.canceled ? times <= 1 : times === 1
}
