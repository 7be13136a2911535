import { defineConfig, loadEnv, Modules } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV ?? "development", process.cwd())

/** A store as the README tells its developer to set it up. */
export default defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: "http://localhost:8000",
      adminCors: "http://localhost:9000",
      authCors: "http://localhost:8000,http://localhost:9000",
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
  plugins: [
    {
      resolve: "medusa-payment-crypto",
      options: {
        baseUrl: process.env.CRYPTO_GATEWAY_URL,
        merchantId: process.env.CRYPTO_MERCHANT_ID,
        apiKey: process.env.CRYPTO_API_KEY,
        webhookSecret: process.env.CRYPTO_WEBHOOK_SECRET,
        callbackBaseUrl: process.env.CRYPTO_CALLBACK_BASE_URL,
        testMode: process.env.CRYPTO_TEST_MODE === "true",
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      key: Modules.PAYMENT,
      dependencies: ["cryptoPayment", "query"],
      options: {
        providers: [
          { resolve: "medusa-payment-crypto/providers/crypto", id: "crypto" },
        ],
      },
    },
  ],
})
