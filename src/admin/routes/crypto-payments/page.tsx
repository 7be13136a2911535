import { defineRouteConfig } from "@medusajs/admin-sdk"

import { Breadcrumb } from "../../components/breadcrumb"
import { withDashboardContexts } from "../../components/dashboard-contexts"
import { AttentionIcon } from "../../list/attention-icon"
import { CryptoPaymentsPage } from "../../list/crypto-payments-page"

export default withDashboardContexts(CryptoPaymentsPage)

export const config = defineRouteConfig({
  label: "list.title",
  // Read from the text of this file: a name would not be understood.
  translationNs: "cryptoPayment",
  icon: AttentionIcon,
})

export const handle = { breadcrumb: () => <Breadcrumb text="list.title" /> }
