import type { Attempt } from "../ledger/rows"
import { moneySession } from "../lifecycle/money-session"
import { isMoneySeen } from "../lifecycle/states"
import { formatExternalId } from "../external-id"
import type CryptoPaymentModuleService from "../service"
import { chooseAttempt } from "./choose-attempt"
import { openAtGateway, stillOpen } from "./open-at-gateway"
import { alreadyPaid, noFreeExternalId, notPayable } from "./refusals"
import { returnUrls } from "./return-url"
import { subjectOf, type Wish } from "./wish"

/** How many rows or external_ids are tried before giving up. */
const maxRounds = 8

/**
 * Finds or makes the attempt that serves a wish, and makes the wish's session
 * its session. The row is written before the gateway is called, so no payment
 * can exist there that the ledger does not know. When the gateway's answer
 * stays out, the attempt stays `creating`: the same wish will ask for the same
 * external_id again.
 *
 * @param sessionExists tells whether another session is still there.
 * @throws MedusaError with a sentence for the storefront (see refusals.ts).
 */
export async function openAttempt(
  ledger: CryptoPaymentModuleService,
  wish: Wish,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<Attempt> {
  for (let round = 0; round < maxRounds; round++) {
    const attempt = await chooseOrCreate(ledger, wish, sessionExists)
    if (!attempt) continue
    if (isMoneySeen(attempt.state)) {
      const holder = moneySession(attempt)
      if (holder && (await sessionExists(holder))) throw alreadyPaid(attempt)
      const attached = await ledger.attachSession(attempt.id, wish.session_id)
      if (attached) return attached
      continue
    }
    const ready =
      attempt.state === "open"
        ? await stillOpen(ledger, attempt, wish)
        : await openAtGateway(ledger, attempt, wish)
    if (!ready) continue
    // Not when the job superseded it in this very moment.
    const attached = await ledger.attachSession(ready.id, wish.session_id)
    if (attached) return attached
  }
  throw noFreeExternalId(subjectOf(wish))
}

async function chooseOrCreate(
  ledger: CryptoPaymentModuleService,
  wish: Wish,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<Attempt | undefined> {
  const merchant = ledger.merchants.options(wish.provider.merchantKey)
  const { merchantId } = merchant
  const urls = returnUrls(wish, merchant)
  const subject = wish.cart_id
    ? { cart_id: wish.cart_id }
    : { payment_collection_id: wish.payment_collection_id }
  const attempts = await ledger.listRevisions(merchantId, subject)
  const choice = chooseAttempt(attempts, wish)
  if ("already_paid" in choice) throw alreadyPaid(choice.already_paid)
  const isPaid = "use" in choice && isMoneySeen(choice.use.state)
  if (!isPaid) {
    if (wish.refusal) throw notPayable(wish.refusal)
    // Core cannot replace a session that holds money, so nothing else may begin.
    const paid = await findPaidSession(attempts, sessionExists)
    if (paid) throw alreadyPaid(paid)
  }
  if ("use" in choice) {
    return choice.use.state === "creating"
      ? await ledger.renewReturnUrls(choice.use.id, urls)
      : choice.use
  }
  return await ledger.createAttempt(
    {
      provider_id: wish.provider.provider_id,
      merchant_id: merchantId,
      flow: wish.provider.flow,
      external_id: formatExternalId(subjectOf(wish), choice.revision),
      revision: choice.revision,
      cart_id: wish.cart_id,
      payment_collection_id: wish.payment_collection_id,
      amount: wish.price.amount,
      currency_code: wish.price.currency_code,
      target_currency: wish.target_currency,
      is_test: wish.is_test,
      ...urls,
    },
    "session"
  )
}

/** An attempt whose confirmed money is held by a session that exists. */
async function findPaidSession(
  attempts: readonly Attempt[],
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<Attempt | undefined> {
  for (const attempt of attempts) {
    const holder = moneySession(attempt)
    if (holder && (await sessionExists(holder))) return attempt
  }
  return undefined
}
