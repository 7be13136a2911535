import type { Attempt } from "../../modules/crypto-payment/ledger/rows"
import type { AttentionReason } from "../../modules/crypto-payment/lifecycle/states"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import type { Outcome } from "./outcome"

/** After so many failures of the machinery a person is told all the same. */
const maxTries = 5

/** What an outcome changed, for those who are told about it. */
export type News = "settled" | "attention_required" | null

/**
 * Writes an outcome to the ledger. The transition table refuses what another
 * run has overtaken; then the row is left as it is, and there is no news.
 */
export async function conclude(
  ledger: CryptoPaymentModuleService,
  id: string,
  outcome: Outcome
): Promise<{ attempt: Attempt; news: News }> {
  switch (outcome.type) {
    case "recorded":
      return { attempt: await ledger.retrieveAttempt(id), news: null }
    case "closed": {
      const closed = await ledger.transitionAttempt(
        id,
        "closed",
        {},
        { type: "closed", source: "decision" }
      )
      return {
        attempt: closed ?? (await ledger.retrieveAttempt(id)),
        news: null,
      }
    }
    case "settled": {
      const { order_id, payment_id } = outcome
      const settled = await ledger.transitionAttempt(
        id,
        "settled",
        {
          order_id,
          payment_id,
          attention_reason: null,
          attention_detail: null,
        },
        { type: "settled", source: "decision", data: { order_id, payment_id } }
      )
      return settled
        ? { attempt: settled, news: "settled" }
        : { attempt: await ledger.retrieveAttempt(id), news: null }
    }
    case "attention":
      return await raise(ledger, id, outcome)
    case "failed": {
      const tries = await ledger.countFailure(id, outcome.detail)
      return outcome.retryable && tries < maxTries
        ? { attempt: await ledger.retrieveAttempt(id), news: null }
        : await raise(ledger, id, {
            reason: "order_not_placed",
            detail: outcome.detail,
            order_id: outcome.order_id,
          })
    }
  }
}

type Raised = {
  reason: AttentionReason
  detail: string
  order_id: string | null
}

/** The same reason again is no news and keeps its growing waits; its words may change. */
async function raise(
  ledger: CryptoPaymentModuleService,
  id: string,
  { reason, detail, order_id }: Raised
): Promise<{ attempt: Attempt; news: News }> {
  const current = await ledger.retrieveAttempt(id)
  if (current.state === "attention" && current.attention_reason === reason) {
    const attempt = await ledger.restateAttention(id, detail)
    return { attempt: attempt ?? current, news: null }
  }
  const raised = await ledger.transitionAttempt(
    id,
    "attention",
    { attention_reason: reason, attention_detail: detail, order_id },
    { type: "attention", source: "decision", data: { reason, detail } }
  )
  return raised
    ? { attempt: raised, news: "attention_required" }
    : { attempt: await ledger.retrieveAttempt(id), news: null }
}
