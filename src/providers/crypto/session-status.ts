import { PaymentSessionStatus } from "@medusajs/framework/utils"

import type { Attempt } from "../../modules/crypto-payment"

/**
 * The session status that an attempt stands for where nothing is authorized by
 * it: `captured` is answered by authorizePayment alone, which compares prices.
 */
export function sessionStatus(attempt: Attempt): PaymentSessionStatus {
  switch (attempt.state) {
    case "creating":
    case "open":
    case "paid":
    case "attention":
      return PaymentSessionStatus.PENDING
    case "settled":
      return PaymentSessionStatus.CAPTURED
    case "resolved":
      return PaymentSessionStatus.CANCELED
    case "closed":
      return attempt.gateway_status === "failed"
        ? PaymentSessionStatus.ERROR
        : PaymentSessionStatus.CANCELED
  }
}
