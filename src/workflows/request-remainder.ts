import type { MedusaContainer } from "@medusajs/framework/types"
import { notAllowed } from "../medusa-errors"
import {
  type Attempt,
  type AttentionFact,
  CRYPTO_PAYMENT_MODULE,
  decide,
  describeFact,
  isAsking,
  isPaidState,
  noFreeExternalId,
  notPayable,
  openAtGateway,
  paidPart,
  remainderNotAsked,
  remainderPage,
  type RemainderTerms,
  type ShownAttempt,
} from "../modules/crypto-payment/internal"
import { checkCryptoPayment } from "./check-crypto-payment"
import { deliverEventsOf } from "./deliver-crypto-payment-events"
import { gatherFacts } from "./settle-crypto-payment/gather-facts"

const MAX_ROUNDS = 8

/** Anybody with the link can press; the page that polls it reads as often. */
const SECONDS_BETWEEN_READS = 10

/** Who asks: an admin user, or the customer. */
type Source = "admin" | "return"

/**
 * Asks the customer of an underpaid payment for what it lacks: opens a hosted page for it, which the
 * pay page leads to. Once one that asks for it is confirmed, both pay for one order. Asked twice, it
 * is one payment; one that has expired is replaced.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where the remainder would pay for nothing, was paid, or a
 * person decided otherwise; INVALID_DATA or UNEXPECTED_STATE where the gateway opens none.
 */
export async function requestRemainder(
  container: MedusaContainer,
  id: string,
  actorId: string,
  shown?: ShownAttempt
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(id)
  const remainder = await openNext(container, attempt, "admin", async () => {
    const obstacle = await findObstacle(container, attempt)
    if (obstacle) {
      const why = obstacle.fact ? ` ${describeFact(obstacle.fact)}` : ""
      throw notAllowed(
        `The remainder of this payment cannot be asked for any more.${why} Check the payment.`
      )
    }
    const { merchants, remainders } = ledger
    const provider = merchants.provider(attempt.provider_id)
    const merchant = provider && merchants.options(provider.merchantKey)
    const page = remainderPage(attempt, merchant ?? {})
    return await remainders.ask(id, page, actorId, shown)
  })
  // The one that says where the customer pays.
  await deliverEventsOf(container, remainder.id)
}

/**
 * Opens a payment of the remainder for the customer who is on the pay page, at the gateway's price
 * of this moment, where an admin has asked for it. The same again is the same payment, until that
 * has expired.
 * @throws MedusaError as `requestRemainder`; NOT_ALLOWED also where too many are open.
 */
export async function openRemainder(
  container: MedusaContainer,
  attempt: Attempt,
  terms: RemainderTerms
): Promise<Attempt> {
  const { attempts, remainders, sessions } = container.resolve(
    CRYPTO_PAYMENT_MODULE
  )
  const { id } = attempt
  const { success_url, fail_url } = terms
  return await openNext(container, attempt, "return", async () => {
    if (await findObstacle(container, attempt)) {
      const first = await attempts.retrieve(id)
      throw remainderNotAsked(paidPart(first, await remainders.list(id)))
    }
    const remainder = await remainders.open(id, terms)
    if (remainder.state !== "creating") return remainder
    // Nobody knows its page yet: it leads back to where this customer is.
    return await sessions.renewReturnUrls(remainder.id, {
      success_url,
      fail_url,
    })
  })
}

/**
 * Why an underpaid payment can become no order of Medusa any more, where that is known; null where it
 * can. Another payment is refused by the ledger.
 */
async function findObstacle(
  container: MedusaContainer,
  attempt: Attempt
): Promise<{ fact: AttentionFact | null } | null> {
  if (attempt.attention_reason !== "underpaid") return null
  const decision = decide(await gatherFacts(container, attempt))
  if (decision.type !== "attention") return { fact: null }
  return decision.reason === "underpaid" ? null : { fact: decision.fact }
}

/**
 * The first of those that are found that is open. What asks until now is read before, since another
 * one may supersede it: one that was paid meanwhile is returned, and one that has ended is replaced.
 * It asks again where the gateway refuses the one that superseded it.
 */
async function openNext(
  container: MedusaContainer,
  { id, cart_id }: Attempt,
  source: Source,
  find: () => Promise<Attempt | undefined>
): Promise<Attempt> {
  const { remainders } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const asking = (await remainders.list(id)).find(isAsking)
  const read = asking && (await readAgain(container, asking, source))
  if (read && isPaidState(read.state)) return read
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const found = await find()
      const opened = found && (await open(container, found, source))
      if (opened) return opened
    }
    throw noFreeExternalId(cart_id ?? id)
  } catch (error) {
    if (asking) await remainders.restore(id, asking.id)
    throw error
  }
}

/** As the gateway has it, or as it is where it was read a moment ago. */
async function readAgain(
  container: MedusaContainer,
  asking: Attempt,
  source: Source
): Promise<Attempt> {
  const { dueQueue } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const mayRead =
    asking.state === "open" &&
    (source === "admin" ||
      (await dueQueue.mayRead(asking.id, SECONDS_BETWEEN_READS)))
  return mayRead ? await checkCryptoPayment(container, asking, source) : asking
}

/** Undefined where its external_id is taken, or its payment is final. */
async function open(
  container: MedusaContainer,
  remainder: Attempt,
  source: Source
): Promise<Attempt | undefined> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { provider_id, flow, target_currency, is_test } = remainder
  const provider = ledger.merchants.provider(provider_id)
  if (!provider) {
    throw source === "admin"
      ? notAllowed(
          `The payment provider ${provider_id} is not configured any more, so its gateway opens no payment.`
        )
      : notPayable("not_offered")
  }
  if (remainder.state === "open") return remainder
  return await openAtGateway(ledger, remainder, {
    provider: { ...provider, flow: flow ?? "widget" },
    target_currency,
    is_test: is_test ?? false,
  })
}
