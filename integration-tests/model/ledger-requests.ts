import { actionFactsOf, asOfNow, attemptOf } from "./ledger-parts"
import type { LedgerRows } from "./ledger-rows"
import type { Shop } from "./shop"
import type { ShopProcess } from "./shop-process"
import { judgeRefundAddress } from "../../src/coins/addresses"
import {
  checkAllowed,
  checkShown,
} from "../../src/modules/crypto-payment/admin-actions/allowed-actions"
import { found } from "../../src/modules/crypto-payment/attempts/rows"
import { cryptoPaymentEvents } from "../../src/modules/crypto-payment/outbox/outbox"
import {
  type NewRefundRequest,
  type RefundRequest,
} from "../../src/modules/crypto-payment/refunds/ledger"
import {
  checkFault,
  checkRequest,
  refundTerms,
} from "../../src/modules/crypto-payment/refunds/limits"
import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"

type Service = CryptoPaymentModuleService

/** What a story does with refund requests. */
type Requests = Pick<
  Service["refundRequests"],
  "create" | "enterAddress" | "retrieve" | "revoke"
>

const DAY_MS = 24 * 60 * 60_000
/** How long the link of a refund can be used. */
const LINK_DAYS = 14

/** Refund requests, in memory, by the real terms. */
export function requestsOf(process: ShopProcess, rows: LedgerRows): Requests {
  const { shop } = process
  return {
    retrieve: async (id) => {
      await process.read()
      return requestOf(shop, id)
    },
    create: async (id, request, token_hash) =>
      await process.write("ledger_create_refund_request", () => {
        const facts = actionFactsOf(shop, id)
        const { attempt, refunds, requests } = facts
        checkShown(facts, request.shown)
        checkAllowed("request_refund", facts)
        const given = [...refunds, ...requests]
        const terms = refundTerms(attempt, request.asked, given)
        const created = newRequest(shop, id, request, { ...terms, token_hash })
        const name = cryptoPaymentEvents.refundRequested
        const { order_id } = attempt
        const data = { id, order_id, refund_request_id: created.id }
        return { request: created, event: rows.enqueue({ name, data }) }
      }),
    revoke: async (id) =>
      await process.write("ledger_revoke_refund_request", () => {
        checkRequest("revoke", requestOf(shop, id).state)
        change(shop, id, {
          state: "revoked",
          token_hash: null,
        })
        shop.met.count("a refund request revoked")
        return requestOf(shop, id)
      }),
    enterAddress: async (read, entered) =>
      await process.write("ledger_enter_refund_address", () => {
        const request = requestOf(shop, read.id)
        const { wallet_address } = attemptOf(shop, read.crypto_payment_id)
        const { address, address_tag } = checkFault(
          judgeRefundAddress(entered, request, wallet_address)
        )
        if (request.address === address) return { request, event: null }
        checkRequest("enter", request.state)
        change(shop, read.id, {
          state: "address_entered",
          address,
          address_tag,
          address_entered_at: shop.date,
        })
        return { request: requestOf(shop, read.id), event: null }
      }),
  }
}

export function requestOf(shop: Shop, id: string): RefundRequest {
  return asOfNow(
    shop,
    found(
      id,
      shop.requests.find((each) => each.id === id)
    )
  )
}

export function change(shop: Shop, id: string, patch: Partial<RefundRequest>) {
  const request = shop.requests.find((each) => each.id === id)
  if (request) Object.assign(request, patch, { updated_at: shop.date })
}

function newRequest(
  shop: Shop,
  crypto_payment_id: string,
  { coin, note, by }: NewRefundRequest,
  terms: ReturnType<typeof refundTerms> & { token_hash: string }
): RefundRequest {
  const { crypto_currency } = attemptOf(shop, crypto_payment_id)
  const request: RefundRequest = {
    ...terms,
    ...coin,
    id: shop.nextId("cpayreq"),
    crypto_payment_id,
    crypto_currency: crypto_currency ?? "",
    state: "waiting_for_address",
    note,
    expires_at: new Date(shop.now + LINK_DAYS * DAY_MS),
    address: null,
    address_tag: null,
    transaction_hash: null,
    created_by: by,
    address_entered_at: null,
    sent_at: null,
    revoked_at: null,
    created_at: shop.date,
    updated_at: shop.date,
    deleted_at: null,
  }
  shop.requests.push(request)
  shop.met.count("a refund requested")
  return asOfNow(shop, request)
}
