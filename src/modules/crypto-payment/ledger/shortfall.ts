import { judgeShortfall, type Shortfall } from "../domain/shortfall"
import type CryptoPaymentModuleService from "../service"
import type { Attempt } from "./rows"

/** What the merchant's rule says about the coins of an attempt now. */
export async function readShortfall(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<Shortfall> {
  const rule = ledger.merchants.shortfallRule(attempt.provider_id)
  return rule
    ? judgeShortfall(attempt, rule, await ledger.now())
    : { type: "accepted" }
}
