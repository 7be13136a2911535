#!/usr/bin/env node
import { HELP, parseCommandLine } from "./command-line"
import { startSandbox } from "./start-sandbox"

void run()

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

async function start(options: Parameters<typeof startSandbox>[0]) {
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
    const why = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The sandbox did not start: ${why}\n`)
    process.exitCode = 1
  }
}
