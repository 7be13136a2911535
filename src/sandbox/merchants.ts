import { createPublicKey } from "node:crypto"
import { z } from "zod"
import { type Coin, defaultWallets } from "./coins"

/** A merchant as its owner sets it up on the dashboard (contract §1). */
export const sandboxMerchant = z.strictObject({
  /** Public merchant id, a UUID. */
  id: z.string().min(1),
  /** Shown by `GET /v1/merchants`. @default "Sandbox shop" */
  name: z.string().optional(),
  /** The API key, or several during a rotation. */
  api_key: z.union([z.string(), z.array(z.string())]).optional(),
  /** RSA public key (PEM) that verifies `x-sign`. */
  public_key: z.string().optional(),
  /** Signs the webhooks of this merchant. */
  webhook_secret: z.string().min(1),
  /** A suspended merchant gets 401 on every call. @default false */
  suspended: z.boolean().optional(),
  /** Codes of the currencies that have a wallet. @default all that the sandbox knows, but DOGE */
  wallets: z.array(z.string()).optional(),
})
export type SandboxMerchant = z.infer<typeof sandboxMerchant>

/** With every field filled in. */
export type Merchant = {
  id: string
  name: string
  api_keys: string[]
  public_key: string | null
  webhook_secret: string
  suspended: boolean
  wallets: string[]
  created_at: string
}

/** Fills in the defaults; throws when the public key is not a PEM key. */
export function openMerchant(
  given: SandboxMerchant,
  { coins, now }: { coins: Coin[]; now: () => Date }
): Merchant {
  if (given.public_key !== undefined) createPublicKey(given.public_key)
  return {
    id: given.id,
    name: given.name ?? "Sandbox shop",
    api_keys: [given.api_key ?? []].flat(),
    public_key: given.public_key ?? null,
    webhook_secret: given.webhook_secret,
    suspended: given.suspended ?? false,
    wallets: given.wallets ?? defaultWallets(coins),
    created_at: now().toISOString(),
  }
}
