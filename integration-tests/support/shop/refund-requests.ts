import { randomBytes, randomInt } from "node:crypto"
import type {
  AdminCreateCryptoRefundRequestBody,
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestLinkResponse,
  AdminCryptoRefundRequestResponse,
  AdminCryptoRefundRequestsResponse,
  StoreCheckedCryptoRefundAddressResponse,
  StoreCryptoRefund,
  StoreCryptoRefundResponse,
} from "../../../src/api/types"
import { HttpClient, type Late } from "../store/http-client"
import type { SeededStore } from "../store/seed-store"
import { readShown } from "./admin-actions"

const REQUESTS = "/admin/crypto-payments/refund-requests"

/** What a merchant does about refund requests, through the admin API. */
export class RefundRequests {
  constructor(private readonly http: HttpClient) {}

  /** As decided about the payment as it is now. */
  async request(
    id: string,
    body: Partial<AdminCreateCryptoRefundRequestBody> = {}
  ) {
    const shown = await readShown(this.http, id)
    return await this.http.post<AdminCryptoRefundRequestLinkResponse>(
      `/admin/crypto-payments/${id}/refund-requests`,
      { shown, ...body }
    )
  }

  async list(query = "") {
    return await this.http.get<AdminCryptoRefundRequestsResponse>(
      `${REQUESTS}${query}`
    )
  }

  async find(id: string): Promise<AdminCryptoRefundRequest | undefined> {
    const { refund_requests } = await this.list("?limit=1000")
    return refund_requests.find((each) => each.id === id)
  }

  async revoke(id: string, more: object = {}) {
    const shown = { state: (await this.find(id))?.state ?? "revoked" }
    const answer = await this.http.post<AdminCryptoRefundRequestResponse>(
      `${REQUESTS}/${id}/revoke`,
      { shown, ...more }
    )
    return answer.refund_request
  }

  /** As sent to the address that the request has now, unless another one is named. */
  async send(id: string, transaction_hash: string, more: object = {}) {
    const address = (await this.find(id))?.address ?? "none"
    const answer = await this.http.post<AdminCryptoRefundRequestResponse>(
      `${REQUESTS}/${id}/send`,
      { address, transaction_hash, ...more }
    )
    return answer.refund_request
  }
}

/** Whoever has the link of a refund. */
export class RefundCustomer {
  private readonly http: HttpClient

  /** @param address another one at each request by default, so that none is limited */
  constructor(
    baseUrl: Late<string>,
    store: Pick<SeededStore, "publishableKey">,
    address?: string
  ) {
    this.http = new HttpClient(baseUrl, () => ({
      "x-publishable-api-key": store.publishableKey,
      "x-forwarded-for":
        address ?? `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    }))
  }

  async read(token: string): Promise<StoreCryptoRefund> {
    const { http, path } = this.open(token)
    return (await http.get<StoreCryptoRefundResponse>(path)).crypto_refund
  }

  async check(token: string, address: string, address_tag?: string) {
    const { http, path } = this.open(token)
    const body = { address, address_tag, confirm: false }
    return await http.post<StoreCheckedCryptoRefundAddressResponse>(path, body)
  }

  async confirm(token: string, address: string, address_tag?: string | null) {
    const { http, path } = this.open(token)
    const body = { address, address_tag, confirm: true }
    const answer = await http.post<StoreCryptoRefundResponse>(path, body)
    return answer.crypto_refund
  }

  private open(token: string) {
    const { path, headers } = refundLink(token)
    const [name, value] = Object.entries(headers)[0]
    return { http: this.http.with(name, value), path }
  }
}

/** Where a refund is read and answered, by the token of its link. */
export function refundLink(token: string) {
  const [id, secret = ""] = token.split(".")
  return {
    path: `/store/crypto-refunds/${encodeURIComponent(id)}`,
    headers: { "x-crypto-refund-secret": secret },
  }
}

/** A transaction's hash that nobody has used. */
export function newHash(): string {
  return randomBytes(32).toString("hex")
}
