import { useQuery } from "@tanstack/react-query"

import type {
  AdminCryptoPaymentResponse,
  AdminCryptoPaymentDetail,
} from "../../api/types"
import { isOnItsWay } from "./is-on-its-way"
import { keys } from "./keys"
import { sdk } from "./sdk"

const REFRESH_MS = 5_000

/** One payment with its timeline, read again while it is on its way. */
export function useCryptoPayment(id: string) {
  return useQuery({
    queryKey: keys.detail(id),
    queryFn: () => cryptoPayment(id),
    refetchInterval: ({ state: { data } }) =>
      data && isOnItsWay(data) ? REFRESH_MS : false,
  })
}

async function cryptoPayment(id: string): Promise<AdminCryptoPaymentDetail> {
  const { crypto_payment } = await sdk.client.fetch<AdminCryptoPaymentResponse>(
    `/admin/crypto-payments/${encodeURIComponent(id)}`
  )
  return crypto_payment
}
