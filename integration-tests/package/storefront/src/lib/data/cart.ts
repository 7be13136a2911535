import type { HttpTypes } from "@medusajs/types"

// As in Medusa's starter, for the types alone.
export declare function initiatePaymentSession(
  cart: HttpTypes.StoreCart,
  data: HttpTypes.StoreInitializePaymentSession
): Promise<unknown>
