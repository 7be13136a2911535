import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

export default defineConfig({
  // What you have stays: projectConfig, other plugins, modules and providers.
  admin: {
    storefrontUrl: process.env.MEDUSA_STOREFRONT_URL || "http://localhost:8000",
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
      dependencies: ["cryptoPayment", "query"],
      options: {
        providers: [
          { resolve: "medusa-payment-crypto/providers/crypto", id: "crypto" },
        ],
      },
    },
  ],
})
