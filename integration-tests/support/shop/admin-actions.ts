import type {
  AdminCryptoPaymentDetail,
  AdminShownCryptoPayment,
} from "../../../src/api/types"
import type { HttpClient } from "../store"

export type ShownPayment = AdminCryptoPaymentDetail

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
