import type { Attempt } from "../ledger/rows"
import type { Subject } from "../ledger/subjects"
import { moneySession } from "../domain/authorization"
import { isMoneySeen } from "../domain/states"
import {
  chooseAttempt,
  formatExternalId,
  subjectOf,
  type Wish,
} from "../domain/payment-request"
import type CryptoPaymentModuleService from "../service"
import { openAtGateway, stillOpen } from "./gateway-payment"
import { makeRoom } from "./make-room"
import {
  alreadyPaid,
  noFreeExternalId,
  notPayable,
  tooManyOpen,
} from "./errors"
import { returnUrls } from "./return-urls"
import { keptSessions } from "../ledger/sessions"

/** How many rows or external_ids are tried before giving up. */
const maxRounds = 8

/** How many others may be faster at the same cart before giving up. */
const maxOvertaken = 50

/** How many open attempts are ended for a new one, where others open some too. */
const maxEnded = 4

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
  const attach = async (attempt: Attempt) =>
    await ledger.attachSession(
      attempt.id,
      wish.session_id,
      await forgettableSessions(attempt, sessionExists)
    )
  let ended = 0
  let overtaken = 0
  for (let round = 0; round < maxRounds; round++) {
    const attempt = await chooseOrCreate(ledger, wish, sessionExists)
    if (attempt === "limit_reached") {
      if (ended++ === maxEnded) throw tooManyOpen()
      if (!(await makeRoom(ledger, subjectKey(wish)))) throw tooManyOpen()
      continue
    }
    if (!attempt) {
      if (overtaken++ < maxOvertaken) round--
      continue
    }
    if (isMoneySeen(attempt.state)) {
      const holder = moneySession(attempt)
      if (holder && (await sessionExists(holder))) throw alreadyPaid(attempt)
      const attached = await attach(attempt)
      if (attached) return attached
      continue
    }
    const ready =
      attempt.state === "open"
        ? await stillOpen(ledger, attempt, wish)
        : await openAtGateway(ledger, attempt, wish)
    if (!ready) continue
    // Not when the job superseded it in this very moment.
    const attached = await attach(ready)
    if (attached) return attached
  }
  throw noFreeExternalId(subjectOf(wish))
}

async function chooseOrCreate(
  ledger: CryptoPaymentModuleService,
  wish: Wish,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<Attempt | "limit_reached" | undefined> {
  const merchant = ledger.merchants.options(wish.provider.merchantKey)
  const { merchantId, maxOpenAttempts } = merchant
  const urls = returnUrls(wish, merchant)
  const { usable, highest } = await ledger.findRevisions(
    merchantId,
    subjectKey(wish)
  )
  const choice = chooseAttempt(usable, wish, highest)
  if ("already_paid" in choice) throw alreadyPaid(choice.already_paid)
  const isPaid = "use" in choice && isMoneySeen(choice.use.state)
  if (!isPaid) {
    if (wish.refusal) throw notPayable(wish.refusal)
    // Core cannot replace a session that holds money, so nothing else may begin.
    const paid = await findPaidSession(usable, sessionExists)
    if (paid) throw alreadyPaid(paid)
  }
  if ("use" in choice) {
    return choice.use.state === "creating"
      ? await ledger.renewReturnUrls(choice.use.id, urls)
      : choice.use
  }
  return await ledger.createAttemptWithin(
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
    "session",
    maxOpenAttempts
  )
}

function subjectKey({ cart_id, payment_collection_id }: Wish): Subject {
  return cart_id ? { cart_id } : { payment_collection_id }
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

/** So many sessions are looked up in one opening at most. */
const maxForgotten = 10

/**
 * The oldest sessions of an attempt, beyond the `keptSessions` newest, that
 * nothing will ask for: they are gone from Medusa, hold no money, and no return
 * URL at the gateway names them. (An opening with new sessions is found by
 * each, so without this a loop of openings would make the row grow for ever.)
 */
export async function forgettableSessions(
  attempt: Pick<
    Attempt,
    | "session_ids"
    | "payment_session_id"
    | "authorized_session_id"
    | "success_url"
    | "fail_url"
  >,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<string[]> {
  const { session_ids, payment_session_id, authorized_session_id } = attempt
  const urls = `${attempt.success_url ?? ""} ${attempt.fail_url ?? ""}`
  const old = session_ids
    .slice(0, Math.max(0, session_ids.length + 1 - keptSessions))
    .filter(
      (id) =>
        id !== payment_session_id &&
        id !== authorized_session_id &&
        !urls.includes(encodeURIComponent(id))
    )
    .slice(0, maxForgotten)
  const exist = await Promise.all(old.map(sessionExists))
  return old.filter((_, n) => !exist[n])
}
