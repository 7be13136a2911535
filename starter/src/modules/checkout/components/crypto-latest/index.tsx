"use client"

import Medusa from "@medusajs/js-sdk"
import { CryptoPaymentLatest } from "medusa-payment-crypto-storefront/react-latest"
import "medusa-payment-crypto-storefront/style.css"
import "../crypto-payment/theme.css"
import { useParams } from "next/navigation"

const sdk = new Medusa({
  baseUrl: process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL ?? "",
  publishableKey: process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY,
})

/** The payment that was started last in this browser. */
export function CryptoLatest({ cartId }: { cartId?: string }) {
  const { countryCode } = useParams<{ countryCode: string }>()
  return (
    <div className="content-container">
      <CryptoPaymentLatest
        sdk={sdk}
        cartId={cartId}
        className="mt-12"
        checkoutHref={`/${countryCode}/checkout?step=payment`}
        orderHref={(id) => `/${countryCode}/order/${id}/confirmed`}
      />
    </div>
  )
}
