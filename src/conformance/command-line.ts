import { readFileSync } from "node:fs"
import {
  defineCommand,
  wholeNumber,
} from "../../integration-tests/support/command"
import type { Target, WebhookTarget } from "./target"

/** A run, and the folder of its report. */
export type Conformance = { target: Target; output: string }

/** @param pay how a payment of --pay is paid */
export const conformanceCommand = (pay: WebhookTarget["pay"]) =>
  defineCommand({
    name: "conformance",
    about:
      "Compares a gateway with the contract and with the gateway's published description. Creates test payments only (is_test), sends no coins, and expires what it made where the gateway can.",
    synopsis: "--base-url <url> --merchant-id <id> --api-key <key> [options]",
    options: {
      "base-url": {
        type: "string",
        value: "<url>",
        about: "address of the gateway, before /v1",
      },
      "merchant-id": { type: "string", value: "<id>", about: "merchant id" },
      "api-key": {
        type: "string",
        value: "<key>",
        about: "API key; optional with --private-key",
      },
      "private-key": {
        type: "string",
        value: "<file>",
        about: "PEM of the RSA key that signs requests",
      },
      "private-key-passphrase": {
        type: "string",
        value: "<text>",
        about: "passphrase of that key",
      },
      currency: {
        type: "string",
        value: "<code>",
        about: "priced currency of the test payments (USD)",
      },
      "h2h-currency": {
        type: "string",
        value: "<code>",
        about:
          "a test coin with a wallet, where the gateway does not mark test coins as such",
      },
      "walletless-currency": {
        type: "string",
        value: "<code>",
        about: "a coin that the merchant has no wallet for",
      },
      "callback-url": {
        type: "string",
        value: "<url>",
        about:
          "public address that leads to --callback-port; shows webhooks, their retries and signatures",
      },
      "callback-port": {
        type: "string",
        value: "<port>",
        about:
          "port of this machine (that of the address, where it is this machine's)",
      },
      "webhook-secret": {
        type: "string",
        value: "<secret>",
        about: "verifies the signatures",
      },
      wait: {
        type: "string",
        value: "<seconds>",
        default: "120",
        about: "for each attempt of a webhook",
      },
      pay: {
        type: "boolean",
        about:
          "a person pays with test coins; otherwise the payment is expired",
      },
      output: {
        type: "string",
        value: "<folder>",
        default: "conformance-report",
        about: "folder of the report",
      },
    },
    results:
      "Prints a table, and writes report.json, junit.xml and table.txt to the folder of --output. They contain no credential. The exit code is 0 when no case failed, 1 when one failed, and 2 when the gateway cannot be used.",
    choose: (values): Conformance => {
      const keyFile = values["private-key"]
      const callbackUrl = values["callback-url"]
      const waitSeconds = wholeNumber("wait", values.wait)
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
                waitSeconds,
                pay: values.pay ? pay : undefined,
              },
      }
      return { target, output: values.output }
    },
  })

function required(flag: string, value: string | undefined): string {
  if (value === undefined || value === "") {
    throw new Error(`--${flag} is missing`)
  }
  return value
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
