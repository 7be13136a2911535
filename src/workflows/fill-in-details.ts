import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENT_MODULE, isMoneySeen } from "../modules/crypto-payment"
import { checkCryptoPayment } from "./check-crypto-payment"

/** A gateway that tells no address is asked no more often, by each process. */
const askEveryMs = 60_000

const maxRemembered = 10_000

/** When the gateway was asked about an attempt because someone looked at it; oldest first. */
const askedAt = new Map<string, number>()

/**
 * A webhook (contract §6) does not say which address was paid to. The
 * gateway is asked for it when someone looks at a payment that is over, not
 * while orders are being made. Looking leaves no entry in the timeline.
 */
export async function fillInDetails(
  container: MedusaContainer,
  ids: readonly string[]
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const id of ids) {
    const attempt = await ledger.findAttempt(id)
    if (!attempt || attempt.wallet_address) continue
    // The order page asks every few seconds until a paid attempt is settled.
    if (!isMoneySeen(attempt.state) || attempt.state === "paid") continue
    if (!mayAsk(attempt.id, Date.now())) continue
    await checkCryptoPayment(container, attempt, "view")
  }
}

/** The same for all crypto payments of an order. */
export async function fillInDetailsOf(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const attempts = await container
    .resolve(CRYPTO_PAYMENT_MODULE)
    .listCryptoPayments({ order_id: orderId }, { select: ["id"] })
  await fillInDetails(
    container,
    attempts.map(({ id }) => id)
  )
}

/** Notes that it is asked now, unless it was within `askEveryMs`. */
function mayAsk(id: string, now: number): boolean {
  if (now - (askedAt.get(id) ?? -Infinity) < askEveryMs) return false
  askedAt.delete(id)
  askedAt.set(id, now)
  const [oldest] = askedAt.keys()
  if (askedAt.size > maxRemembered) askedAt.delete(oldest)
  return true
}
