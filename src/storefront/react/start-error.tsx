import type { CryptoPaymentError } from "../errors"
import type { Speech } from "./use-speech"

/** Why a payment could not be started; the shop's own sentence where it refused. */
export function StartError({
  error,
  texts,
}: Pick<Speech, "texts"> & { error: CryptoPaymentError | null }) {
  return (
    <div role="alert" className="cryptopay-error">
      {error && (
        <p>
          {texts.startFailed}{" "}
          {error.kind === "unavailable" ? texts.tryAgain : error.message}
        </p>
      )}
    </div>
  )
}
