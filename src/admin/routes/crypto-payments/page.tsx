import { defineRouteConfig } from "@medusajs/admin-sdk"

import { AttentionIcon } from "../../list/attention-icon"
import { CryptoPaymentsPage } from "../../list/crypto-payments-page"

export default CryptoPaymentsPage

export const config = defineRouteConfig({
  label: "list.title",
  // Read from the text of this file: a name would not be understood.
  translationNs: "cryptoPayment",
  icon: AttentionIcon,
})
