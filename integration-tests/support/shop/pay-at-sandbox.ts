import type { Sandbox } from "../../../src/sandbox"
import { eventually } from "../eventually"

/** Plays a buyer at the sandbox, and waits until its webhook was accepted. */
export async function payAtSandbox(
  { controlUrl }: Sandbox,
  gatewayPaymentId: string
): Promise<void> {
  const play = async (action: string, body: unknown) => {
    const response = await fetch(
      `${controlUrl}/payments/${gatewayPaymentId}/${action}`,
      { method: "POST", body: JSON.stringify(body) }
    )
    if (!response.ok) throw new Error(await response.text())
  }
  await play("coin", { currency: "USDT_TRC20" })
  await play("pay", { kind: "exact" })
  await eventually(
    async () => {
      const response = await fetch(
        `${controlUrl}/deliveries?payment_id=${gatewayPaymentId}`
      )
      const { deliveries }: { deliveries: { state: string }[] } = JSON.parse(
        await response.text()
      )
      return deliveries[0]?.state === "delivered" ? true : undefined
    },
    { limitMs: 30_000, otherwise: "The webhook was not accepted" }
  )
}
