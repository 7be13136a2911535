import { isGatewayError } from "../../../gateway"
import { formatExternalId } from "../attempts/observation"
import type { Subject } from "../attempts/rows"
import { isPaidState } from "../attempts/states"
import type { Attempt } from "../models/crypto-payment"
import {
  chooseAttempt,
  isPaidAlready,
  type PaymentTerms,
  returnUrls,
  subjectOf,
} from "./choose-attempt"
import {
  alreadyPaid,
  noFreeExternalId,
  notPayable,
  tooManyOpen,
} from "./errors"
import {
  applyPayment,
  closeAttempt,
  isPayable,
  openAtGateway,
} from "./gateway-payment"
import type CryptoPaymentModuleService from "../service"
import { attemptPrice, isSamePrice, paidSession } from "../settling/money"

const MAX_ROUNDS = 8

/** Number of concurrent requests for the same cart that may be faster. */
const MAX_OVERTAKEN = 50

/** An attempt opened within this time is reused without asking the gateway. */
const FRESH_MS = 30_000

/** A shopper waits for the answer, and the attempt serves without it too. */
const READ_TIMEOUT_MS = 3_000

/**
 * Finds or creates the attempt that serves payment terms, and attaches the
 * session of the terms to it. It is written before the gateway is called, so no
 * payment can exist there that the ledger does not know; without an answer it
 * stays `creating`, and the same terms use the same external_id again.
 * @param sessionExists whether another session still exists.
 * @throws MedusaError with a sentence for the storefront (see errors.ts).
 */
export async function openAttempt(
  ledger: CryptoPaymentModuleService,
  terms: PaymentTerms,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<Attempt> {
  const attach = async ({ id }: Attempt) =>
    await ledger.sessions.attach(id, terms.session_id)
  let overtaken = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const attempt = await chooseOrCreate(ledger, terms, sessionExists)
    if (!attempt) {
      if (overtaken++ < MAX_OVERTAKEN) round--
      continue
    }
    if (isPaidState(attempt.state)) {
      const holder = paidSession(attempt)
      if (holder && (await sessionExists(holder))) throw alreadyPaid(attempt)
      const attached = await attach(attempt)
      if (attached) return attached
      continue
    }
    const ready =
      attempt.state === "open"
        ? await confirmOpen(ledger, attempt)
        : await openAtGateway(ledger, attempt, terms)
    if (!ready) continue
    // Undefined when the job superseded it meanwhile.
    const attached = await attach(ready)
    if (attached) return attached
  }
  throw noFreeExternalId(subjectOf(terms))
}

/**
 * Undefined where the gateway reports that the attempt expired, or does not say
 * how to pay it. Without an answer it is reused.
 */
async function confirmOpen(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<Attempt | undefined> {
  if (!isPayable(attempt)) {
    await closeAttempt(ledger, attempt, "no_address")
    return undefined
  }
  const age = Date.now() - (attempt.opened_at?.getTime() ?? 0)
  if (age < FRESH_MS) return attempt
  try {
    const { merchants } = ledger
    const payment = await merchants.readPayment(attempt, READ_TIMEOUT_MS)
    return payment ? await applyPayment(ledger, attempt, payment) : attempt
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return attempt
  }
}

async function chooseOrCreate(
  ledger: CryptoPaymentModuleService,
  terms: PaymentTerms,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<Attempt | undefined> {
  const merchant = ledger.merchants.options(terms.provider.merchantKey)
  const { merchantId } = merchant
  const urls = returnUrls(terms, merchant)
  const { usable, highest } = await ledger.attempts.findRevisions(
    merchantId,
    subjectKey(terms)
  )
  const choice = chooseAttempt(usable, terms, highest)
  if ("already_paid" in choice) throw alreadyPaid(choice.already_paid)
  const isPaid = "use" in choice && isPaidState(choice.use.state)
  if (!isPaid) {
    if (terms.not_payable) throw notPayable(terms.not_payable)
    for (const attempt of usable) {
      // Core cannot replace a session that holds money, so nothing else may begin.
      const holder = paidSession(attempt)
      if (holder && (await sessionExists(holder))) throw alreadyPaid(attempt)
    }
    if (await refuseSecondPayment(ledger, terms)) return undefined
  }
  if ("use" in choice) {
    return choice.use.state === "creating"
      ? await ledger.sessions.renewReturnUrls(choice.use.id, urls)
      : choice.use
  }
  const created = await ledger.attempts.createWithin(
    {
      provider_id: terms.provider.provider_id,
      merchant_id: merchantId,
      flow: terms.provider.flow,
      external_id: formatExternalId(subjectOf(terms), choice.revision),
      revision: choice.revision,
      cart_id: terms.cart_id,
      payment_collection_id: terms.payment_collection_id,
      amount: terms.price.amount,
      currency_code: terms.price.currency_code,
      target_currency: terms.target_currency,
      is_test: terms.is_test,
      ...urls,
    },
    "session"
  )
  if (created === "limit_reached") throw tooManyOpen()
  return created
}

/**
 * Looks at all payments of the cart, to whatever merchant, since the shopper may have
 * paid before the cart changed, and core deleted the session with the change.
 * @returns whether the gateway reports that an open one was paid or ended meanwhile.
 * @throws MedusaError NOT_ALLOWED where one is paid already
 */
async function refuseSecondPayment(
  ledger: CryptoPaymentModuleService,
  { cart_id, price, is_test }: PaymentTerms
): Promise<boolean> {
  if (cart_id === null) return false
  const ofCart = await ledger.attempts.findShown(cart_id, [])
  const paid = ofCart.find((attempt) => isPaidAlready(attempt, is_test))
  if (paid) throw alreadyPaid(paid)
  const older = ofCart.find((attempt) => {
    const own = attemptPrice(attempt)
    return attempt.state === "open" && own !== null && !isSamePrice(own, price)
  })
  if (!older) return false
  const read = await confirmOpen(ledger, older)
  return read === undefined || isPaidState(read.state)
}

function subjectKey({ cart_id, payment_collection_id }: PaymentTerms): Subject {
  return cart_id ? { cart_id } : { payment_collection_id }
}
