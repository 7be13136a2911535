import { eventually } from "../../support/eventually"
import {
  type ControlledDelivery,
  SandboxControl,
} from "../../support/instances"
import type { Demo } from "../start-demo"

const DELIVERY_LIMIT_MS = 60_000

/** When the webhook of the payment was first sent, once it was accepted. */
export async function deliveredWebhook(
  { sandbox }: Demo,
  gatewayPaymentId: string
): Promise<{ firstSentAt: Date }> {
  const gateway = new SandboxControl(sandbox)
  let last: ControlledDelivery | undefined
  const find = async () => {
    last = (await gateway.deliveries(gatewayPaymentId))[0]
    return last?.state === "delivered" ? last : undefined
  }
  const [first] = await eventually(find, {
    limitMs: DELIVERY_LIMIT_MS,
    otherwise: "The webhook was not accepted",
  }).then(
    ({ attempts }) => attempts,
    (error: Error) => {
      const answers = last?.attempts.map(
        (each) => each.http_status ?? each.error
      )
      throw new Error(`${error.message}: ${JSON.stringify(answers ?? [])}`)
    }
  )
  return { firstSentAt: new Date(first.at) }
}
