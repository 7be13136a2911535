import { guarded, permissions } from "../guarded-route"
import { AdminCheckCryptoPayments } from "../validators"
import { checkMany } from "../../../../workflows/act-on-crypto-payment"

/**
 * Reads up to 50 payments from the gateway and settles them: `{ results }`, one
 * `{ id, ok, message? }` for each id, in the order of the request.
 */
export const POST = guarded(
  { policies: permissions.updatesPayment, body: AdminCheckCryptoPayments },
  async ({ scope, validatedBody, auth_context }) => ({
    results: await checkMany(scope, validatedBody.ids, auth_context.actor_id),
  })
)
