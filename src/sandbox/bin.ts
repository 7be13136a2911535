#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { type SandboxOptions, startSandbox } from "./index"

export function parseCommandLine(args: string[]): Command {
  try {
    const { values } = parseArgs({ args, options: FLAGS })
    if (values.help) return { kind: "help" }
    const publicKeyFile = values["public-key"]
    const retryInterval = values["retry-interval"]
    return {
      kind: "start",
      options: {
        port: wholeNumber("port", values.port, 65_535),
        host: values.host,
        publicUrl: values["public-url"],
        countdownSeconds: positive("countdown", values.countdown),
        retryIntervalSeconds: positive("retry-interval", retryInterval),
        retryCount: wholeNumber("retry-count", values["retry-count"], 1e6),
        control: values.control,
        merchantId: values["merchant-id"],
        apiKey: values["api-key"],
        webhookSecret: values["webhook-secret"],
        publicKey:
          publicKeyFile === undefined
            ? undefined
            : readFileSync(publicKeyFile, "utf8"),
        pricedCurrencies: values.priced?.split(","),
        coins: coins(values.coins),
        contractOnly: values["contract-only"],
      },
    }
  } catch (error) {
    return { kind: "mistake", message: messageOf(error) }
  }
}

const HELP = `Usage: medusa-payment-crypto-sandbox [options]

A stand-in crypto payment gateway for development: no account, no coins, no
internet. The first line on stdout is JSON with its address and credentials.

  --port <number>             port to listen on; 0 picks a free one (0)
  --host <address>            address to listen on (127.0.0.1)
  --public-url <url>          base address of hosted pages
  --countdown <seconds>       time to pay before a payment expires (900)
  --retry-interval <seconds>  time between attempts of a webhook (60)
  --retry-count <number>      further attempts after the first (60)
  --control                   serve the control API and page under /control
  --merchant-id <uuid>        merchant id, with --api-key and --webhook-secret
  --api-key <key>
  --webhook-secret <secret>
  --public-key <file>         RSA public key (PEM) for signed requests
  --priced <codes>            priced currencies that are accepted (USD,EUR)
  --coins <set>               codes of the coins: suffixed or published
                              (suffixed)
  --contract-only             do only what the written contract promises
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
  "merchant-id": { type: "string" },
  "api-key": { type: "string" },
  "webhook-secret": { type: "string" },
  "public-key": { type: "string" },
  priced: { type: "string" },
  coins: { type: "string" },
  "contract-only": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const

type Command =
  | { kind: "start"; options: SandboxOptions }
  | { kind: "help" }
  | { kind: "mistake"; message: string }

async function run(): Promise<void> {
  const command = parseCommandLine(process.argv.slice(2))
  if (command.kind === "help") return void process.stdout.write(HELP)
  if (command.kind === "mistake") {
    return fail(2, `${command.message}\n\n${HELP}`)
  }
  try {
    const sandbox = await startSandbox(command.options)
    const line = {
      url: sandbox.url,
      merchant_id: sandbox.merchantId,
      api_key: sandbox.apiKey,
      webhook_secret: sandbox.webhookSecret,
      control_url: sandbox.controlUrl ?? null,
    }
    process.stdout.write(`${JSON.stringify(line)}\n`)
    const stop = () => void sandbox.close()
    process.once("SIGINT", stop).once("SIGTERM", stop)
  } catch (error) {
    fail(1, `The sandbox did not start: ${messageOf(error)}\n`)
  }
}

function fail(exitCode: number, text: string): void {
  process.stderr.write(text)
  process.exitCode = exitCode
}

function wholeNumber(flag: string, text: string | undefined, max: number) {
  if (text === undefined) return undefined
  if (/^\d{1,7}$/.test(text) && Number(text) <= max) return Number(text)
  throw new Error(`--${flag} must be a whole number from 0 to ${max}`)
}

function coins(text: string | undefined) {
  const isSet = text === "suffixed" || text === "published"
  if (isSet || text === undefined) return text
  throw new Error("--coins must be one of suffixed, published")
}

function positive(flag: string, text: string | undefined) {
  if (text === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text)
  throw new Error(`--${flag} must be a number of seconds greater than 0`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// Importing this file, as its spec does, must not start a sandbox.
if (require.main === module) void run()
