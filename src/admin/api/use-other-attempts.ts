import { useQuery } from "@tanstack/react-query"

import { keys } from "./keys"
import { listCryptoPayments } from "./list-crypto-payments"

/** More than any cart has, and one page. */
const LIMIT = 50

/** The attempts to pay a cart, newest first, but for those that are shown already. */
export function useOtherAttempts(cartId: string | null, shown: string[]) {
  const query = { cart_id: cartId, limit: LIMIT }
  return useQuery({
    queryKey: keys.list(query),
    enabled: cartId !== null,
    queryFn: () => listCryptoPayments(query),
    select: ({ crypto_payments }) =>
      crypto_payments.filter(({ id }) => !shown.includes(id)),
  })
}
