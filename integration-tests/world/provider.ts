import { attemptRow } from "../../src/modules/crypto-payment/fixtures/attempt-row"
import type { Attempt } from "../../src/modules/crypto-payment/ledger/rows"
import { heard } from "../../src/modules/crypto-payment/lifecycle/heard"
import { mayAuthorize } from "../../src/modules/crypto-payment/lifecycle/may-authorize"
import {
  attemptPrice,
  gatewayPrice,
} from "../../src/modules/crypto-payment/lifecycle/prices"
import {
  isMoneySeen,
  type AttemptState,
} from "../../src/modules/crypto-payment/lifecycle/states"
import { mayFollow } from "../../src/modules/crypto-payment/lifecycle/transitions"
import { chooseAttempt } from "../../src/modules/crypto-payment/opening/choose-attempt"
import type { Wish } from "../../src/modules/crypto-payment/opening/wish"
import type { Sale, Session, ShopWorld } from "./shop-world"

/** The ledger's `transition`: what the table forbids is not done. */
export function step(
  world: ShopWorld,
  attempt: Attempt,
  to: AttemptState,
  patch: Partial<Attempt> = {}
): boolean {
  if (!mayFollow(attempt.state, to)) return false
  world.write(() =>
    Object.assign(attempt, patch, {
      state: to,
      closed_at: to === "closed" ? new Date() : attempt.closed_at,
    })
  )
  return true
}

/** The ledger's `recordObservation`. */
export function record(
  world: ShopWorld,
  attempt: Attempt,
  status: string
): void {
  const { amount } = world.gatewayPayment(String(attempt.gateway_payment_id))
  const words = {
    gateway_status: status,
    gateway_amount: amount,
    gateway_currency: "EUR",
  }
  switch (heard(attempt.state, status)) {
    case "paid":
      step(world, attempt, "paid", words)
      return
    case "words":
      world.write(() => Object.assign(attempt, words))
      return
    case "nothing":
      return
  }
}

/** Our `authorizePayment`, which only answers. */
export function authorize(world: ShopWorld, session: Session): boolean {
  const attempt = world.attemptOf(session.id)
  if (!attempt) return false
  if (!isMoneySeen(attempt.state)) {
    record(world, attempt, newestWord(world, attempt))
  }
  if (!isMoneySeen(attempt.state)) return false
  const sale = world.sale(session.collectionId)
  const fits = mayAuthorize({
    state: attempt.state,
    price: attemptPrice(attempt),
    gateway_price: gatewayPrice(attempt),
    is_test: attempt.is_test,
    test_mode: world.testMode,
    session_price: { amount: session.amount, currency_code: "eur" },
    due: { amount: sale.order?.placed ?? sale.total, currency_code: "eur" },
    paid_otherwise: world
      .standingPayments(session.collectionId)
      .some(({ sessionId }) => sessionId !== session.id),
    order_canceled: sale.order?.canceled ?? false,
    given_back: world.givenBack.has(attempt.id),
  })
  return fits && claim(world, attempt, session.id)
}

/** Our `deletePayment`: a session that holds confirmed money stays. */
export function mayDelete(world: ShopWorld, session: Session): boolean {
  if (session.provider === "card") {
    return !world.payments.some(({ sessionId }) => sessionId === session.id)
  }
  const attempt = world.attemptOf(session.id)
  if (!attempt || attempt.state === "resolved") return true
  const holder = attempt.authorized_session_id ?? attempt.payment_session_id
  return !isMoneySeen(attempt.state) || holder !== session.id
}

/** Our `initiatePayment`: the attempt that now serves the session, or none. */
export function openAttempt(
  world: ShopWorld,
  sale: Sale,
  session: Session
): Attempt | undefined {
  for (let round = 0; round < 8; round++) {
    const attempt = choose(world, sale, session)
    if (!attempt) return undefined
    if (isMoneySeen(attempt.state)) {
      const holder = attempt.authorized_session_id ?? attempt.payment_session_id
      if (world.session(holder)) return undefined
      return attach(world, attempt, session)
    }
    openAtGateway(world, attempt)
    if (attempt.state !== "closed") return attach(world, attempt, session)
  }
  return undefined
}

function choose(
  world: ShopWorld,
  sale: Sale,
  session: Session
): Attempt | undefined {
  const cart_id = sale.isCart ? sale.id : null
  const revisions = world.attempts
    .filter(({ payment_collection_id: id }) => id === sale.collectionId)
    .sort((one, other) => other.revision - one.revision)
  const wish: Wish = {
    provider: {
      provider_id: "pp_crypto_crypto",
      merchantKey: "default",
      flow: "widget",
    },
    session_id: session.id,
    payment_collection_id: sale.collectionId,
    cart_id,
    price: { amount: session.amount, currency_code: "eur" },
    refusal: null,
    target_currency: null,
    is_test: world.testMode,
  }
  const choice = chooseAttempt(revisions, wish, revisions[0]?.revision ?? 0)
  if ("already_paid" in choice) return undefined
  if ("use" in choice) return choice.use
  const { revision } = choice
  return world.write(() => {
    const attempt = attemptRow({
      id: world.nextId("cpay"),
      external_id: revision === 1 ? sale.id : `${sale.id}-${revision}`,
      revision,
      cart_id,
      payment_collection_id: sale.collectionId,
      payment_session_id: null,
      session_ids: [],
      amount: session.amount,
      is_test: world.testMode,
      gateway_payment_id: null,
      gateway_status: null,
      state: "creating",
    })
    world.attempts.push(attempt)
    return attempt
  })
}

/** The gateway is idempotent; its answer may be that the payment is over. */
function openAtGateway(world: ShopWorld, attempt: Attempt): void {
  const id =
    world.gateway.find(({ externalId }) => externalId === attempt.external_id)
      ?.id ?? world.nextId("gateway")
  if (!world.gateway.some((each) => each.id === id)) {
    world.write(() =>
      world.gateway.push({
        id,
        externalId: attempt.external_id,
        amount: String(attempt.amount),
        isTest: world.testMode,
        history: ["created"],
      })
    )
  }
  step(world, attempt, "open", { gateway_payment_id: id })
  const status = newestWord(world, attempt)
  record(world, attempt, status)
  if (status === "expired" || status === "failed") {
    step(world, attempt, "closed")
  }
}

function attach(world: ShopWorld, attempt: Attempt, { id }: Session): Attempt {
  return world.write(() =>
    Object.assign(attempt, {
      payment_session_id: id,
      session_ids: [...attempt.session_ids, id],
    })
  )
}

/** The ledger's `claimForSession`, in one transaction. */
function claim(world: ShopWorld, attempt: Attempt, sessionId: string): boolean {
  const holder = attempt.authorized_session_id
  const rival = world.attempts.some(
    (each) =>
      each !== attempt &&
      each.payment_collection_id === attempt.payment_collection_id &&
      each.authorized_session_id !== null &&
      each.state !== "resolved"
  )
  if (rival) return false
  if (holder && holder !== sessionId && world.session(holder)) return false
  world.write(() =>
    Object.assign(attempt, {
      authorized_session_id: sessionId,
      payment_session_id: sessionId,
    })
  )
  return true
}

function newestWord(world: ShopWorld, attempt: Attempt): string {
  const { history } = world.gatewayPayment(String(attempt.gateway_payment_id))
  return history[history.length - 1] ?? "created"
}
