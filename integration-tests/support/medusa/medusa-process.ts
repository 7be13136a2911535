import path from "node:path"
import { type ProgramOptions, RunningProgram } from "../running-program"

/** This repository, whose own store is started. */
export const REPOSITORY = path.resolve(__dirname, "../../..")

export type MedusaSurroundings = Pick<
  ProgramOptions,
  "env" | "onOutput" | "signal"
>

/** Starts one command of Medusa's, such as `db:migrate`. */
export function runMedusa(
  args: string[],
  surroundings: MedusaSurroundings
): RunningProgram {
  return new RunningProgram(
    process.execPath,
    [
      "-r",
      path.join(__dirname, "end-with-parent.js"),
      // Medusa's command without its first file, which wants ts-node.
      "-r",
      path.join(REPOSITORY, "scripts/typescript.js"),
      require.resolve("@medusajs/cli/dist/index.js"),
      ...args,
    ],
    {
      cwd: REPOSITORY,
      ...surroundings,
      name: `medusa ${args[0]}`,
      endsWithParent: true,
    }
  )
}

/** The variables by which medusa-config.ts finds the gateway, and the gateway finds Medusa. */
export function gatewayEnvironment(
  gateway: Record<"url" | "merchantId" | "apiKey" | "webhookSecret", string>,
  medusaUrl: string
) {
  return {
    CRYPTO_GATEWAY_URL: gateway.url,
    CRYPTO_MERCHANT_ID: gateway.merchantId,
    CRYPTO_API_KEY: gateway.apiKey,
    CRYPTO_WEBHOOK_SECRET: gateway.webhookSecret,
    CRYPTO_CALLBACK_BASE_URL: medusaUrl,
  }
}
