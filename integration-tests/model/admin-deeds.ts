import { type AdminDeed, type Deed, pick } from "./actions"
import { actionFactsOf } from "./ledger-parts"
import { isFree } from "./ledger-queue"
import type { ShopProcess } from "./shop-process"
import { versionOf } from "../../src/modules/crypto-payment/admin-actions/allowed-actions"
import { isPaidState } from "../../src/modules/crypto-payment/attempts/states"
import type { NewRefundRequest } from "../../src/modules/crypto-payment/refunds/ledger"
import {
  acceptShortfall,
  resolveCryptoPaymentWorkflow,
  retryOrder,
} from "../../src/workflows/act-on-crypto-payment"
import {
  enterRefundAddress,
  recordCryptoRefundWorkflow,
  requestCryptoRefundWorkflow,
} from "../../src/workflows/refund-crypto-payment"

const bitcoinAddress = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"

/** An admin waits for the lease of another process, but for none of a killed one. */
export async function byHand(
  process: ShopProcess,
  deed: Extract<Deed, { do: AdminDeed | "request_refund" }>
): Promise<void> {
  const { shop, container } = process
  const attempt = pick(
    shop.attempts.filter(({ state }) => isPaidState(state)),
    deed.which
  )
  if (!attempt || isHeld(process, attempt.id)) return
  const { id } = attempt
  const actor_id = "admin"
  const shown = { version: versionOf(actionFactsOf(shop, id)) }
  switch (deed.do) {
    case "retry":
      return await retryOrder(container, id, actor_id, shown)
    case "accept":
      return await acceptShortfall(container, id, actor_id, shown)
    case "request_refund": {
      const { amount } = deed
      const request: NewRefundRequest = {
        asked: amount === null ? {} : { amount },
        coin: { crypto_name: null, crypto_network: null },
        note: null,
        by: actor_id,
        shown,
      }
      const input = { id, request, token_hash: shop.nextId("token") }
      await requestCryptoRefundWorkflow(container).run({ input })
      return
    }
    case "resolve": {
      const input = { id, kind: "other" as const, actor_id, shown }
      await resolveCryptoPaymentWorkflow(container).run({ input })
      return
    }
    case "record_refund": {
      const transaction_hash = shop.nextId("hash")
      const input = { id, amount: "1.00", transaction_hash, actor_id, shown }
      await recordCryptoRefundWorkflow(container).run({ input })
      return
    }
  }
}

/** Whoever has its link, or an admin. */
export async function aboutRequest(
  process: ShopProcess,
  deed: Extract<Deed, { request: number }>
): Promise<void> {
  const { shop, container, ledger } = process
  const request = pick(shop.requests, deed.request)
  if (!request) return
  switch (deed.do) {
    case "enter_address": {
      const link_hash = request.token_hash ?? "that of a revoked link"
      const linked = { ...request, link_hash }
      await enterRefundAddress(container, linked, {
        address: bitcoinAddress,
      })
      return
    }
    case "revoke_refund":
      await ledger.refundRequests.revoke(request.id, { by: "admin" })
      return
    case "send_refund": {
      const { crypto_payment_id: id, address } = request
      if (isHeld(process, id)) return
      const input = {
        id,
        request: { id: request.id, address: address ?? "none" },
        transaction_hash: `hash of ${request.id}`,
        actor_id: "admin",
      }
      await recordCryptoRefundWorkflow(container).run({ input })
      return
    }
  }
}

function isHeld({ mayWait, hasCompany, shop }: ShopProcess, id: string) {
  if (mayWait) return false
  const attempt = shop.attempts.find((each) => each.id === id)
  return hasCompany || (attempt !== undefined && !isFree(attempt, shop.now))
}
