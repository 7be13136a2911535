import type { AdminShownCryptoPayment } from "../../../src/api/types"
import type { HttpClient } from "../store"

/** A crypto payment as the admin API shows it, the parts that specs read. */
export type ShownPayment = {
  id: string
  external_id: string
  version: number
  state: string
  order_id: string | null
  attention_reason: string | null
  attention_detail: string | null
  advice: Record<string, string> | null
  allowed_actions: string[]
  refundable_price: { amount: string; currency_code: string } | null
  resolution: Record<string, unknown> | null
  resolution_url: string | null
  events: { type: string; source: string; data: Record<string, unknown> }[]
  refund_left: string | null
  surplus_left: string | null
  wallet_address: string | null
  address_url: string | null
  refund_requests: { id: string; state: string }[]
  refunds: {
    kind: string
    amount: string
    currency_code: string
    transaction_hash: string
    transaction_url: string | null
    note: string | null
    created_by: string
    refund_id: string | null
    booked_at: string | null
  }[]
}

type Body = Record<string, unknown>

/** Of a payment that does not exist. */
const UNKNOWN = { version: 0 }

/** What an admin sees of a payment now, as each decision about it names it. */
export async function readShown(
  http: HttpClient,
  id: string
): Promise<AdminShownCryptoPayment> {
  // The list asks no gateway for details.
  const { crypto_payments } = await http.get<{
    crypto_payments: AdminShownCryptoPayment[]
  }>(`/admin/crypto-payments?q=${id}&fields=id`)
  const [{ version } = UNKNOWN] = crypto_payments
  return { version }
}

/** What a merchant does about crypto payments as they are shown now, through the admin API. */
export class AdminActions {
  constructor(private readonly http: HttpClient) {}

  async show(id: string): Promise<ShownPayment> {
    const answer = await this.http.get<{ crypto_payment: ShownPayment }>(
      `/admin/crypto-payments/${id}`
    )
    return answer.crypto_payment
  }

  check(id: string) {
    return this.post(id, "check", {})
  }

  accept(id: string) {
    return this.act(id, "accept")
  }

  retryOrder(id: string) {
    return this.act(id, "retry-order")
  }

  resolve(id: string, body: Body) {
    return this.act(id, "resolve", body)
  }

  refund(id: string, amount: string, transaction_hash: string, more?: Body) {
    return this.act(id, "refunds", { amount, transaction_hash, ...more })
  }

  /** Coins of a surplus that were sent back. */
  surplus(id: string, transaction_hash: string, more?: Body) {
    return this.act(id, "refunds", {
      kind: "surplus",
      transaction_hash,
      ...more,
    })
  }

  private async act(id: string, action: string, body: Body = {}) {
    const shown = body.shown ?? (await readShown(this.http, id))
    return await this.post(id, action, { ...body, shown })
  }

  private async post(
    id: string,
    action: string,
    body: Body
  ): Promise<ShownPayment> {
    const answer = await this.http.post<{ crypto_payment: ShownPayment }>(
      `/admin/crypto-payments/${id}/${action}`,
      body
    )
    return answer.crypto_payment
  }
}
