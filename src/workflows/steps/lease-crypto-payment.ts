import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import {
  type Again,
  CRYPTO_PAYMENT_MODULE,
  needsSettling,
} from "../../modules/crypto-payment"

/** Longer than core may need with a cart's lock: it waits 30 s for one, and holds it. */
const ttlSeconds = 120
const pollMs = 100

type Input = { id: string; lease_wait_ms: number; again?: Again }

/** `owner` is null when someone else has it (`busy`), or has done the work meanwhile. */
export type Lease = { id: string; owner: string | null; busy: boolean }

/**
 * Takes the attempt's lease, waiting up to `lease_wait_ms` while another run
 * holds it; stops waiting once that run has left nothing to do.
 */
export const leaseCryptoPaymentStep = createStep(
  "lease-crypto-payment",
  async ({ id, lease_wait_ms, again }: Input, { container }) => {
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    const owner = randomUUID()
    const giveUpAt = Date.now() + lease_wait_ms
    let waited = false
    for (;;) {
      if (waited) {
        const attempt = await ledger.findAttempt(id)
        if (!attempt || !needsSettling(attempt, again)) {
          return new StepResponse<Lease>({ id, owner: null, busy: false })
        }
      }
      if (await ledger.turns.acquireLease(id, owner, ttlSeconds)) {
        const lease: Lease = { id, owner, busy: false }
        return new StepResponse(lease, lease)
      }
      if (Date.now() >= giveUpAt) break
      waited = true
      await sleep(pollMs)
    }
    return new StepResponse<Lease>({ id, owner: null, busy: true })
  },
  async (lease, { container }) => {
    if (!lease?.owner) return
    await container
      .resolve(CRYPTO_PAYMENT_MODULE)
      .turns.releaseLease(lease.id, lease.owner)
  }
)
