import {
  readRequest,
  type RefundRequest,
  requestColumns,
  requests,
} from "./ledger"
import type { MedusaError } from "@medusajs/framework/utils"
import { createHash, randomBytes } from "node:crypto"
import type { Database } from "../database"
import { notFound } from "../../../medusa-errors"
import { cryptoPaymentEvents } from "../outbox/events"
import { attempts, found } from "../attempts/rows"
import {
  type AddressFault,
  type CheckedAddress,
  type EnteredAddress,
  checkFault,
} from "./refund-address"
import { requestState } from "./refund-request"
import {
  type CreatedRefundRequest,
  enqueueRefundEvent,
  judgeAddress,
  lockRequest,
  noteRequest,
} from "./refund-requests"

/** A request with the hash of the link by which it was found. */
export type LinkedRequest = RefundRequest & { link_hash: string }

/** The links of refund requests, and what a customer does at one. */
export class RefundLinks {
  constructor(private readonly db: Database) {}

  /** Undefined for an unknown or revoked link. */
  async find(id: string, secret: string): Promise<LinkedRequest | undefined> {
    if (!isLinkSecret(secret)) return undefined
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
   * @throws MedusaError NOT_FOUND for a link that was revoked, or whose time is over, meanwhile; INVALID_DATA for what is no
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

function isOpenedBy(request: RefundRequest, link_hash: string): boolean {
  return request.token_hash === link_hash && requestState(request) !== "revoked"
}

/** A link that was revoked, or never was one. */
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

/** The form in which a secret is stored and compared. */
function hashLinkSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex")
}

/** Whether it has the form of a secret; any other text is the secret of no link. */
function isLinkSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/**
 * What the address of a refund page has after its `#`, which browsers send to no server: the
 * request's id, which may be known, and the secret.
 */
export function formatLinkToken(requestId: string, secret: string): string {
  return `${requestId}.${secret}`
}
