import { integration, unit, type Mutant } from "../mutant"

const hook = "src/api/hooks/crypto/[provider_id]"
const observing = "api/hooks/crypto/[provider_id]/observe-delivery.spec.ts"

/** The webhook route, and what storefronts read. */
export const routeMutants: Mutant[] = [
  {
    name: "believes a delivery without a valid signature",
    file: `${hook}/observe-delivery.ts`,
    search: "if (!verdict.verified && !stale) {",
    replace: "if (false) {",
    killedBy: integration(
      "http/before-payment.spec.ts",
      "refuses a wrong secret with 401"
    ),
  },
  {
    name: "believes a stale delivery",
    file: `${hook}/observe-delivery.ts`,
    search: "if (stale) return await observeStale(delivery, event)",
    replace: "",
    killedBy: integration(
      "http/before-payment.spec.ts",
      "ignores a stale delivery that the gateway contradicts"
    ),
  },
  {
    name: "compares a paid price that cannot be read with nothing",
    file: `${hook}/observe-delivery.ts`,
    search: "if (isPriceNeeded && isPriceUnreadable(event, malformed)) {",
    replace: "if (false) {",
    killedBy: unit(
      observing,
      "observing a delivery with a price that cannot be read"
    ),
  },
  {
    name: "asks for no retry while the gateway does not answer",
    file: `${hook}/observe-delivery.ts`,
    search:
      'return retryLater("unreadable", "its price cannot be read", failed)',
    replace: "return { unknown: true, stale: false }",
    killedBy: integration(
      "http/recovery.spec.ts",
      "asks for a retry of a confirmed payment with a malformed price while the gateway is down"
    ),
  },
  {
    name: "lets caches keep how a payment stands",
    file: "src/api/store/crypto-payments/[payment_session_id]/route.ts",
    search: 'res.set("cache-control", "no-store")',
    replace: "",
    killedBy: integration("http/paid-cart.spec.ts", "is kept in no cache"),
  },
  {
    name: "lets caches keep the list of coins",
    file: "src/api/store/crypto-payments/currencies/route.ts",
    search: 'res.set("cache-control", "no-store")',
    replace: "",
    killedBy: integration("http/paid-cart.spec.ts", "is kept in no cache"),
  },
]
