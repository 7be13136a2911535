import type { CryptoPaymentTexts } from "./locales"
import type { CryptoPaymentError } from "./store-api"

/**
 * Why a payment could not be started, after the text `startFailed`: in the shopper's language, where
 * the store is not reached or the gateway refused it; else Medusa's sentence.
 */
export function describeStartError(
  { kind, message }: CryptoPaymentError,
  texts: Pick<CryptoPaymentTexts, "tryAgain" | "changeCoin">
): string {
  if (kind === "unavailable") return texts.tryAgain
  // What the plugin says of a payment that the gateway did not open.
  if (!/could not be opened/.test(message)) return message
  return /another coin/.test(message) ? texts.changeCoin : ""
}
