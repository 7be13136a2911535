import { generateEntityId, type MedusaError } from "@medusajs/framework/utils"
import { createHash, randomBytes } from "node:crypto"
import { coinNetwork, isSameAddress } from "../../../coins/addresses"
import { changedMeanwhile, notFound } from "../../../medusa-errors"
import { lockActionFacts } from "../admin-actions/action-facts"
import {
  checkAllowed,
  checkShown,
  refuseAction,
  type ShownAttempt,
} from "../admin-actions/allowed-actions"
import { attempts, found, inSeconds } from "../attempts/rows"
import { appendEvent } from "../attempts/transition"
import type { Database } from "../database"
import type { Attempt } from "../models/crypto-payment"
import {
  cryptoPaymentEvents,
  enqueueEvent,
  type OutboxEvent,
} from "../outbox/outbox"
import {
  type AddressFault,
  type CheckedAddress,
  checkFault,
  type EnteredAddress,
  judgeRefundAddress,
} from "./addresses"
import {
  readRequest,
  type RefundRequest,
  requestColumns,
  requests,
} from "./ledger"
import {
  type AskedRefund,
  checkRequest,
  checkShownRequest,
  refundTerms,
  type RefundRequestState,
  type RefundTerms,
  requestState,
  type ShownRequest,
} from "./limits"

/** `event` where something was written. */
type CreatedRefundRequest = {
  request: RefundRequest
  event: OutboxEvent | null
}

export type RequestFilters = {
  state?: readonly RefundRequestState[]
  crypto_payment_id?: readonly string[]
}

/**
 * Refunds that wait for an address, and their links. Each change of a request happens under the
 * lock of its attempt.
 */
export class RefundRequests {
  constructor(private readonly db: Database) {}

  /** Newest first; those to send only by the oldest address first. */
  async list(
    { state, crypto_payment_id }: RequestFilters,
    { skip, take }: { skip: number; take: number }
  ): Promise<{ rows: RefundRequest[]; count: number }> {
    const matching = requests(this.db)
    if (crypto_payment_id) {
      void matching.whereIn("crypto_payment_id", [...crypto_payment_id])
    }
    if (state) {
      void matching.where((any) => {
        for (const each of state) void any.orWhereRaw(...conditionOf(each))
      })
    }
    const isQueue = state?.every((each) => each === "address_entered") ?? false
    const [{ count }] = await matching.clone().count({ count: "*" })
    const rows: RefundRequest[] = await matching
      .orderBy(
        isQueue
          ? [{ column: "address_entered_at" }, { column: "id" }]
          : [
              { column: "created_at", order: "desc" },
              { column: "id", order: "desc" },
            ]
      )
      .offset(skip)
      .limit(take)
      .select(requestColumns(this.db))
    return { rows, count: Number(count) }
  }

  async retrieve(id: string): Promise<RefundRequest> {
    return await readRequest(this.db, id)
  }

  /**
   * A request within what is left to give back, with the hash of its link's secret.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED or INVALID_DATA with the reason.
   */
  async create(
    id: string,
    request: NewRefundRequest,
    token_hash: string
  ): Promise<CreatedRefundRequest> {
    return await this.db.transaction(async (db) => {
      const facts = await lockActionFacts(db, id)
      const { attempt, refunds, requests } = facts
      checkShown(facts, request.shown)
      checkAllowed("request_refund", facts)
      const given = [...refunds, ...requests]
      const terms = refundTerms(attempt, request.asked, given)
      const row = { ...terms, token_hash }
      const created = await insertRequest(db, attempt, request, row)
      const name = cryptoPaymentEvents.refundRequested
      const event = await enqueueRefundEvent(db, name, created, attempt)
      return { request: created, event }
    })
  }

  /** Ends a request and its link; once. @throws MedusaError NOT_FOUND; NOT_ALLOWED once it is sent. */
  async revoke(
    id: string,
    { by, shown }: { by: string; shown?: ShownRequest }
  ): Promise<RefundRequest> {
    return await this.db.transaction(async (db) => {
      const { request } = await lockRequest(db, id)
      if (requestState(request) === "revoked") return request
      checkShownRequest(request, shown)
      checkRequest("revoke", requestState(request))
      await requests(db).where({ id }).update({
        state: "revoked",
        token_hash: null,
        revoked_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
      await noteRequest(db, request, "refund_revoked", "admin", { by })
      return await readRequest(db, id)
    })
  }

  /** Undefined for an unknown or revoked link. */
  async findByLink(
    id: string,
    secret: string
  ): Promise<LinkedRequest | undefined> {
    // Any other text is the secret of no link.
    if (!/^[\w-]{43}$/.test(secret)) return undefined
    const link_hash = hashLinkSecret(secret)
    const request: RefundRequest | undefined = await requests(this.db)
      .where({ id })
      .first(requestColumns(this.db))
    return request && isOpenedBy(request, link_hash)
      ? { ...request, link_hash }
      : undefined
  }

  /**
   * An address as the customer typed it, or why it cannot be the one. Writes nothing.
   * @throws MedusaError NOT_ALLOWED once an address is confirmed.
   */
  async judgeAddress(
    request: RefundRequest,
    entered: EnteredAddress
  ): Promise<CheckedAddress | AddressFault> {
    const id = request.crypto_payment_id
    const attempt = found(id, await attempts(this.db).where({ id }).first())
    return judgeAddress(request, attempt, entered)
  }

  /**
   * Saves the address that the customer confirmed, once; the same address again changes nothing.
   * @throws MedusaError NOT_FOUND for a link that ended meanwhile; INVALID_DATA for what is no
   * address; NOT_ALLOWED for another one than the confirmed.
   */
  async enterAddress(
    { id, link_hash }: LinkedRequest,
    entered: EnteredAddress
  ): Promise<CreatedRefundRequest> {
    return await this.db.transaction(async (db) => {
      const { attempt, request } = await lockRequest(db, id)
      if (!isOpenedBy(request, link_hash)) throw unknownRefundLink()
      const judged = judgeAddress(request, attempt, entered)
      const { address, address_tag } = checkFault(judged)
      if (request.address !== null) return { request, event: null }
      await requests(db).where({ id }).update({
        state: "address_entered",
        address,
        address_tag,
        address_entered_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
      const type = "refund_address_entered"
      await noteRequest(db, request, type, "customer", {
        address,
        address_tag,
      })
      const name = cryptoPaymentEvents.refundAddressEntered
      const event = await enqueueRefundEvent(db, name, request, attempt)
      return { request: await readRequest(db, id), event }
    })
  }
}

export type LinkedRequest = RefundRequest & { link_hash: string }

export const REFUND_LINK_DAYS = 14

const SECONDS_PER_DAY = 86_400

/** What an admin decides to send back; `by` is the admin's user id. */
export type NewRefundRequest = {
  asked: AskedRefund
  /** Of the payment's coin, as the gateway names it. */
  coin: { crypto_name: string | null; crypto_network: string | null }
  note: string | null
  by: string
  shown?: ShownAttempt
}

async function lockRequest(db: Database, id: string) {
  const { crypto_payment_id } = await readRequest(db, id)
  const locked = await lockActionFacts(db, crypto_payment_id)
  return { ...locked, request: await readRequest(db, id) }
}

async function insertRequest(
  db: Database,
  attempt: Attempt,
  { coin, note: text, by }: NewRefundRequest,
  terms: RefundTerms & { token_hash: string }
): Promise<RefundRequest> {
  const { id: crypto_payment_id, crypto_currency } = attempt
  if (crypto_currency === null) throw refuseAction("request_refund", attempt)
  const id = generateEntityId(undefined, "cpayreq")
  await requests(db).insert({
    ...terms,
    ...coin,
    id,
    crypto_payment_id,
    crypto_currency,
    note: text,
    expires_at: inSeconds(db, REFUND_LINK_DAYS * SECONDS_PER_DAY),
    created_by: by,
  })
  const request = await readRequest(db, id)
  const { kind, amount, currency_code, crypto_amount } = terms
  const data = { by, kind, amount, currency_code, crypto_amount }
  await noteRequest(db, request, "refund_requested", "admin", data)
  return request
}

/** Appends to the timeline of its payment; never the link. */
async function noteRequest(
  db: Database,
  { id, crypto_payment_id, crypto_currency }: RefundRequest,
  type: Parameters<typeof appendEvent>[2]["type"],
  source: "admin" | "customer",
  data: Record<string, unknown>
): Promise<void> {
  await appendEvent(db, crypto_payment_id, {
    type,
    source,
    data: { request_id: id, crypto_currency, ...data },
  })
}

async function enqueueRefundEvent(
  db: Database,
  name:
    "crypto_payment.refund_requested" | "crypto_payment.refund_address_entered",
  { id: refund_request_id }: RefundRequest,
  attempt: Attempt
): Promise<OutboxEvent> {
  const { id, order_id } = attempt
  const data = { id, refund_request_id, order_id }
  return await enqueueEvent(db, { name, data }, attempt)
}

/** Any address while the request waits, then the confirmed one. @throws MedusaError NOT_ALLOWED. */
function judgeAddress(
  request: RefundRequest,
  attempt: Attempt,
  entered: EnteredAddress
): CheckedAddress | AddressFault {
  const { wallet_address, is_test } = attempt
  const coin = { ...request, is_test }
  const judged = judgeRefundAddress(entered, coin, wallet_address)
  const isConfirmed =
    "address" in judged && isAddressOf(request, attempt, judged)
  if (!isConfirmed) checkRequest("enter", requestState(request))
  return judged
}

/** @throws MedusaError NOT_ALLOWED where an admin sends, or sent, the coins to another address. */
export function checkSentTo(
  request: RefundRequest,
  attempt: Attempt,
  { address, address_tag = request.address_tag }: EnteredAddress
): void {
  if (isAddressOf(request, attempt, { address, address_tag })) return
  const [now, seen] = [request, { address, address_tag }].map(nameTarget)
  throw changedMeanwhile(
    `The customer changed the address of this refund: it is ${now} now, not ${seen}. If you sent the coins to ${seen}, revoke the request and record the refund instead.`
  )
}

function nameTarget({
  address,
  address_tag,
}: Pick<RefundRequest, "address" | "address_tag">): string {
  return address_tag === null
    ? `${address}`
    : `${address} with the tag or memo ${address_tag}`
}

function isAddressOf(
  request: RefundRequest,
  { is_test }: Attempt,
  { address, address_tag }: Required<EnteredAddress>
): boolean {
  if (request.address === null) return false
  const network = coinNetwork({ ...request, is_test })
  return (
    isSameAddress(request.address, address.trim(), network) &&
    request.address_tag === address_tag
  )
}

function isOpenedBy(request: RefundRequest, link_hash: string): boolean {
  return request.token_hash === link_hash && requestState(request) !== "revoked"
}

export function unknownRefundLink(): MedusaError {
  return notFound(
    "This refund link is not valid (any more). Ask the store for a new one."
  )
}

/** The secret of a new link, 256 random bits as base64url, and the hash that is stored of it. */
export function newRefundLink(): { secret: string; token_hash: string } {
  const secret = randomBytes(32).toString("base64url")
  return { secret, token_hash: hashLinkSecret(secret) }
}

function hashLinkSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}

function conditionOf(
  state: RefundRequestState
): [sql: string, values: string[]] {
  switch (state) {
    case "waiting_for_address":
      return ["(state = ? AND expires_at > now())", [state]]
    case "revoked":
      return [
        "(state = ? OR (state = 'waiting_for_address' AND expires_at <= now()))",
        [state],
      ]
    default:
      return ["state = ?", [state]]
  }
}
