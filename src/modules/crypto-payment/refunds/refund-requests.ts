import type { MedusaError } from "@medusajs/framework/utils"
import type { Database } from "../database"
import { notAllowed, notFound } from "../../../medusa-errors"
import { checkAllowed, checkShown } from "../admin-actions/allowed-actions"
import type { CheckedAddress } from "./refund-address"
import {
  checkNotSending,
  checkRequest,
  checkShownRequest,
  requestState,
  type ShownRequest,
} from "./refund-request"
import { isCovered, notCovered, refundTerms } from "./refund-terms"
import { isOfPrice } from "./refunds"
import { cryptoPaymentEvents } from "../outbox/events"
import { lockActionFacts } from "../admin-actions/action-facts"
import { clearNotice, openNotice } from "../notices/notice-rows"
import type { OutboxEvent } from "../outbox/outbox"
import { checkSentTo, readAddress } from "./request-addresses"
import {
  listRequests,
  openRequestsOf,
  readRequest,
  type RefundRequest,
  requestColumns,
  type RequestFilters,
  requests,
} from "./request-rows"
import { hashLinkSecret, isLinkSecret } from "./link-secret"
import { supersedeRemainders } from "../shortfalls/remainders"
import type { Attempt } from "../models/rows"
import { attempts, found } from "../attempts/rows"
import {
  enqueueRefundEvent,
  findSameRequest,
  insertRequest,
  lockRequest,
  type NewRefundRequest,
  noteRequest,
  renewRequest,
} from "./write-request"

/** `event` where the request is new. */
export type CreatedRefundRequest = {
  request: RefundRequest
  event: OutboxEvent | null
}

/** Who decided about a request, and what it was shown as; unset for code that decides at this moment. */
export type Decided = { by: string; shown?: ShownRequest }

/** A request with the hash of the link by which it was found. */
export type LinkedRequest = RefundRequest & { link_hash: string }

/**
 * What is to be sent back, to an address that the customer enters at a link. Each change of a
 * request happens under the lock of its attempt, as refunds do.
 */
export class RefundRequests {
  constructor(private readonly db: Database) {}

  /** The requests of an attempt that wait for their address, or to be sent. */
  async listOpen(attemptId: string): Promise<RefundRequest[]> {
    return await openRequestsOf(this.db, attemptId)
  }

  /** Newest first; those to send only by the oldest address first. */
  async list(filters: RequestFilters, page: { skip: number; take: number }) {
    return await listRequests(this.db, filters, page)
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<RefundRequest> {
    return await readRequest(this.db, id)
  }

  /** Undefined for an unknown, replaced or revoked link. */
  async findByLink(
    id: string,
    secret: string
  ): Promise<LinkedRequest | undefined> {
    if (!isLinkSecret(secret)) return undefined
    const link_hash = hashLinkSecret(secret)
    const request: RefundRequest | undefined = await requests(this.db)
      .where({ id })
      .first(requestColumns(this.db))
    return request && hasLink(request, link_hash)
      ? { ...request, link_hash }
      : undefined
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
      const facts = await lockActionFacts(db, id)
      const { attempt, refunds, requests } = facts
      const { asked, by } = request
      const same = findSameRequest(attempt, asked, refunds, requests)
      if (same) {
        await renewRequest(db, same, token_hash)
        await noteRequest(db, same, "refund_link_made", "admin", { by })
        return { request: await readRequest(db, same.id), event: null }
      }
      checkShown(attempt, request.shown)
      checkAllowed("request_refund", facts)
      const given = [...refunds, ...requests]
      const terms = refundTerms(attempt, asked, given)
      const created = await insertRequest(
        db,
        attempt,
        request,
        terms,
        token_hash
      )
      if (isOfPrice(terms)) await supersedeRemainders(db, id)
      const name = cryptoPaymentEvents.refundRequested
      const event = await enqueueRefundEvent(db, name, created, attempt)
      return { request: created, event }
    })
  }

  /**
   * Replaces the link of a request that waits for its address, also after its time.
   * @throws MedusaError NOT_FOUND, NOT_ALLOWED
   */
  async renewLink(
    id: string,
    token_hash: string,
    { by, shown }: Decided
  ): Promise<CreatedRefundRequest> {
    return await this.db.transaction(async (db) => {
      const { request, ...facts } = await lockRequest(db, id)
      checkShownRequest(request, shown)
      checkRequest("link", requestState(request))
      if (request.is_late) {
        const { attempt, refunds, requests } = facts
        checkAllowed("request_refund", facts)
        const given = [...refunds, ...requests]
        if (!isCovered(attempt, request, given)) throw notCovered(request)
        if (isOfPrice(request)) await supersedeRemainders(db, attempt.id)
      }
      await renewRequest(db, request, token_hash)
      await noteRequest(db, request, "refund_link_made", "admin", { by })
      return { request: await readRequest(db, id), event: null }
    })
  }

  /**
   * A second link of a request that waits for its address, beside the one that an admin has: for
   * the mail to the customer. The one that was mailed before is no longer valid.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where no address can be entered, or its time is over.
   */
  async addMailedLink(id: string, mailed_token_hash: string) {
    return await this.db.transaction(async (db) => {
      const { request } = await lockRequest(db, id)
      checkRequest("link", requestState(request))
      if (request.is_late) {
        throw notAllowed(
          "The time to enter an address is over. Make a new link of this refund request first."
        )
      }
      await requests(db)
        .where({ id })
        .update({ mailed_token_hash, updated_at: db.fn.now() })
      await noteRequest(db, request, "refund_link_made", "store", {})
      return await readRequest(db, id)
    })
  }

  /**
   * Lets the customer enter another address, at a new link.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where no address is entered, or it was sent.
   */
  async reopen(id: string, token_hash: string, { by, shown }: Decided) {
    return await this.db.transaction(async (db) => {
      const { request } = await lockRequest(db, id)
      checkShownRequest(request, shown)
      checkRequest("reopen", requestState(request))
      checkNotSending(request)
      await renewRequest(db, request, token_hash)
      await clearNotice(db, "refund_to_send", id)
      const { address } = request
      await noteRequest(db, request, "refund_reopened", "admin", {
        by,
        address,
      })
      return await readRequest(db, id)
    })
  }

  /** Ends a request and its link; once. @throws MedusaError NOT_FOUND; NOT_ALLOWED once it is sent. */
  async revoke(id: string, { by, shown }: Decided): Promise<RefundRequest> {
    return await this.db.transaction(async (db) => {
      const { request } = await lockRequest(db, id)
      if (request.state === "revoked") return request
      checkShownRequest(request, shown)
      checkRequest("revoke", requestState(request))
      checkNotSending(request)
      await requests(db).where({ id }).update({
        state: "revoked",
        token_hash: null,
        mailed_token_hash: null,
        revoked_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
      await clearNotice(db, "refund_to_send", id)
      await noteRequest(db, request, "refund_revoked", "admin", { by })
      return await readRequest(db, id)
    })
  }

  /**
   * Notes that an admin sends the coins to this address, so that nobody revokes the request or opens
   * it for another one meanwhile; or, with `sending: false`, that nothing was sent.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED for another address, where another admin sends them,
   * or no address is entered.
   */
  async setSending(
    id: string,
    { address, sending, by }: { address: string; sending: boolean; by: string }
  ): Promise<RefundRequest> {
    return await this.db.transaction(async (db) => {
      const { attempt, request } = await lockRequest(db, id)
      checkRequest("reserve", requestState(request))
      checkSentTo(request, attempt, address)
      if (sending === (request.sending_at !== null)) {
        if (sending && request.sending_by !== by) checkNotSending(request)
        return request
      }
      await requests(db)
        .where({ id })
        .update({
          sending_at: sending ? db.fn.now() : null,
          sending_by: sending ? by : null,
          updated_at: db.fn.now(),
        })
      const type = sending ? "refund_sending" : "refund_not_sent"
      await noteRequest(db, request, type, "admin", { by, address })
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
    { id, link_hash }: LinkedRequest,
    typed: string
  ): Promise<CreatedRefundRequest> {
    return await this.db.transaction(async (db) => {
      const { attempt, request } = await lockRequest(db, id)
      if (!hasLink(request, link_hash)) throw unknownRefundLink()
      const { address } = readAddress(request, attempt, typed)
      if (request.address !== null) return { request, event: null }
      await requests(db).where({ id }).update({
        state: "address_entered",
        address,
        address_entered_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
      const type = "refund_address_entered"
      await noteRequest(db, request, type, "customer", { address })
      const name = cryptoPaymentEvents.refundAddressEntered
      const event = await enqueueRefundEvent(db, name, request, attempt)
      await noticeToSend(db, id, attempt)
      return { request: await readRequest(db, id), event }
    })
  }
}

/** Whether a link is one of the request's two: an admin's, and the one that was mailed. */
function hasLink(
  { token_hash, mailed_token_hash }: RefundRequest,
  link_hash: string
): boolean {
  return [token_hash, mailed_token_hash].includes(link_hash)
}

/** Coins can be sent: open until they were, or the request is revoked or opened again. */
async function noticeToSend(
  db: Database,
  subject_id: string,
  attempt: Attempt
) {
  const { id, merchant_id, provider_id, order_id } = attempt
  await openNotice(db, {
    kind: "refund_to_send",
    subject_id,
    merchant_id,
    provider_id,
    crypto_payment_id: id,
    order_id,
  })
}

/** A link that was replaced or revoked, or never was one. */
export function unknownRefundLink(): MedusaError {
  return notFound(
    "This refund link is not valid (any more). Ask the store for a new one."
  )
}
