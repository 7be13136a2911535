// Code that a store's developer adds. The README shows the same code; a spec
// compares the two.

export const CONFIG_PLUGIN = `{
  resolve: "medusa-payment-crypto",
  options: {
    baseUrl: process.env.CRYPTO_GATEWAY_URL,
    merchantId: process.env.CRYPTO_MERCHANT_ID,
    apiKey: process.env.CRYPTO_API_KEY,
    webhookSecret: process.env.CRYPTO_WEBHOOK_SECRET,
    callbackBaseUrl: process.env.CRYPTO_CALLBACK_BASE_URL,
    testMode: process.env.CRYPTO_TEST_MODE === "true",
  },
},`

export const CONFIG_PROVIDER = `{ resolve: "medusa-payment-crypto/providers/crypto", id: "crypto" },`

export const CONFIG_PAYMENT_MODULE = `{
  resolve: "@medusajs/medusa/payment",
  dependencies: ["cryptoPayment", "query"],
  options: {
    providers: [
      { resolve: "medusa-payment-crypto/providers/crypto", id: "crypto" },
    ],
  },
},`

export const BACKEND_ENV = `# Crypto payments. "npx medusa-payment-crypto-sandbox --port 4000 --control" prints the values for trying it out.
CRYPTO_GATEWAY_URL=http://localhost:4000
CRYPTO_MERCHANT_ID=
CRYPTO_API_KEY=
CRYPTO_WEBHOOK_SECRET=
CRYPTO_CALLBACK_BASE_URL=http://localhost:9000
CRYPTO_TEST_MODE=false
`

export const STOREFRONT_ENV = `# Medusa's public address, for the crypto payment in the browser
NEXT_PUBLIC_MEDUSA_BACKEND_URL=http://localhost:9000
`

export const CRYPTO_PAYMENT_COMPONENT = `"use client"

import { choosePayment, finishCryptoOrder } from "@lib/data/crypto"
import Medusa from "@medusajs/js-sdk"
import {
  CryptoPaymentButton,
  CryptoPaymentPanel,
  CryptoPaymentReturn,
} from "medusa-payment-crypto-storefront/react"
import "medusa-payment-crypto-storefront/style.css"
import { useParams, useRouter } from "next/navigation"
import { useEffect } from "react"

const sdk = new Medusa({
  baseUrl: process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL ?? "",
  publishableKey: process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY,
})

export const isCrypto = (providerId = "") => providerId.startsWith("pp_crypto")

/** Chooses another provider; an error has the sentence for the shopper. */
export async function initiatePaymentSession(
  ...session: Parameters<typeof choosePayment>
) {
  const message = await choosePayment(...session)
  if (message) throw new Error(message)
}

/** The component of the selected provider, for the payment step. */
export function CryptoPayment(props: { cartId: string; providerId: string }) {
  const { countryCode } = useParams<{ countryCode: string }>()
  const router = useRouter()
  const common = {
    ...props,
    sdk,
    // Refreshes the summary next to it, which shows the cart.
    onPhase: (phase: string) => {
      if (phase === "cart_changed") router.refresh()
    },
    onOrder: (id: string) => void finishCryptoOrder(countryCode, id),
  }
  return props.providerId.startsWith("pp_crypto-h2h_") ? (
    <CryptoPaymentPanel {...common} />
  ) : (
    <CryptoPaymentButton
      {...common}
      returnPage={\`/\${countryCode}/crypto-return\`}
    />
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
      backHref={\`/\${countryCode}\`}
      onOrder={(id) => void finishCryptoOrder(countryCode, id)}
    />
  )
}
`

export const CRYPTO_DATA = `"use server"

import { sdk } from "@lib/config"
import { revalidateTag } from "next/cache"
import { redirect } from "next/navigation"
import { initiatePaymentSession } from "./cart"
import { getAuthHeaders, getCacheTag, getCartId, removeCartId } from "./cookies"

/** Removes the completed cart's cookie and redirects to the order. */
export async function finishCryptoOrder(countryCode: string, orderId: string) {
  await removeCartId()
  revalidateTag(await getCacheTag("carts"))
  revalidateTag(await getCacheTag("orders"))
  redirect(\`/\${countryCode}/order/\${orderId}/confirmed\`)
}

/** Opens a payment session; returns why, for the shopper, when Medusa refuses it. */
export async function choosePayment(
  ...session: Parameters<typeof initiatePaymentSession>
): Promise<string | undefined> {
  try {
    await initiatePaymentSession(...session)
  } catch (error) {
    // Returned, because Next.js hides the message of an error thrown here.
    return String(error).replace(/^(Error[^:]*: )+/, "")
  }
}

type CartAnswer = {
  cart: {
    completed_at: string | null
    payment_collection?: {
      payment_sessions?: { id: string; provider_id: string }[]
    }
  }
}

/** The session of the crypto payment that completed this browser's cart. */
export async function findCompletedCryptoPayment() {
  const id = await getCartId()
  if (!id) return undefined
  const answer = await sdk.client
    .fetch<CartAnswer>(\`/store/carts/\${id}\`, {
      query: { fields: "completed_at,*payment_collection.payment_sessions" },
      headers: await getAuthHeaders(),
      cache: "no-store",
    })
    .catch(() => undefined)
  if (!answer?.cart.completed_at) return undefined
  return answer.cart.payment_collection?.payment_sessions?.find((session) =>
    session.provider_id.startsWith("pp_crypto")
  )?.id
}
`

export const CRYPTO_RETURN_PAGE = `import { getCartId } from "@lib/data/cookies"
import { CryptoReturn } from "@modules/checkout/components/crypto-payment"

export default async function CryptoReturnPage() {
  return (
    <div className="content-container py-12">
      <CryptoReturn cartId={await getCartId()} />
    </div>
  )
}
`

export const PAYMENT_IMPORT = `import {
  CryptoPayment,
  initiatePaymentSession,
  isCrypto,
} from "@modules/checkout/components/crypto-payment"
`

export const PAYMENT_SESSION = `paymentSession.status === "pending" ||
      isCrypto(paymentSession.provider_id)`

export const PAYMENT_CARD = `await initiatePaymentSession(cart, {
        provider_id: method,
      }).catch((error: Error) => setError(error.message))`

export const PAYMENT_READY = `(activeSession &&
      !isCrypto(activeSession.provider_id) &&`

export const PAYMENT_BLOCK = `{isCrypto(selectedPaymentMethod) && (
  <div className="mt-6">
    <CryptoPayment cartId={cart.id} providerId={selectedPaymentMethod} />
  </div>
)}
`

export const PAYMENT_BUTTON = `{!isCrypto(selectedPaymentMethod) && (`

export const PAYMENT_INFO = `  pp_crypto_crypto: { title: "Crypto", icon: <CreditCard /> },
  "pp_crypto-h2h_crypto": { title: "Crypto (in checkout)", icon: <CreditCard /> },
`

export const RETRIEVE_CART = `      query: {
        fields: \`\${fields},+completed_at\`,
      },
      headers,
      next,
      // Never cached: the webhook completes the cart without this storefront.
      cache: "no-store",
    })
    // A completed cart is no longer this shopper's cart.
    .then(({ cart }: { cart: HttpTypes.StoreCart }) =>
      cart.completed_at ? null : cart
    )`

export const CHECKOUT_IMPORT = `import { findCompletedCryptoPayment } from "@lib/data/crypto"
`

export const CHECKOUT_SIGNATURE = `export default async function Checkout({
  params,
  searchParams,
}: {
  params: Promise<{ countryCode: string }>
  searchParams: Promise<{ step?: string }>
}) {
  const { countryCode } = await params
`

export const CHECKOUT_CART = `if (!cart) {
    // The webhook completed the cart and placed its order: show it.
    const paid = await findCompletedCryptoPayment()
    if (paid) {
      redirect(\`/\${countryCode}/crypto-return?payment_session_id=\${paid}\`)
    }
    return notFound()
  }

  // Crypto is paid in the payment step, so there is no review step.
  const { step } = await searchParams
  const sessions = cart.payment_collection?.payment_sessions ?? []
  if (
    (!step || step === "review") &&
    sessions.some(({ provider_id }) => provider_id.startsWith("pp_crypto"))
  ) {
    redirect(\`/\${countryCode}/checkout?step=payment\`)
  }`
