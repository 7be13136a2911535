import { useMutation, useQuery } from "@tanstack/react-query"

import type {
  AdminCryptoGatewaysResponse,
  AdminTestCryptoWebhookResponse,
} from "../../api/types"
import { keys } from "./keys"
import { sdk } from "./sdk"

/** Asking takes a call to each gateway, so an answer is good for a while. */
const STALE_MS = 30_000

/** Each provider with the state of its gateway. */
export function useGateways() {
  return useQuery({
    queryKey: keys.gateways,
    staleTime: STALE_MS,
    queryFn: async () => {
      const { gateways } = await sdk.client.fetch<AdminCryptoGatewaysResponse>(
        "/admin/crypto-payments/gateway"
      )
      return gateways
    },
  })
}

/** Sends a provider's webhook route a signed sample, through the public address. */
export function useSelfTest(providerId: string) {
  return useMutation({
    mutationFn: () =>
      sdk.client.fetch<AdminTestCryptoWebhookResponse>(
        "/admin/crypto-payments/gateway/self-test",
        { method: "POST", body: { provider_id: providerId } }
      ),
  })
}
