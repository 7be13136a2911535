import { authorize, mayDelete } from "./provider"
import type { Order, Payment, Sale, Session, ShopWorld } from "./shop-world"

/** Core refused, for a reason that lies in the sale or (retryable) outside of it. */
export class CoreRefusal extends Error {
  constructor(
    message: string,
    readonly retryable: boolean
  ) {
    super(message)
  }
}

/** Core's `processPaymentWorkflow` with a captured session. */
export function processPayment(world: ShopWorld, session: Session): void {
  failInPassing(world)
  const sale = world.sale(session.collectionId)
  const payment = authorizeSession(world, session)
  if (sale.order) return book(world, sale.order, payment)
  if (!sale.gone && sale.isCart) completeCart(world, sale)
}

/** Core's `completeCartWorkflow`: the order, and the payment at the very end. */
export function completeCart(world: ShopWorld, sale: Sale): Order {
  if (sale.order) return sale.order
  failInPassing(world)
  const sessions = world.sessions.filter(
    ({ collectionId, status }) =>
      collectionId === sale.collectionId &&
      (status === "pending" || status === "authorized")
  )
  const [session] = sessions
  if (!session) throw new CoreRefusal("Payment sessions are required.", false)
  const off = sessions.some(({ provider }) => provider === "crypto")
  if (off && !world.providerEnabled) {
    throw new CoreRefusal("The provider is not enabled in the region.", false)
  }
  if (sale.gone || sale.blocked) throw new CoreRefusal("Out of stock.", false)
  const order: Order = {
    id: world.nextId("order"),
    canceled: false,
    placed: sale.total,
    transactions: [],
  }
  world.write(() => (sale.order = order))
  let payment: Payment
  try {
    payment = authorizeSession(world, session)
  } catch (error) {
    if (error instanceof CoreRefusal) sale.order = null
    throw error
  }
  book(world, order, payment)
  return order
}

/** Core's `createPaymentSession`: the new one replaces all that may go. */
export function replaceSessions(
  world: ShopWorld,
  collectionId: string,
  session: Session
): void {
  const others = world.sessions.filter(
    (each) => each.collectionId === collectionId && each.id !== session.id
  )
  if (!others.every((each) => mayDelete(world, each))) {
    world.removeSession(session.id)
    throw new CoreRefusal("Could not delete all payment sessions.", false)
  }
  for (const { id } of others) world.removeSession(id)
}

/** A change of the cart's total lets all its sessions go, or is refused. */
export function changeTotal(world: ShopWorld, sale: Sale, total: string): void {
  if (sale.order || sale.gone || sale.total === total) return
  const sessions = world.sessions.filter(
    ({ collectionId }) => collectionId === sale.collectionId
  )
  if (!sessions.every((each) => mayDelete(world, each))) return
  for (const { id } of sessions) world.removeSession(id)
  sale.total = total
}

export function authorizeSession(world: ShopWorld, session: Session): Payment {
  const existing = world.payments.find(
    ({ sessionId }) => sessionId === session.id
  )
  if (existing) return existing
  if (session.provider === "crypto" && !authorize(world, session)) {
    throw new CoreRefusal("The session was not authorized.", false)
  }
  const sale = world.sale(session.collectionId)
  return world.write(() => {
    const payment: Payment = {
      id: world.nextId("pay"),
      sessionId: session.id,
      collectionId: session.collectionId,
      provider: session.provider,
      gatewayId: world.attemptOf(session.id)?.gateway_payment_id ?? null,
      amount: session.amount,
      canceled: false,
      due: sale.isCart && sale.gone ? null : sale.total,
      testMode: world.testMode,
      orderCanceled: sale.order?.canceled ?? false,
    }
    session.status = "authorized"
    world.payments.push(payment)
    return payment
  })
}

function book(world: ShopWorld, order: Order, { id }: Payment): void {
  if (order.transactions.includes(id)) return
  world.write(() => order.transactions.push(id))
}

function failInPassing(world: ShopWorld): void {
  if (world.passingFailures <= 0) return
  world.passingFailures -= 1
  throw new CoreRefusal("Lock timeout.", true)
}
