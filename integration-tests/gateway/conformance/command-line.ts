import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import type { Target, WebhookTarget } from "./target"

/** The text of --help. */
export const HELP = `Usage: npm run conformance -- --base-url <url> --merchant-id <id> --api-key <key>

Compares a gateway with the contract and with the gateway's published
description. Creates test payments only (is_test), sends no coins, and expires
what it made where the gateway can. The report contains no credential.

  --base-url <url>              address of the gateway, before /v1
  --merchant-id <id>
  --api-key <key>               and, or instead:
  --private-key <file>          PEM of the RSA key that signs requests
  --private-key-passphrase <text>
  --currency <code>             priced currency of the test payments (USD)
  --h2h-currency <code>         a test coin with a wallet, where the gateway
                                does not mark test coins as such
  --walletless-currency <code>  a coin that the merchant has no wallet for
  --output <folder>             for report.json, junit.xml and table.txt
                                (conformance-report)

To see webhooks, their retries and signatures:
  --callback-url <url>          public address that leads to ...
  --callback-port <port>        ... this port of this machine (that of the
                                address, where it is this machine's)
  --webhook-secret <secret>     verifies the signatures
  --wait <seconds>              for each attempt of a webhook (120)
  --pay                         a person pays with test coins, and not the
                                end of an unpaid payment is announced
`

/** A run, and the folder of its report. */
export type Command = { target: Target; output: string }

/** Reads the flags. @throws Error that names the flag at fault */
export function parseCommandLine(
  args: string[],
  pay: WebhookTarget["pay"]
): Command | "help" {
  const { values } = parseArgs({ args, options: FLAGS })
  if (values.help) return "help"
  const keyFile = values["private-key"]
  const callbackUrl = values["callback-url"]
  const target = {
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
      callbackUrl === undefined
        ? undefined
        : {
            callbackUrl: webAddress("callback-url", callbackUrl),
            port: callbackPort(callbackUrl, values["callback-port"]),
            secret: values["webhook-secret"],
            waitSeconds: wholeNumber("wait", values.wait ?? "120"),
            pay: values.pay ? pay : undefined,
          },
  }
  return { target, output: values.output ?? "conformance-report" }
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
  output: { type: "string" },
  "callback-url": { type: "string" },
  "callback-port": { type: "string" },
  "webhook-secret": { type: "string" },
  wait: { type: "string" },
  pay: { type: "boolean" },
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

function webAddress(flag: string, value: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value
  throw new Error(`--${flag} must be an http(s) address`)
}

/** A public address has a port of its own, which says nothing about where it leads to. */
function callbackPort(url: string, port: string | undefined): number {
  if (port !== undefined) return wholeNumber("callback-port", port)
  const { hostname, port: own } = new URL(url)
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
  if (isLocal && own !== "") return Number(own)
  throw new Error(
    "--callback-port is missing: the port that the address leads to"
  )
}
