import { z } from "@medusajs/framework/zod"

/** Body of `POST /admin/crypto-payments/gateway/self-test`. */
export const AdminTestCryptoWebhook = z
  .object({ provider_id: z.string().min(1).max(255) })
  .strict()

export type AdminTestCryptoWebhook = z.infer<typeof AdminTestCryptoWebhook>
