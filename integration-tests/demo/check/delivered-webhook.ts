import type { Demo } from "../start-demo"
import { eventually } from "../../support/eventually"

const DELIVERY_LIMIT_MS = 60_000

type Delivery = {
  state: "waiting" | "delivered" | "given_up"
  attempts: { at: string; http_status: number | null; error?: string | null }[]
}

/** When the webhook of the payment was first sent, once it was accepted. */
export async function deliveredWebhook(
  { sandbox }: Demo,
  gatewayPaymentId: string
): Promise<{ firstSentAt: Date }> {
  let last: Delivery | undefined
  const find = async () => {
    const answer = await fetch(
      `${sandbox.controlUrl}/deliveries?payment_id=${gatewayPaymentId}`
    )
    const { deliveries }: { deliveries: Delivery[] } = JSON.parse(
      await answer.text()
    )
    last = deliveries[0]
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
