#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { CONTRACT_ONLY, factsWithout, type SandboxOptions } from "./options"
import { startSandbox } from "./start-sandbox"

/** Parses the flags of the sandbox command. */
export function parseCommandLine(args: string[]): Command {
  try {
    const { values } = parseArgs({ args, options: FLAGS })
    if (values.help) {
      return { kind: "help" }
    }
    const publicKeyFile = values["public-key"]
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
        pricedCurrencies: values.priced?.split(","),
        observed: values["contract-only"]
          ? CONTRACT_ONLY
          : factsWithout(values.without?.split(",")),
      }),
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
  --public-url <url>          base address of checkout links
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

type Command =
  | { kind: "start"; options: SandboxOptions }
  | { kind: "help" }
  | { kind: "mistake"; message: string }

async function run(): Promise<void> {
  const command = parseCommandLine(process.argv.slice(2))
  switch (command.kind) {
    case "help":
      process.stdout.write(HELP)
      return
    case "mistake":
      process.stderr.write(`${command.message}\n\n${HELP}`)
      process.exitCode = 2
      return
    case "start":
      return start(command.options)
  }
}

async function start(options: SandboxOptions): Promise<void> {
  try {
    const sandbox = await startSandbox(options)
    const { url, merchantId, apiKey, webhookSecret, controlUrl } = sandbox
    const line = {
      url,
      merchant_id: merchantId,
      api_key: apiKey,
      webhook_secret: webhookSecret,
      control_url: controlUrl ?? null,
    }
    process.stdout.write(`${JSON.stringify(line)}\n`)
    const stop = (): void => {
      process.off("SIGINT", stop).off("SIGTERM", stop)
      void sandbox.close()
    }
    process.on("SIGINT", stop).on("SIGTERM", stop)
  } catch (error) {
    process.stderr.write(`The sandbox did not start: ${messageOf(error)}\n`)
    process.exitCode = 1
  }
}

function wholeNumber(flag: string, text: string | undefined, max: number) {
  if (text !== undefined && (!/^\d{1,7}$/.test(text) || Number(text) > max)) {
    throw new Error(`--${flag} must be a whole number from 0 to ${max}`)
  }
  return text === undefined ? undefined : Number(text)
}

function positive(flag: string, text: string | undefined) {
  if (text !== undefined && !(/^\d+(\.\d+)?$/.test(text) && Number(text) > 0)) {
    throw new Error(`--${flag} must be a number of seconds greater than 0`)
  }
  return text === undefined ? undefined : Number(text)
}

function defined(values: {
  [Key in keyof SandboxOptions]: SandboxOptions[Key] | undefined
}): SandboxOptions {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined)
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// Importing this file, as its spec does, must not start a sandbox.
if (require.main === module) {
  void run()
}
