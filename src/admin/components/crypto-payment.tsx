import { CheckButton } from "../actions/check-button"
import type { AdminCryptoPayment } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { AdminLink } from "./admin-link"
import { AttentionNote } from "./attention-note"
import { PaymentFacts } from "./payment-facts"
import { PaymentHead } from "./payment-head"
import { RefundedFact } from "./refunded-fact"
import { TestBanner } from "./test-banner"

/** One crypto payment: warnings first, then where it stands, then its facts. */
export function CryptoPayment({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  return (
    <article className="flex flex-col gap-y-4 px-6 py-4">
      {payment.is_test && <TestBanner />}
      <PaymentHead payment={payment} />
      <AttentionNote payment={payment} />
      <PaymentFacts payment={payment} />
      <RefundedFact payment={payment} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AdminLink to={`/crypto-payments/${payment.id}`}>
          <span className="txt-compact-small-plus">{t("order.details")}</span>
        </AdminLink>
        {payment.gateway_payment_id && <CheckButton payment={payment} />}
      </div>
    </article>
  )
}
