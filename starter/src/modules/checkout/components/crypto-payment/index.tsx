"use client"

import { choosePayment, finishCryptoOrder } from "@lib/data/crypto"
import Medusa from "@medusajs/js-sdk"
import {
  CryptoPaymentButton,
  CryptoPaymentCollection,
  CryptoPaymentPanel,
  CryptoPaymentReturn,
} from "medusa-payment-crypto-storefront/react"
import "medusa-payment-crypto-storefront/style.css"
import "./theme.css"
import { useParams, useRouter } from "next/navigation"
import { useEffect } from "react"

const sdk = new Medusa({
  baseUrl: process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL ?? "",
  publishableKey: process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY,
})

export const isCrypto = (providerId = "") => providerId.startsWith("pp_crypto")

const toInline = (id: string) => id.replace(/^pp_crypto_/, "pp_crypto-inline_")

/** The entry of a provider: that of the panel where the store has both flows. */
export const entryOf = (methods: { id: string }[] | undefined, id = "") =>
  methods?.find((method) => method.id === toInline(id))?.id ?? id

/** One entry for crypto: the panel offers the hosted page as well. */
export function listEntries<Method extends { id: string }>(methods: Method[]) {
  return methods.filter(({ id }) => entryOf(methods, id) === id)
}

/** Chooses another provider; an error has the sentence for the shopper. */
export async function initiatePaymentSession(
  ...session: Parameters<typeof choosePayment>
) {
  const message = await choosePayment(...session)
  if (message) throw new Error(message)
}

/** The component of the selected provider, for the payment step. */
export function CryptoPayment({
  methods,
  ...props
}: {
  cartId: string
  providerId: string
  /** The enabled providers. */
  methods: { id: string }[]
}) {
  const { countryCode } = useParams<{ countryCode: string }>()
  const router = useRouter()
  const common = {
    ...props,
    sdk,
    returnPage: `/${countryCode}/crypto-return`,
    // Refreshes the summary next to it, which shows the cart.
    onPhase: (phase: string) => {
      if (phase === "cart_changed") router.refresh()
    },
    onOrder: (id: string) => void finishCryptoOrder(countryCode, id),
  }
  return props.providerId.startsWith("pp_crypto-inline_") ? (
    <CryptoPaymentPanel
      {...common}
      hostedProviderId={
        methods?.find(
          ({ id }) =>
            toInline(id) === props.providerId && id !== props.providerId
        )?.id
      }
    />
  ) : (
    <CryptoPaymentButton {...common} />
  )
}

/** The page that the gateway redirects to. */
export function CryptoReturn({ cartId }: { cartId?: string }) {
  const { countryCode } = useParams<{ countryCode: string }>()
  const router = useRouter()
  // The cart's cookie is SameSite=Strict: after the redirect from the gateway
  // the browser sends it with the next request only.
  useEffect(() => router.refresh(), [router])
  return (
    <CryptoPaymentReturn
      sdk={sdk}
      cartId={cartId}
      backHref={`/${countryCode}`}
      onOrder={(id) => void finishCryptoOrder(countryCode, id)}
    />
  )
}

/** The page behind a payment link. */
export function CryptoPayPage({ id }: { id: string }) {
  const { countryCode } = useParams<{ countryCode: string }>()
  return (
    <CryptoPaymentCollection
      sdk={sdk}
      paymentCollectionId={id}
      backHref={`/${countryCode}`}
    />
  )
}
