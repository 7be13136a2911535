import { Container, Skeleton } from "@medusajs/ui"
import { useMatch } from "react-router-dom"

import { useCryptoPayment } from "../api/use-crypto-payment"
import { LoadFailure } from "../components/load-failure"
import { useTexts } from "../i18n/use-texts"
import { Timeline } from "../timeline/timeline"
import { AttemptsSection } from "./attempts-section"
import { MoneySection } from "./money-section"
import { RefundsSection } from "./refunds-section"
import { ResolutionSection } from "./resolution-section"
import { SaleSection } from "./sale-section"
import { SummarySection } from "./summary-section"

/** One crypto payment: its money, its sale, what happened, what can be done. */
export function CryptoPaymentPage() {
  const { t } = useTexts()
  const id = useMatch("/crypto-payments/:id")?.params.id ?? ""
  const { data: payment, error, refetch } = useCryptoPayment(id)

  if (payment) {
    return (
      <div className="flex flex-col gap-3 xl:grid xl:grid-cols-[minmax(0,1fr)_400px] xl:items-start">
        <div className="flex flex-col gap-y-3">
          <SummarySection payment={payment} />
          <MoneySection payment={payment} />
          <Timeline events={payment.events ?? []} />
        </div>
        <div className="flex flex-col gap-y-3">
          <ResolutionSection payment={payment} />
          <SaleSection payment={payment} />
          <RefundsSection payment={payment} />
          <AttemptsSection payment={payment} />
        </div>
      </div>
    )
  }
  return (
    <Container className="p-0">
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()}>
          {t("detail.failed")}
        </LoadFailure>
      ) : (
        <div className="flex flex-col gap-y-4 p-6">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Container>
  )
}
