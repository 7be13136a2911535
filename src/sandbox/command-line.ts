import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { CONTRACT_ONLY, factsWithout } from "./observed-facts"
import type { SandboxOptions } from "./options"

/** What the command was asked to do. */
export type Command =
  | { kind: "start"; options: SandboxOptions }
  | { kind: "help" }
  | { kind: "mistake"; message: string }

/** Reads the flags of the sandbox command. */
export function parseCommandLine(args: string[]): Command {
  try {
    const { values } = parseArgs({ args, options: FLAGS })
    if (values.help) {
      return { kind: "help" }
    }
    const { "public-key": publicKeyFile, priced } = values
    return {
      kind: "start",
      options: defined({
        port: wholeNumber("port", values.port, 65_535),
        host: values.host,
        publicUrl: values["public-url"],
        countdownSeconds: positive("countdown", values.countdown),
        retryIntervalSeconds: positive(
          "retry-interval",
          values["retry-interval"]
        ),
        retryCount: wholeNumber("retry-count", values["retry-count"], 1e6),
        control: values.control,
        data: values.data,
        merchantId: values["merchant-id"],
        apiKey: values["api-key"],
        webhookSecret: values["webhook-secret"],
        publicKey:
          publicKeyFile === undefined
            ? undefined
            : readFileSync(publicKeyFile, "utf8"),
        pricedCurrencies: priced?.split(","),
        observed: values["contract-only"]
          ? CONTRACT_ONLY
          : factsWithout(values.without?.split(",")),
      }),
    }
  } catch (error) {
    return {
      kind: "mistake",
      message: error instanceof Error ? error.message : String(error),
    }
  }
}

/** The text of --help. */
export const HELP = `Usage: medusa-payment-crypto-sandbox [options]

A stand-in crypto payment gateway for development: no account, no coins, no
internet. The first line on stdout is JSON with its address and credentials.

  --port <number>             port to listen on; 0 picks a free one (0)
  --host <address>            address to listen on (127.0.0.1)
  --public-url <url>          address that checkout links carry
  --countdown <seconds>       time to pay before a payment expires (900)
  --retry-interval <seconds>  time between attempts of a webhook (60)
  --retry-count <number>      further attempts after the first (60)
  --control                   serve the control API and page under /control
  --data <file>               keep the state in this file
  --merchant-id <uuid>        merchant id, with --api-key and --webhook-secret
  --api-key <key>
  --webhook-secret <secret>
  --public-key <file>         RSA public key (PEM) for signed requests
  --priced <codes>            accept only these priced currencies: USD,EUR
  --contract-only             do only what the written contract promises
  --without <facts>           leave out single observed facts, such as
                              pendingStatus,expireEndpoint
  --help                      show this text
`

const FLAGS = {
  port: { type: "string" },
  host: { type: "string" },
  "public-url": { type: "string" },
  countdown: { type: "string" },
  "retry-interval": { type: "string" },
  "retry-count": { type: "string" },
  control: { type: "boolean" },
  data: { type: "string" },
  "merchant-id": { type: "string" },
  "api-key": { type: "string" },
  "webhook-secret": { type: "string" },
  "public-key": { type: "string" },
  priced: { type: "string" },
  "contract-only": { type: "boolean" },
  without: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const

function wholeNumber(
  flag: string,
  text: string | undefined,
  max: number
): number | undefined {
  if (text === undefined) {
    return undefined
  }
  if (!/^\d{1,7}$/.test(text) || Number(text) > max) {
    throw new Error(`--${flag} must be a whole number from 0 to ${max}`)
  }
  return Number(text)
}

function positive(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined
  }
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (!(seconds > 0)) {
    throw new Error(`--${flag} must be a number of seconds greater than 0`)
  }
  return seconds
}

function defined(values: {
  [Key in keyof SandboxOptions]: SandboxOptions[Key] | undefined
}): SandboxOptions {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined)
  )
}
