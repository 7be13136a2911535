import { LOOPBACK_HOSTS, type MerchantOptions } from "./options"

/** Why the gateway cannot deliver webhooks to the store, where the addresses alone show it. */
export function callbackFault({
  baseUrl,
  callbackBaseUrl,
}: Pick<MerchantOptions, "baseUrl" | "callbackBaseUrl">): string | undefined {
  if (isLoopback(baseUrl) || !isLoopback(callbackBaseUrl)) return undefined
  return "callbackBaseUrl is an address of this machine, where a gateway on another one cannot send webhooks. Set the public address of this server, or of a tunnel to it."
}

function isLoopback(url: string): boolean {
  return LOOPBACK_HOSTS.includes(new URL(url).hostname)
}
