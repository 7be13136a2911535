import { useMutation, useQuery } from "@tanstack/react-query"

import type {
  AdminCryptoGatewaysResponse,
  AdminTestCryptoWebhookResponse,
} from "../../api/types"
import { sdk } from "../lib/sdk"
import { QUERY_KEYS } from "./use-crypto-payments"

/** The server calls each gateway for a response, so it is reused for a while. */
const STALE_MS = 30_000

/** Each provider with the state of its gateway. */
export function useGateways() {
  return useQuery({
    queryKey: QUERY_KEYS.gateways,
    staleTime: STALE_MS,
    queryFn: async () => {
      const { gateways } = await sdk.client.fetch<AdminCryptoGatewaysResponse>(
        "/admin/crypto-payments/gateway"
      )
      return gateways
    },
  })
}

/** Sends a signed test webhook to a provider's public webhook URL. */
export function useSelfTest(providerId: string) {
  return useMutation({
    mutationFn: () =>
      sdk.client.fetch<AdminTestCryptoWebhookResponse>(
        "/admin/crypto-payments/gateway/self-test",
        { method: "POST", body: { provider_id: providerId } }
      ),
  })
}
