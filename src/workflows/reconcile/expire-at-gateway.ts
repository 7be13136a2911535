import type { MedusaContainer } from "@medusajs/framework/types"
import { paymentOutcome } from "../../gateway"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  mayEndAtGateway,
  observe,
} from "../../modules/crypto-payment"
import {
  type SettleCryptoPaymentResult,
  settleCryptoPaymentWorkflow,
} from "../settle-crypto-payment"

const callTimeoutMs = 5_000

/**
 * Expires the gateway payment of an attempt that nobody needs any more, so
 * that no buyer pays an old page; one whose coin was chosen is left to its own
 * countdown (`mayEndAtGateway`). Coin and money may come in this very moment: so
 * it is read before and after, and what the gateway then says is the
 * observation. What is not expired has a note in the timeline.
 *
 * @param onCall is told of each call of the gateway.
 * @returns what became of the attempt; undefined when it cannot be asked about.
 * @throws GatewayError
 */
export async function expireAtGateway(
  container: MedusaContainer,
  attempt: Attempt,
  onCall: () => void = () => {}
): Promise<SettleCryptoPaymentResult | undefined> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { gateway_payment_id: id } = attempt
  const provider = ledger.merchants.provider(attempt.provider_id)
  if (!provider || !id) return undefined
  const read = () => {
    onCall()
    return ledger.merchants.lookUp(provider.merchantKey, id, callTimeoutMs)
  }
  const noteNotExpired = (reason: string) =>
    ledger.appendEvent(attempt.id, {
      type: "not_expired",
      source: "gateway",
      fact: `not_expired:${reason}`,
      data: { reason },
    })
  let payment = await read()
  if (mayEndAtGateway({ ...payment, flow: attempt.flow })) {
    onCall()
    const result = await ledger.merchants
      .gateway(provider.merchantKey)
      .expirePayment({ id }, { timeoutMs: callTimeoutMs, maxAttempts: 1 })
    if (result.expired) payment = await read()
    else await noteNotExpired(result.reason)
  } else if (paymentOutcome(payment.status) === "open") {
    await noteNotExpired("coins_may_come")
  }
  const { result } = await settleCryptoPaymentWorkflow(container).run({
    input: { observation: observe(attempt, payment, "poll") },
  })
  return result
}
