"use client"

import Medusa from "@medusajs/js-sdk"
import { CryptoRefundRequest } from "medusa-payment-crypto-storefront/react-refund"
import "medusa-payment-crypto-storefront/style.css"
import "../crypto-payment/theme.css"
import { useParams } from "next/navigation"

const sdk = new Medusa({
  baseUrl: process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL ?? "",
  publishableKey: process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY,
})

/** The page behind a refund link. */
export function CryptoRefundPage() {
  const { countryCode } = useParams<{ countryCode: string }>()
  return <CryptoRefundRequest sdk={sdk} backHref={`/${countryCode}`} />
}
