import { keepPreviousData, useQuery } from "@tanstack/react-query"

import { keys } from "./keys"
import { listCryptoPayments } from "./list-crypto-payments"

/** A page of the list; the last one stays in sight while the next one loads. */
export function useCryptoPayments(query: object) {
  return useQuery({
    queryKey: keys.list(query),
    queryFn: () => listCryptoPayments(query),
    placeholderData: keepPreviousData,
  })
}
