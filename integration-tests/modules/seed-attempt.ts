import type { NewAttempt } from "../../src/modules/crypto-payment/attempts/attempts"
import type { AttemptPatch } from "../../src/modules/crypto-payment/attempts/rows"
import type { AttemptState } from "../../src/modules/crypto-payment/attempts/states"
import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"
import { newAttempt } from "./new-attempt"

/** The shortest lawful way from `creating` to each state. */
const wayTo: Record<AttemptState, AttemptState[]> = {
  creating: [],
  open: ["open"],
  paid: ["open", "paid"],
  settled: ["open", "paid", "settled"],
  attention: ["open", "paid", "attention"],
  resolved: ["open", "paid", "attention", "resolved"],
  closed: ["open", "closed"],
}

/** Writes an attempt and leads it to a state as the plugin would. */
export async function seedAttempt(
  ledger: CryptoPaymentModuleService,
  state: AttemptState = "open",
  row: Partial<NewAttempt> = {},
  patch: AttemptPatch = {}
): Promise<Attempt> {
  let attempt = await ledger.attempts.create(newAttempt(row), "session")
  for (const step of wayTo[state]) {
    attempt =
      attempt &&
      (
        await ledger.attempts.transition(attempt.id, step, patch, {
          type: step === "open" || step === "creating" ? "opened" : step,
          source: "test",
        })
      )?.attempt
  }
  if (!attempt) throw new Error(`no attempt could be made ${state}`)
  return attempt
}
