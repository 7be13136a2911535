import type { z } from "zod"
import type { Sandbox } from "../../../src/sandbox"
import type { faultsRequest, payRequest } from "../../../src/sandbox/control"
import type { Delivery, Payment } from "../../../src/sandbox/world"
import { eventually } from "../eventually"
import { HttpClient } from "../store/http-client"

/** What arrives, as the sandbox plays it. */
export type Transfer = z.input<typeof payRequest>

/** The gateway's other side: its buyers, its clock and its faults. */
export class SandboxControl {
  /** @param sandbox whose address is asked for at each request */
  constructor(private readonly sandbox: Pick<Sandbox, "controlUrl">) {}

  private get http(): HttpClient {
    const { controlUrl } = this.sandbox
    if (!controlUrl) throw new Error("The sandbox was started without control.")
    return new HttpClient(controlUrl, {})
  }

  async payments(): Promise<Payment[]> {
    const { payments } = await this.http.get<{ payments: Payment[] }>(
      "/control/payments"
    )
    return payments
  }

  payment(id: string): Promise<Payment> {
    return this.http.get(`/control/payments/${id}`)
  }

  /** The payment's status as the gateway has it. */
  async status(id: string): Promise<string> {
    return (await this.payment(id)).status
  }

  chooseCoin(id: string, currency = "USDT_TRC20"): Promise<Payment> {
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
    kind: Transfer["kind"] = "exact",
    more: Transfer = {}
  ): Promise<Payment> {
    return this.http.post(`/control/payments/${id}/pay`, { ...more, kind })
  }

  /** Pays what expired or failed, which gateways publish that it never happens. */
  payLate(id: string): Promise<Payment> {
    return this.pay(id, "exact", { stress: true })
  }

  /** As a merchant does at the dashboard, also where it expired or failed. */
  confirmByHand(id: string): Promise<Payment> {
    return this.http.post(`/control/payments/${id}/confirm-manual`, {
      stress: true,
    })
  }

  expire(id: string): Promise<Payment> {
    return this.http.post(`/control/payments/${id}/expire`)
  }

  fail(id: string): Promise<Payment> {
    return this.http.post(`/control/payments/${id}/fail`)
  }

  async deliveries(paymentId?: string): Promise<Delivery[]> {
    const query = paymentId === undefined ? "" : `?payment_id=${paymentId}`
    const { deliveries } = await this.http.get<{ deliveries: Delivery[] }>(
      `/control/deliveries${query}`
    )
    return deliveries
  }

  redeliver(deliveryId: string): Promise<unknown> {
    return this.http.post(`/control/deliveries/${deliveryId}/redeliver`)
  }

  advance(seconds: number): Promise<unknown> {
    return this.http.post("/control/clock", { advance_seconds: seconds })
  }

  addFaults(faults: z.input<typeof faultsRequest>): Promise<unknown> {
    return this.http.post("/control/faults", faults)
  }

  /** The faults that nothing has met yet. */
  waitingFaults(): Promise<z.output<typeof faultsRequest>> {
    return this.http.get("/control/faults")
  }

  clearFaults(): Promise<unknown> {
    return this.http.delete("/control/faults")
  }

  requestCounts(): Promise<{ counts: Record<string, number> }> {
    return this.http.get("/control/requests")
  }
}
