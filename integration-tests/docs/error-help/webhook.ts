import type { WebhookRejection } from "../../../src/gateway"
import type { ErrorHelp } from "."

export const webhookErrors: ErrorHelp[] = [
  {
    message: "no such crypto payment provider",
    cause: "404: the callback URL names a provider that is not configured.",
    remedy: "Restore the provider's entry, with the same `id`.",
  },
  {
    message: "body is incomplete",
    cause: "400: the connection was cut.",
    remedy: "Nothing: the gateway sends it again.",
  },
  {
    message: "body is larger than … bytes",
    cause: "413: not a delivery of the gateway.",
    remedy: "Nothing.",
  },
  {
    message: "too many forged deliveries from this address",
    cause:
      "429: this address sent a hundred forged deliveries within a minute, and no signed one.",
    remedy:
      "Nothing, if it is not the gateway's or your proxy's. Otherwise fix `webhookSecret`.",
  },
  {
    message: "crypto payment … is being handled",
    cause: "503: another delivery of the same payment is being handled.",
    remedy: "Nothing: the gateway sends it again.",
  },
  ...Object.entries({
    missing_signature:
      "401: not the gateway, or a proxy drops the `x-webhook-*` headers.",
    missing_timestamp:
      "401: not the gateway, or a proxy drops the `x-webhook-*` headers.",
    malformed_signature:
      "401: not the gateway, or a proxy changes the headers.",
    malformed_timestamp:
      "401: not the gateway, or a proxy changes the headers.",
    signature_mismatch:
      "401: `webhookSecret` is wrong, or a proxy changes the body.",
  } satisfies Record<WebhookRejection, string>).map(
    ([message, cause]): ErrorHelp => ({
      message,
      cause,
      remedy:
        "Fix the option, or let the proxy pass body and headers unchanged.",
    })
  ),
]
