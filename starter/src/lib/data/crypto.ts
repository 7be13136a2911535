"use server"

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
  redirect(`/${countryCode}/order/${orderId}/confirmed`)
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
    .fetch<CartAnswer>(`/store/carts/${id}`, {
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
