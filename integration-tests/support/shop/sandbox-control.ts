import type { Sandbox } from "../../../src/sandbox"

/** Asks the sandbox's control API; fails when it refuses. */
export async function controlSandbox<Answer>(
  { controlUrl }: Sandbox,
  path: string,
  body?: unknown
): Promise<Answer> {
  const answer = await fetch(`${controlUrl}/${path}`, {
    ...(body === undefined
      ? {}
      : { method: "POST", body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${text}`)
  return JSON.parse(text)
}

/** A buyer pays; no webhook tells. */
export async function payUntold(
  sandbox: Sandbox,
  gatewayPaymentId: string
): Promise<void> {
  const path = `payments/${gatewayPaymentId}`
  await controlSandbox(sandbox, "faults", {
    webhooks: [{ kind: "drop", count: 1 }],
  })
  await controlSandbox(sandbox, `${path}/coin`, { currency: "USDT_TRC20" })
  await controlSandbox(sandbox, `${path}/pay`, { kind: "exact" })
}

/** The gateway's own word on a payment. */
export async function statusAt(
  sandbox: Sandbox,
  gatewayPaymentId: string
): Promise<string> {
  const { status } = await controlSandbox<{ status: string }>(
    sandbox,
    `payments/${gatewayPaymentId}`
  )
  return status
}
