import { Hono } from "hono"
import {
  type Merchant,
  openMerchant,
  rotateApiKey,
  rotateWebhookSecret,
  type SandboxMerchant,
} from "../merchants"
import type { World } from "../world"
import { ControlError } from "./control-error"
import { bodyOf } from "./read-body"
import { merchantRequest, newMerchantRequest } from "./requests"

/** What a merchant would do in the cabinet: `/control/merchants`. */
export function merchantRoutes({ merchants, changed, now }: World): Hono {
  const routes = new Hono()

  routes.get("/", (c) => c.json({ merchants: [...merchants.values()] }))

  routes.post("/", async (c) => {
    const wanted = await bodyOf(c, newMerchantRequest)
    if (merchants.has(wanted.id)) {
      throw new ControlError(409, `merchant ${wanted.id} is there already`)
    }
    const merchant = opened(wanted, now())
    merchants.set(merchant.id, merchant)
    changed()
    return c.json(merchant)
  })

  routes.post("/:id", async (c) => {
    const merchant = merchants.get(c.req.param("id"))
    if (!merchant) {
      throw new ControlError(404, `no merchant ${c.req.param("id")}`)
    }
    const wanted = await bodyOf(c, merchantRequest)
    merchant.suspended = wanted.suspended ?? merchant.suspended
    merchant.wallets = wanted.wallets ?? merchant.wallets
    if (wanted.rotate_key) {
      rotateApiKey(merchant)
    }
    if (wanted.rotate_webhook_secret) {
      rotateWebhookSecret(merchant)
    }
    changed()
    return c.json(merchant)
  })

  return routes
}

function opened(wanted: SandboxMerchant, now: Date): Merchant {
  try {
    return openMerchant(wanted, now)
  } catch {
    throw new ControlError(400, "public_key: is no PEM of a public key")
  }
}
