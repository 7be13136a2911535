import { defineRouteConfig } from "@medusajs/admin-sdk"

import { namespace } from "../../i18n/namespace"
import { CryptoPaymentsPage } from "../../list/crypto-payments-page"
import { AttentionIcon } from "../../list/attention-icon"

export default CryptoPaymentsPage

export const config = defineRouteConfig({
  label: "list.title",
  translationNs: namespace,
  icon: AttentionIcon,
})
