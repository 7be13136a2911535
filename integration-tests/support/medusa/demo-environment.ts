import { randomBytes } from "node:crypto"
import type { Sandbox } from "../../../src/sandbox"
import { cleanEnvironment } from "../clean-environment"

export type DemoSurroundings = {
  databaseUrl: string
  medusaUrl: string
  storefrontUrl: string
  sandbox: Pick<Sandbox, "url" | "merchantId" | "apiKey" | "webhookSecret">
  /** Serve Medusa's admin. */
  admin: boolean
  /** Cron schedule of the reconcile job. */
  reconcileSchedule: string
}

/** The variables that medusa-config.ts reads, for the demo. */
export function demoEnvironment({
  databaseUrl,
  medusaUrl,
  storefrontUrl,
  sandbox,
  admin,
  reconcileSchedule,
}: DemoSurroundings): NodeJS.ProcessEnv {
  return cleanEnvironment({
    // Production would want a built admin, and cookies over https only.
    NODE_ENV: "development",
    DATABASE_URL: databaseUrl,
    // Empty, not absent: a .env file must not bring one in.
    REDIS_URL: "",
    JWT_SECRET: randomBytes(24).toString("hex"),
    COOKIE_SECRET: randomBytes(24).toString("hex"),
    STORE_CORS: storefrontUrl,
    ADMIN_CORS: medusaUrl,
    AUTH_CORS: `${storefrontUrl},${medusaUrl}`,
    DISABLE_MEDUSA_ADMIN: String(!admin),
    // Otherwise the admin's development server reloads on every interface.
    HMR_BIND_HOST: "127.0.0.1",
    CRYPTO_GATEWAY_URL: sandbox.url,
    CRYPTO_MERCHANT_ID: sandbox.merchantId,
    CRYPTO_API_KEY: sandbox.apiKey,
    CRYPTO_WEBHOOK_SECRET: sandbox.webhookSecret,
    CRYPTO_CALLBACK_BASE_URL: medusaUrl,
    CRYPTO_TEST_MODE: "true",
    // The sandbox's own countdown.
    CRYPTO_PAYMENT_WINDOW_MINUTES: "15",
    CRYPTO_RECONCILE_SCHEDULE: reconcileSchedule,
  })
}
