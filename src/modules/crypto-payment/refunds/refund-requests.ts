import type { Database } from "../database"
import { checkAllowed, checkShown } from "../admin-actions/allowed-actions"
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
import type { OutboxEvent } from "../outbox/outbox"
import { checkSentTo } from "./request-addresses"
import {
  listRequests,
  readRequest,
  type RefundRequest,
  type RequestFilters,
  requests,
} from "./request-rows"
import type { StoredLink } from "./link-secret"
import { supersedeRemainders } from "../shortfalls/remainders"
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

/**
 * What is to be sent back, to an address that the customer enters at a link. Each change of a
 * request happens under the lock of its attempt, as refunds do.
 */
export class RefundRequests {
  constructor(private readonly db: Database) {}

  /** Newest first; those to send only by the oldest address first. */
  async list(filters: RequestFilters, page: { skip: number; take: number }) {
    return await listRequests(this.db, filters, page)
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<RefundRequest> {
    return await readRequest(this.db, id)
  }

  /**
   * A request within what is left to give back. The same terms again, while a request with them
   * waits for its address, are that request with a new link.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED or INVALID_DATA with the reason.
   */
  async create(
    id: string,
    request: NewRefundRequest,
    link: StoredLink
  ): Promise<CreatedRefundRequest> {
    return await this.db.transaction(async (db) => {
      const facts = await lockActionFacts(db, id)
      const { attempt, refunds, requests } = facts
      const { asked, by } = request
      const same = findSameRequest(attempt, asked, refunds, requests)
      if (same) {
        await renewRequest(db, same, link)
        await noteRequest(db, same, "refund_link_made", "admin", { by })
        return { request: await readRequest(db, same.id), event: null }
      }
      checkShown(attempt, request.shown)
      checkAllowed("request_refund", facts)
      const given = [...refunds, ...requests]
      const terms = refundTerms(attempt, asked, given)
      const created = await insertRequest(db, attempt, request, terms, link)
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
    link: StoredLink,
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
      await renewRequest(db, request, link)
      await noteRequest(db, request, "refund_link_made", "admin", { by })
      return { request: await readRequest(db, id), event: null }
    })
  }

  /**
   * Lets the customer enter another address, at a new link.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where no address is entered, or it was sent.
   */
  async reopen(id: string, link: StoredLink, { by, shown }: Decided) {
    return await this.db.transaction(async (db) => {
      const { request } = await lockRequest(db, id)
      checkShownRequest(request, shown)
      checkRequest("reopen", requestState(request))
      checkNotSending(request)
      await renewRequest(db, request, link)
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
        token_nonce: null,
        revoked_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
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
}
