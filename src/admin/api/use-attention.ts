import { useQuery } from "@tanstack/react-query"

import { keys } from "./keys"
import { listCryptoPayments } from "./list-crypto-payments"

const REFRESH_MS = 60_000

/** As many cases as fit in sight. */
const LIMIT = 5

const QUERY = { attention: "true", limit: LIMIT }

/** The newest payments that wait for a person, and how many wait in all. */
export function useAttention() {
  return useQuery({
    queryKey: keys.list(QUERY),
    queryFn: () => listCryptoPayments(QUERY),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
    // Told on every page of the admin: it asks once, and gives up quietly.
    retry: false,
  })
}
