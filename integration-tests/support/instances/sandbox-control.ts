import type { Sandbox } from "../../../src/sandbox"
import { eventually } from "../eventually"
import { HttpClient } from "../store/http-client"

/** A payment as the gateway keeps it. */
export type ControlledPayment = {
  id: string
  external_id: string
  status: string
  is_test: boolean
  original_amount: string
  original_currency: string
  callback_url: string | null
  success_url: string | null
  fail_url: string | null
  created_at: string
  /** Null before a coin is chosen. */
  target: { currency: string; wallet_address: string; amount: string } | null
}

/** One webhook, with what came of each attempt. */
export type ControlledDelivery = {
  id: string
  payment_id: string
  status: string
  /** Sent as it stands. */
  body: string
  state: "waiting" | "delivered" | "given_up"
  /** In milliseconds since 1970; null while an attempt is under way. */
  next_attempt_at_ms: number | null
  attempts: {
    at: string
    http_status: number | null
    error: string | null
    fault: string | null
  }[]
}

/** What goes wrong at the gateway; see the sandbox's control API. */
export type GatewayFaults = {
  webhooks?: { kind: string; count: number; seconds?: number }[]
  requests?: {
    kind: string
    endpoint?: string
    count: number
    when?: "before" | "after"
    seconds?: number
    status?: number
    retry_after_seconds?: number
  }[]
}

/** The gateway's other side: its buyers, its clock and its faults. */
export class SandboxControl {
  private readonly http: HttpClient

  constructor({ controlUrl }: Pick<Sandbox, "controlUrl">) {
    if (!controlUrl) throw new Error("The sandbox was started without control.")
    this.http = new HttpClient(controlUrl, {})
  }

  async payments(): Promise<ControlledPayment[]> {
    const { payments } = await this.http.get<{ payments: ControlledPayment[] }>(
      "/control/payments"
    )
    return payments
  }

  payment(id: string): Promise<ControlledPayment> {
    return this.http.get(`/control/payments/${id}`)
  }

  /** The payment's status as the gateway has it. */
  async status(id: string): Promise<string> {
    return (await this.payment(id)).status
  }

  chooseCoin(id: string, currency = "USDT_TRC20"): Promise<ControlledPayment> {
    return this.http.post(`/control/payments/${id}/coin`, { currency })
  }

  /** A buyer pays on the gateway's page, and no webhook tells of it. */
  async payWithoutWebhook(id: string): Promise<void> {
    await this.addFaults({ webhooks: [{ kind: "drop", count: 1 }] })
    await this.chooseCoin(id)
    await this.pay(id)
  }

  /** A buyer pays on the gateway's page; waits until a webhook was accepted. */
  async payAndDeliver(id: string): Promise<void> {
    await this.chooseCoin(id)
    await this.pay(id)
    await eventually(
      async () => {
        const [latest] = await this.deliveries(id)
        return latest?.state === "delivered" ? true : undefined
      },
      { otherwise: "The webhook was not accepted" }
    )
  }

  /** Rejects with HttpError (409) where the payment's status forbids it. */
  pay(
    id: string,
    kind: "exact" | "under" | "short" | "over" = "exact"
  ): Promise<ControlledPayment> {
    return this.http.post(`/control/payments/${id}/pay`, { kind })
  }

  /** Pays what expired or failed, which gateways publish that it never happens. */
  payLate(id: string): Promise<ControlledPayment> {
    return this.http.post(`/control/payments/${id}/pay`, { stress: true })
  }

  /** As a merchant does at the dashboard, also where it expired or failed. */
  confirmByHand(id: string): Promise<ControlledPayment> {
    return this.http.post(`/control/payments/${id}/confirm-manual`, {
      stress: true,
    })
  }

  expire(id: string): Promise<ControlledPayment> {
    return this.http.post(`/control/payments/${id}/expire`)
  }

  fail(id: string): Promise<ControlledPayment> {
    return this.http.post(`/control/payments/${id}/fail`)
  }

  async deliveries(paymentId?: string): Promise<ControlledDelivery[]> {
    const { deliveries } = await this.http.get<{
      deliveries: ControlledDelivery[]
    }>(
      paymentId === undefined
        ? "/control/deliveries"
        : `/control/deliveries?payment_id=${paymentId}`
    )
    return deliveries
  }

  redeliver(deliveryId: string): Promise<unknown> {
    return this.http.post(`/control/deliveries/${deliveryId}/redeliver`)
  }

  advance(seconds: number): Promise<unknown> {
    return this.http.post("/control/clock", { advance_seconds: seconds })
  }

  addFaults(faults: GatewayFaults): Promise<unknown> {
    return this.http.post("/control/faults", faults)
  }

  /** The faults that nothing has met yet. */
  waitingFaults(): Promise<{
    webhooks: { kind: string; count: number }[]
    requests: { kind: string; count: number }[]
  }> {
    return this.http.get("/control/faults")
  }

  clearFaults(): Promise<unknown> {
    return this.http.delete("/control/faults")
  }

  requestCounts(): Promise<{ counts: Record<string, number> }> {
    return this.http.get("/control/requests")
  }
}
