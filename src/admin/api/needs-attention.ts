import type { AdminCryptoPayment } from "../../api/types"

/** True of a payment that waits for a person; the server's own rule. */
export function needsAttention({
  state,
  attention_reason,
}: Pick<AdminCryptoPayment, "state" | "attention_reason">): boolean {
  return (
    state === "attention" || (state === "open" && attention_reason !== null)
  )
}
