import { useQuery } from "@tanstack/react-query"

import type { AdminCryptoPayment } from "../../api/types"
import { sdk } from "./sdk"

type Buyer = {
  id: string
  email: string
  first_name?: string | null
  last_name?: string | null
}

type Sale = Pick<AdminCryptoPayment, "order_id" | "cart">

/** The customer of a payment's order, else of its cart, from Medusa's own API. */
export function useBuyer({ order_id, cart }: Sale) {
  const cartsCustomer = cart?.customer_id ?? null
  return useQuery({
    queryKey: ["crypto-payments", "buyer", order_id, cartsCustomer],
    enabled: order_id !== null || cartsCustomer !== null,
    queryFn: () =>
      order_id ? buyerOf(order_id) : customer(cartsCustomer ?? ""),
  })
}

async function buyerOf(orderId: string): Promise<Buyer | null> {
  const { order } = await sdk.admin.order.retrieve(orderId, {
    fields:
      "id,customer.id,customer.email,customer.first_name,customer.last_name",
  })
  return order.customer ?? null
}

async function customer(id: string): Promise<Buyer> {
  const answer = await sdk.admin.customer.retrieve(id, {
    fields: "id,email,first_name,last_name",
  })
  return answer.customer
}
