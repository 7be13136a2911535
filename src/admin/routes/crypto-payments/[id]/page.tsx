import { Container, Skeleton } from "@medusajs/ui"
import { useMatch } from "react-router-dom"
import { withDashboardContexts } from "../../../components/dashboard-contexts"
import { Breadcrumb, LoadError } from "../../../components/layout"
import { withRefundLink } from "../../../components/request-refund"
import { useCryptoPayment } from "../../../hooks/use-crypto-payments"
import { AttemptsSection, OrderSection } from "./components/order-section"
import {
  RefundRequestsSection,
  RefundsSection,
  ResolutionSection,
} from "./components/refunds-section"
import { PaymentSection, SummarySection } from "./components/summary-section"
import { Timeline } from "./components/timeline"

/** The page of one crypto payment. */
function CryptoPaymentPage() {
  const id = useMatch("/crypto-payments/:id")?.params.id ?? ""
  const { data: payment, error, refetch } = useCryptoPayment(id)

  if (payment) {
    return (
      <div className="flex flex-col gap-3 xl:grid xl:grid-cols-[minmax(0,1fr)_400px] xl:items-start">
        <div className="flex flex-col gap-y-3">
          <SummarySection payment={payment} />
          <PaymentSection payment={payment} />
          <Timeline payment={payment} />
        </div>
        <div className="flex flex-col gap-y-3">
          <ResolutionSection payment={payment} />
          <OrderSection payment={payment} />
          <RefundRequestsSection payment={payment} />
          <RefundsSection payment={payment} />
          <AttemptsSection payment={payment} />
        </div>
      </div>
    )
  }
  if (!error) {
    return (
      <Container className="flex flex-col gap-y-4 p-6">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-40 w-full" />
      </Container>
    )
  }
  return (
    <Container className="p-0">
      <LoadError failure="detail.failed" error={error} onRetry={refetch} />
    </Container>
  )
}

export default withDashboardContexts(withRefundLink(CryptoPaymentPage))

export const handle = { breadcrumb: () => <Breadcrumb text="menu.payment" /> }
