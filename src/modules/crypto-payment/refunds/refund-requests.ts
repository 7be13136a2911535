import type { Database } from "../database"
import { checkAllowed, checkShown } from "../admin-actions/allowed-actions"
import {
  checkRequest,
  checkShownRequest,
  requestState,
  type ShownRequest,
} from "./refund-request"
import { refundTerms } from "./refund-terms"
import { cryptoPaymentEvents } from "../outbox/events"
import { lockActionFacts } from "../admin-actions/action-facts"
import type { OutboxEvent } from "../outbox/outbox"
import {
  listRequests,
  readRequest,
  type RefundRequest,
  type RequestFilters,
  requests,
} from "./request-rows"
import type { StoredLink } from "./link-secret"
import {
  enqueueRefundEvent,
  findSameRequest,
  insertRequest,
  lockRequest,
  type NewRefundRequest,
  noteRequest,
} from "./write-request"

/** `event` where the request is new. */
export type CreatedRefundRequest = {
  request: RefundRequest
  event: OutboxEvent | null
}

/** Who decided about a request, and what it was shown as; unset for code that decides at this moment. */
type Decided = { by: string; shown?: ShownRequest }

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
   * waits for its address, are that request.
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
      const { asked } = request
      const same = findSameRequest(attempt, asked, refunds, requests)
      if (same) return { request: same, event: null }
      checkShown(attempt, request.shown)
      checkAllowed("request_refund", facts)
      const given = [...refunds, ...requests]
      const terms = refundTerms(attempt, asked, given)
      const created = await insertRequest(db, attempt, request, terms, link)
      const name = cryptoPaymentEvents.refundRequested
      const event = await enqueueRefundEvent(db, name, created, attempt)
      return { request: created, event }
    })
  }

  /** Ends a request and its link; once. @throws MedusaError NOT_FOUND; NOT_ALLOWED once it is sent. */
  async revoke(id: string, { by, shown }: Decided): Promise<RefundRequest> {
    return await this.db.transaction(async (db) => {
      const { request } = await lockRequest(db, id)
      if (request.state === "revoked") return request
      checkShownRequest(request, shown)
      checkRequest("revoke", requestState(request))
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
}
