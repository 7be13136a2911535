import type { AdminCryptoPaymentDetail } from "../../../../../api/types"
import { Section } from "../../../../components/layout"
import { RefundRequest } from "../../../../components/refund-request"
import { useTexts } from "../../../../i18n/use-texts"

/** The refunds that were requested, newest first; nothing without one. */
export function RefundRequestsSection({
  payment: { refund_requests: requests = [] },
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const { t } = useTexts()
  if (requests.length === 0) return null
  return (
    <Section title={t("detail.refundRequests")}>
      <ul className="divide-y">
        {requests.map((request) => (
          <RefundRequest key={request.id} request={request} />
        ))}
      </ul>
    </Section>
  )
}
