import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import type { Target, WebhookTarget } from "./target"

/** The text of --help. */
export const HELP = `Usage: npm run conformance -- --base-url <url> --merchant-id <id> --api-key <key>

Tries what the contract promises against a gateway. Creates test payments
only (is_test), sends no coins, and expires what it made where the gateway can.

  --base-url <url>              address of the gateway, before /v1
  --merchant-id <id>
  --api-key <key>               and, or instead:
  --private-key <file>          PEM of the RSA key that signs requests
  --private-key-passphrase <text>
  --currency <code>             priced currency of the test payments (USD)
  --h2h-currency <code>         a test coin with a wallet, where the gateway
                                does not mark test coins as such
  --walletless-currency <code>  a coin that the merchant has no wallet for

To see a webhook, which takes test coins and a person who sends them:
  --callback-url <url>          public address that leads to ...
  --listen <port>               ... this port of this machine
  --webhook-secret <secret>
  --wait <seconds>              how long to wait for it (900)
`

/** Reads the flags. @throws Error that names the flag at fault */
export function parseCommandLine(
  args: string[],
  pay: WebhookTarget["pay"]
): Target | "help" {
  const { values } = parseArgs({ args, options: FLAGS })
  if (values.help) {
    return "help"
  }
  const keyFile = values["private-key"]
  return {
    baseUrl: required("base-url", values["base-url"]),
    merchantId: required("merchant-id", values["merchant-id"]),
    apiKey:
      keyFile === undefined
        ? required("api-key", values["api-key"])
        : values["api-key"],
    privateKey:
      keyFile === undefined ? undefined : readFileSync(keyFile, "utf8"),
    privateKeyPassphrase: values["private-key-passphrase"],
    currency: values.currency,
    h2hCurrency: values["h2h-currency"],
    walletlessCurrency: values["walletless-currency"],
    webhook:
      values["callback-url"] === undefined
        ? undefined
        : {
            callbackUrl: values["callback-url"],
            port: wholeNumber("listen", values.listen),
            secret: required("webhook-secret", values["webhook-secret"]),
            waitSeconds: wholeNumber("wait", values.wait ?? "900"),
            pay,
          },
  }
}

const FLAGS = {
  "base-url": { type: "string" },
  "merchant-id": { type: "string" },
  "api-key": { type: "string" },
  "private-key": { type: "string" },
  "private-key-passphrase": { type: "string" },
  currency: { type: "string" },
  "h2h-currency": { type: "string" },
  "walletless-currency": { type: "string" },
  "callback-url": { type: "string" },
  listen: { type: "string" },
  "webhook-secret": { type: "string" },
  wait: { type: "string" },
  help: { type: "boolean" },
} as const

function required(flag: string, value: string | undefined): string {
  if (value === undefined || value === "") {
    throw new Error(`--${flag} is missing`)
  }
  return value
}

function wholeNumber(flag: string, value: string | undefined): number {
  if (value === undefined || !/^\d{1,5}$/.test(value)) {
    throw new Error(`--${flag} must be a whole number`)
  }
  return Number(value)
}
