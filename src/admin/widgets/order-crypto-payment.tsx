import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"

import { withDashboardContexts } from "../components/dashboard-contexts"
import { OrderCryptoPayments } from "../components/order-crypto-payments"
import { OrderNote } from "../components/order-note"
import { QuietBoundary } from "../components/quiet-boundary"
import { useTexts } from "../i18n/use-texts"
import { isPaidInCrypto } from "../order/is-paid-in-crypto"

/** On the order page: how the order was paid in crypto, if it was. */
function OrderCryptoPaymentWidget({
  data: order,
}: DetailWidgetProps<AdminOrder>) {
  const { t } = useTexts()
  const expected = isPaidInCrypto(order)
  return (
    <QuietBoundary
      fallback={expected ? <OrderNote>{t("order.failed")}</OrderNote> : null}
    >
      <OrderCryptoPayments orderId={order.id} expected={expected} />
    </QuietBoundary>
  )
}

export default withDashboardContexts(OrderCryptoPaymentWidget)

export const config = defineWidgetConfig({
  id: "medusa-payment-crypto:order-crypto-payment",
  zone: "order.details.side.before",
})
