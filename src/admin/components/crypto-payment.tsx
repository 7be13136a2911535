import type { AdminCryptoPayment } from "../api/crypto-payment"
import { AttentionNote } from "./attention-note"
import { PaymentFacts } from "./payment-facts"
import { PaymentHead } from "./payment-head"
import { TestBanner } from "./test-banner"

/** One crypto payment: warnings first, then where it stands, then its facts. */
export function CryptoPayment({ payment }: { payment: AdminCryptoPayment }) {
  return (
    <article className="flex flex-col gap-y-4 px-6 py-4">
      {payment.is_test && <TestBanner />}
      <PaymentHead payment={payment} />
      <AttentionNote payment={payment} />
      <PaymentFacts payment={payment} />
    </article>
  )
}
