import { recordCryptoRefundWorkflow } from "../../../../../workflows/record-crypto-refund"
import { assertRefundBooked, respondAfter } from "../../crypto-payment-response"
import type { AdminRecordCryptoRefundBody } from "../../../../types"

/** Records coins that the merchant sent back: `{ crypto_payment }`. */
export const POST = respondAfter<AdminRecordCryptoRefundBody>(async (req) => {
  const { id } = req.params
  const { actor_id } = req.auth_context
  const { result } = await recordCryptoRefundWorkflow(req.scope).run({
    input: { ...req.validatedBody, id, actor_id },
  })
  assertRefundBooked(result)
})
