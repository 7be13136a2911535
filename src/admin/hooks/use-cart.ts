import { useMutation, useQuery } from "@tanstack/react-query"

import type { AdminCryptoCart, AdminCryptoCartResponse } from "../../api/types"
import { draftOrderOf } from "../lib/draft-order"
import { sdk } from "../lib/sdk"

/** The cart of a payment that needs a person; null where there is none to place an order of. */
export function useCart(paymentId: string) {
  return useQuery({
    queryKey: ["crypto-payments", "cart", paymentId],
    queryFn: async () => {
      const { crypto_cart } = await sdk.client.fetch<AdminCryptoCartResponse>(
        `/admin/crypto-payments/${encodeURIComponent(paymentId)}/cart`
      )
      return crypto_cart
    },
  })
}

/** Creates Medusa's draft order with what is in the cart, at the prices of today. */
export function useCreateDraftOrder(
  paymentId: string,
  onError: (error: Error) => void
) {
  return useMutation({
    mutationFn: async (cart: AdminCryptoCart) => {
      const { draft_order } = await sdk.admin.draftOrder.create(
        draftOrderOf(cart, paymentId)
      )
      return draft_order
    },
    onError,
  })
}
