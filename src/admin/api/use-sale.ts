import { useQuery } from "@tanstack/react-query"

import { sdk } from "./sdk"

/** The order of a payment with its customer, from Medusa's own API. */
export function useSale(orderId: string | null) {
  return useQuery({
    queryKey: ["crypto-payments", "sale", orderId],
    enabled: orderId !== null,
    queryFn: async () => {
      const { order } = await sdk.admin.order.retrieve(orderId ?? "", {
        fields:
          "id,display_id,email,customer.id,customer.email,customer.first_name,customer.last_name,customer.has_account",
      })
      return order
    },
  })
}
