import { defineConfig, loadEnv, Modules } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

const redisUrl = process.env.REDIS_URL
const storeCors = process.env.STORE_CORS || "http://localhost:8000"

const filesUrl = process.env.CRYPTO_CALLBACK_BASE_URL
  ? `${process.env.CRYPTO_CALLBACK_BASE_URL}/static`
  : undefined

/** With REDIS_URL several instances can share the work; without, one process does it all. */
const redisModules = redisUrl
  ? [
      {
        resolve: "@medusajs/medusa/event-bus-redis",
        options: { redisUrl },
      },
      { resolve: "@medusajs/medusa/cache-redis", options: { redisUrl } },
      {
        resolve: "@medusajs/medusa/workflow-engine-redis",
        options: { redis: { redisUrl } },
      },
      {
        resolve: "@medusajs/medusa/locking",
        options: {
          providers: [
            {
              resolve: "@medusajs/medusa/locking-redis",
              id: "locking-redis",
              is_default: true,
              options: { redisUrl },
            },
          ],
        },
      },
    ]
  : []

/**
 * One merchant, as most stores have it. CRYPTO_FURTHER_MERCHANTS (JSON: options
 * by key) adds others, each with providers of its own, for the tests of several;
 * CRYPTO_NOTIFY (JSON) is the option `notify`.
 */
const merchant = {
  baseUrl: process.env.CRYPTO_GATEWAY_URL,
  merchantId: process.env.CRYPTO_MERCHANT_ID,
  apiKey: process.env.CRYPTO_API_KEY || undefined,
  privateKey: process.env.CRYPTO_PRIVATE_KEY || undefined,
  webhookSecret: process.env.CRYPTO_WEBHOOK_SECRET?.split(","),
  callbackBaseUrl: process.env.CRYPTO_CALLBACK_BASE_URL,
  testMode: process.env.CRYPTO_TEST_MODE === "true",
  placeOrder: process.env.CRYPTO_PLACE_ORDER || undefined,
  unpaidOrderHours: process.env.CRYPTO_UNPAID_ORDER_HOURS
    ? Number(process.env.CRYPTO_UNPAID_ORDER_HOURS)
    : undefined,
  maxShortfallPercent: process.env.CRYPTO_MAX_SHORTFALL_PERCENT
    ? Number(process.env.CRYPTO_MAX_SHORTFALL_PERCENT)
    : undefined,
  paymentWindowMinutes: process.env.CRYPTO_PAYMENT_WINDOW_MINUTES
    ? Number(process.env.CRYPTO_PAYMENT_WINDOW_MINUTES)
    : undefined,
  tokens: process.env.CRYPTO_TOKENS
    ? (JSON.parse(process.env.CRYPTO_TOKENS) as object)
    : undefined,
  notify: process.env.CRYPTO_NOTIFY
    ? (JSON.parse(process.env.CRYPTO_NOTIFY) as object)
    : undefined,
}
/**
 * Channels of Medusa's local notification provider, which only logs; its own default is the feed.
 */
const notificationModules = process.env.NOTIFICATION_CHANNELS
  ? [
      {
        resolve: "@medusajs/medusa/notification",
        options: {
          providers: [
            {
              resolve: "@medusajs/medusa/notification-local",
              id: "local",
              options: {
                channels: process.env.NOTIFICATION_CHANNELS.split(","),
              },
            },
          ],
        },
      },
    ]
  : []

const furtherMerchants = JSON.parse(
  process.env.CRYPTO_FURTHER_MERCHANTS || "{}"
) as Record<string, Partial<typeof merchant>>
const furtherKeys = Object.keys(furtherMerchants)

export default defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    redisUrl,
    http: {
      storeCors,
      adminCors: process.env.ADMIN_CORS || "http://localhost:9000",
      authCors:
        process.env.AUTH_CORS || "http://localhost:8000,http://localhost:9000",
      jwtSecret: process.env.JWT_SECRET || "supersecret",
      cookieSecret: process.env.COOKIE_SECRET || "supersecret",
    },
  },
  admin: {
    disable: process.env.DISABLE_MEDUSA_ADMIN === "true",
    // Where the links to the pay page lead.
    storefrontUrl: storeCors.split(",")[0],
  },
  modules: [
    {
      // In a store, the plugin entry brings this module; here it is the source.
      resolve: "./src/modules/crypto-payment",
      options:
        furtherKeys.length === 0
          ? merchant
          : {
              merchants: {
                default: merchant,
                ...Object.fromEntries(
                  furtherKeys.map((key) => [
                    key,
                    { ...merchant, ...furtherMerchants[key] },
                  ])
                ),
              },
            },
    },
    {
      resolve: "@medusajs/medusa/payment",
      key: Modules.PAYMENT,
      dependencies: ["cryptoPayment", "query"],
      options: {
        providers: [
          { resolve: "./src/providers/crypto", id: "crypto" },
          ...furtherKeys.map((key) => ({
            resolve: "./src/providers/crypto",
            id: key,
            options: { merchant: key },
          })),
        ],
      },
    },
    {
      resolve: "@medusajs/medusa/file",
      options: {
        providers: [
          {
            resolve: "@medusajs/medusa/file-local",
            id: "local",
            // Links of exports; its own default is port 9000.
            options: { backend_url: filesUrl },
          },
        ],
      },
    },
    ...redisModules,
    ...notificationModules,
  ],
})
