import { z } from "@medusajs/framework/zod"

import { idSchema } from "../../../request-text"

/** Body of `POST /admin/crypto-payments/gateway/self-test`. */
export const AdminTestCryptoWebhook = z
  .object({ provider_id: idSchema })
  .strict()

export type AdminTestCryptoWebhook = z.infer<typeof AdminTestCryptoWebhook>
