import { defineRouteConfig } from "@medusajs/admin-sdk"

import { Breadcrumb } from "../../../components/breadcrumb"
import { withDashboardContexts } from "../../../components/dashboard-contexts"
import { GatewaysPage } from "../../../setup/gateways-page"

export default withDashboardContexts(GatewaysPage)

export const config = defineRouteConfig({
  label: "setup.title",
  // Read from the text of this file: a name would not be understood.
  translationNs: "cryptoPayment",
})

export const handle = { breadcrumb: () => <Breadcrumb text="setup.title" /> }
