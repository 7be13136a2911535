import { randomBytes } from "node:crypto"
import type { Sandbox } from "../../../src/sandbox"
import { cleanEnvironment } from "../clean-environment"

/** The variables that medusa-config.ts reads, at the sandbox. */
export function medusaEnvironment({
  databaseUrl,
  url,
  storefrontUrl,
  sandbox,
  admin,
  reconcileSchedule,
}: {
  databaseUrl: string
  /** Where Medusa answers. */
  url: string
  storefrontUrl: string
  sandbox: Sandbox
  admin: boolean | "built"
  reconcileSchedule: string
}): NodeJS.ProcessEnv {
  return cleanEnvironment({
    // Not "production", or cookies would need https; and not "development"
    // for what was built, or Medusa would not serve it.
    NODE_ENV: admin === "built" ? "test" : "development",
    DATABASE_URL: databaseUrl,
    // Empty, not absent: a .env file must not bring one in.
    REDIS_URL: "",
    JWT_SECRET: randomBytes(24).toString("hex"),
    COOKIE_SECRET: randomBytes(24).toString("hex"),
    STORE_CORS: storefrontUrl,
    ADMIN_CORS: url,
    AUTH_CORS: `${storefrontUrl},${url}`,
    DISABLE_MEDUSA_ADMIN: String(!admin),
    // Otherwise the admin's development server reloads on every interface.
    HMR_BIND_HOST: "127.0.0.1",
    CRYPTO_GATEWAY_URL: sandbox.url,
    CRYPTO_MERCHANT_ID: sandbox.merchantId,
    CRYPTO_API_KEY: sandbox.apiKey,
    CRYPTO_WEBHOOK_SECRET: sandbox.webhookSecret,
    CRYPTO_CALLBACK_BASE_URL: url,
    CRYPTO_TEST_MODE: "true",
    // The sandbox's own countdown.
    CRYPTO_PAYMENT_WINDOW_MINUTES: "15",
    CRYPTO_RECONCILE_SCHEDULE: reconcileSchedule,
  })
}
