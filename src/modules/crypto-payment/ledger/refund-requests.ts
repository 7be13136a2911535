import { createHash, randomBytes } from "node:crypto"
import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { notAllowed, notFound } from "../../../medusa-errors"
import { checkAllowed, refuseAction } from "../domain/admin-actions"
import { coinNetwork } from "../domain/coin-network"
import { describePrice } from "../domain/facts"
import {
  type CheckedAddress,
  checkRefundAddress,
  isSameAddress,
} from "../domain/refund-address"
import {
  checkRequest,
  type RefundRequestState,
  requestState,
} from "../domain/refund-request"
import {
  type AskedRefund,
  isCovered,
  type RefundTerms,
  refundTerms,
} from "../domain/refund-terms"
import { isOfPrice } from "../domain/refunds"
import { cryptoPaymentEvents } from "../events"
import { enqueueEvent, type OutboxEvent } from "./outbox"
import { type Refund, refundsOf } from "./refunds"
import {
  openRequestsOf,
  readRequest,
  type RefundRequest,
  requestColumns,
  requests,
} from "./request-rows"
import { lockParts, supersedeRests } from "./rests"
import { type Attempt, attempts, found, inSeconds } from "./rows"
import { appendEvent } from "./timeline"

const SECONDS_PER_DAY = 86_400

/** The secret of a link: 256 random bits, of which only the hash is stored. */
export type RequestToken = { token: string; token_hash: string }

/** A token that nobody knows yet. */
export function newRequestToken(): RequestToken {
  const token = randomBytes(32).toString("base64url")
  return { token, token_hash: hashRequestToken(token) }
}

/** The form in which a token is stored and found. */
export function hashRequestToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}

/** What an admin decides to send back; `by` is the admin's user id. */
export type NewRefundRequest = {
  asked: AskedRefund
  /** Of the payment's coin, as the gateway names it. */
  coin: { crypto_name: string | null; crypto_network: string | null }
  note: string | null
  valid_days: number
  by: string
}

/** `event` where the request is new. */
export type CreatedRefundRequest = {
  request: RefundRequest
  event: OutboxEvent | null
}

export type RequestFilters = {
  state?: readonly RefundRequestState[]
  crypto_payment_id?: readonly string[]
}

/**
 * What is to be sent back, to an address that the customer enters at a link. Each change of a
 * request happens under the lock of its attempt, as refunds do.
 */
export class RefundRequests {
  constructor(private readonly db: Knex) {}

  /** The requests of an attempt that wait for their address, or to be sent. */
  async listOpen(attemptId: string): Promise<RefundRequest[]> {
    return await openRequestsOf(this.db, attemptId)
  }

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

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<RefundRequest> {
    return await readRequest(this.db, id)
  }

  /** @throws MedusaError NOT_FOUND for an unknown, replaced or revoked link. */
  async retrieveByToken(token: string): Promise<RefundRequest> {
    const request: RefundRequest | undefined = await requests(this.db)
      .where({ token_hash: hashRequestToken(token) })
      .first(requestColumns(this.db))
    if (request) return request
    throw unknownLink()
  }

  /**
   * A request within what is left to give back. The same terms again, while a request with them
   * waits for its address, are that request with a new link.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED or INVALID_DATA with the reason.
   */
  async create(
    id: string,
    request: NewRefundRequest,
    token_hash: string
  ): Promise<CreatedRefundRequest> {
    return await this.db.transaction(async (db) => {
      const { attempt, parts } = await lockParts(db, id)
      const refunds = await refundsOf(db, id)
      const { asked, by } = request
      const same = findSame(attempt, asked, refunds, parts.requests)
      if (same) {
        await renew(db, same, token_hash)
        await note(db, same, "refund_link_made", "admin", { by })
        return { request: await readRequest(db, same.id), event: null }
      }
      checkAllowed("request_refund", attempt, refunds, parts)
      const given = [...refunds, ...parts.requests]
      const terms = refundTerms(attempt, asked, given)
      const created = await insert(db, attempt, request, terms, token_hash)
      if (isOfPrice(terms)) await supersedeRests(db, id)
      const name = cryptoPaymentEvents.refundRequested
      const event = await enqueue(db, name, created, attempt)
      return { request: created, event }
    })
  }

  /**
   * Replaces the link of a request that waits for its address, also after its time.
   * @throws MedusaError NOT_FOUND, NOT_ALLOWED
   */
  async renewLink(id: string, token_hash: string, by: string) {
    return await this.db.transaction(async (db) => {
      const { attempt, parts, request } = await lockRequest(db, id)
      checkRequest("link", requestState(request))
      if (request.is_late) {
        const refunds = await refundsOf(db, attempt.id)
        checkAllowed("request_refund", attempt, refunds, parts)
        const given = [...refunds, ...parts.requests]
        if (!isCovered(attempt, request, given)) throw notCovered(request)
      }
      await renew(db, request, token_hash)
      await note(db, request, "refund_link_made", "admin", { by })
      return await readRequest(db, id)
    })
  }

  /**
   * Lets the customer enter another address, at a new link.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where no address is entered, or it was sent.
   */
  async reopen(id: string, token_hash: string, by: string) {
    return await this.db.transaction(async (db) => {
      const { request } = await lockRequest(db, id)
      checkRequest("reopen", requestState(request))
      await renew(db, request, token_hash)
      const { address } = request
      await note(db, request, "refund_reopened", "admin", { by, address })
      return await readRequest(db, id)
    })
  }

  /** Ends a request and its link; once. @throws MedusaError NOT_FOUND; NOT_ALLOWED once it is sent. */
  async revoke(id: string, by: string): Promise<RefundRequest> {
    return await this.db.transaction(async (db) => {
      const { request } = await lockRequest(db, id)
      if (request.state === "revoked") return request
      checkRequest("revoke", requestState(request))
      await requests(db).where({ id }).update({
        state: "revoked",
        token_hash: null,
        revoked_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
      await note(db, request, "refund_revoked", "admin", { by })
      return await readRequest(db, id)
    })
  }

  /**
   * An address as the customer typed it. Writes nothing.
   * @throws MedusaError NOT_ALLOWED once an address is confirmed; INVALID_DATA for what is none.
   */
  async checkAddress(
    request: RefundRequest,
    typed: string
  ): Promise<CheckedAddress> {
    const id = request.crypto_payment_id
    const attempt = found(id, await attempts(this.db).where({ id }).first())
    return readAddress(request, attempt, typed)
  }

  /**
   * Saves the address that the customer confirmed, once; the same address again changes nothing.
   * @throws MedusaError NOT_FOUND for a link that was replaced meanwhile, and as `checkAddress`.
   */
  async enterAddress(
    { id, token_hash }: RefundRequest,
    typed: string
  ): Promise<CreatedRefundRequest> {
    return await this.db.transaction(async (db) => {
      const { attempt, request } = await lockRequest(db, id)
      if (request.token_hash !== token_hash) throw unknownLink()
      const { address } = readAddress(request, attempt, typed)
      if (request.address !== null) return { request, event: null }
      await requests(db).where({ id }).update({
        state: "address_entered",
        address,
        address_entered_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
      const type = "refund_address_entered"
      await note(db, request, type, "customer", { address })
      const name = cryptoPaymentEvents.refundAddressEntered
      const event = await enqueue(db, name, request, attempt)
      return { request: await readRequest(db, id), event }
    })
  }
}

function unknownLink(): MedusaError {
  return notFound(
    "This refund link is not valid (any more). Ask the store for a new one."
  )
}

function notCovered(request: RefundRequest): MedusaError {
  return notAllowed(
    `This request of ${describePrice(request)} is more than what is left to refund of the payment. Revoke it.`
  )
}

/** The attempt, locked with the other part of its payment, and the request as it is under that lock. */
async function lockRequest(db: Knex, id: string) {
  const { crypto_payment_id } = await readRequest(db, id)
  const locked = await lockParts(db, crypto_payment_id)
  return { ...locked, request: await readRequest(db, id) }
}

/** The address, where the request may have it now: any while it waits, then the confirmed one. */
function readAddress(
  request: RefundRequest,
  { wallet_address }: Attempt,
  typed: string
): CheckedAddress {
  const checked = checkRefundAddress(typed, request, wallet_address)
  const isConfirmed =
    request.address !== null &&
    isSameAddress(request.address, checked.address, coinNetwork(request))
  if (!isConfirmed) checkRequest("enter", requestState(request))
  return checked
}

/** The request that waits for its address with the terms that are asked for now. */
function findSame(
  attempt: Attempt,
  asked: AskedRefund,
  refunds: readonly Refund[],
  open: readonly RefundRequest[]
): RefundRequest | undefined {
  return open.find((request) => {
    if (request.state !== "waiting_for_address") return false
    const others = open.filter(({ id }) => id !== request.id)
    const terms = termsOrNone(attempt, asked, [...refunds, ...others])
    return (
      terms !== undefined &&
      terms.kind === request.kind &&
      terms.amount === request.amount &&
      terms.crypto_amount === request.crypto_amount &&
      terms.policy === request.policy &&
      terms.rate === request.rate
    )
  })
}

function termsOrNone(
  ...terms: Parameters<typeof refundTerms>
): RefundTerms | undefined {
  try {
    return refundTerms(...terms)
  } catch (error) {
    if (MedusaError.isMedusaError(error)) return undefined
    throw error
  }
}

async function insert(
  db: Knex,
  attempt: Attempt,
  { coin, note: text, valid_days, by }: NewRefundRequest,
  terms: RefundTerms,
  token_hash: string
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
    valid_days,
    token_hash,
    expires_at: inSeconds(db, valid_days * SECONDS_PER_DAY),
    created_by: by,
  })
  const request = await readRequest(db, id)
  const { kind, amount, currency_code, crypto_amount } = terms
  const data = { by, kind, amount, currency_code, crypto_amount }
  await note(db, request, "refund_requested", "admin", data)
  return request
}

/** A new link, at which an address can be entered from now on. */
async function renew(
  db: Knex,
  { id, valid_days }: RefundRequest,
  token_hash: string
): Promise<void> {
  await requests(db)
    .where({ id })
    .update({
      state: "waiting_for_address",
      token_hash,
      expires_at: inSeconds(db, valid_days * SECONDS_PER_DAY),
      address: null,
      address_entered_at: null,
      updated_at: db.fn.now(),
    })
}

async function note(
  db: Knex,
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

async function enqueue(
  db: Knex,
  name:
    "crypto_payment.refund_requested" | "crypto_payment.refund_address_entered",
  { id: refund_request_id }: RefundRequest,
  attempt: Attempt
): Promise<OutboxEvent> {
  const { id, order_id } = attempt
  const data = { id, refund_request_id, order_id }
  return await enqueueEvent(db, { name, data }, attempt)
}

function conditionOf(
  state: RefundRequestState
): [sql: string, values: string[]] {
  switch (state) {
    case "waiting_for_address":
      return ["(state = ? AND expires_at > now())", [state]]
    case "expired":
      return ["(state = 'waiting_for_address' AND expires_at <= now())", []]
    default:
      return ["state = ?", [state]]
  }
}
