import {
  readRequest,
  type RefundRequest,
  requestColumns,
  requests,
  type StoredLink,
} from "./ledger"
import type { MedusaError } from "@medusajs/framework/utils"
import { createHash, createHmac, randomBytes } from "node:crypto"
import type { Database } from "../database"
import { notAllowed, notFound } from "../../../medusa-errors"
import { cryptoPaymentEvents } from "../outbox/events"
import { attempts, found } from "../attempts/rows"
import {
  type AddressFault,
  type CheckedAddress,
  type EnteredAddress,
  checkFault,
} from "./refund-address"
import { checkRequest, requestState } from "./refund-request"
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
  /** `storeKey`: a secret of the store, of which a link can be made again. */
  constructor(
    private readonly db: Database,
    private readonly storeKey: string | undefined
  ) {}

  /** The link of a request that is made with it next. */
  make(): NewLink {
    return newLink(this.storeKey)
  }

  /**
   * The link of a request that waits for its address.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it is not valid any more, or cannot be made again.
   */
  async retrieve(
    id: string
  ): Promise<{ request: RefundRequest; secret: string }> {
    const request = await readRequest(this.db, id)
    checkRequest("link", requestState(request))
    const secret = recoverSecret(this.storeKey, request)
    if (secret !== null) return { request, secret }
    throw notAllowed(
      "The link of this refund request cannot be made again, since the store's jwtSecret was changed. Revoke the request, and make a new one."
    )
  }

  /** Undefined for an unknown or revoked link. */
  async find(id: string, secret: string): Promise<LinkedRequest | undefined> {
    if (!isLinkSecret(secret)) return undefined
    const link_hash = hashLinkSecret(secret)
    const request: RefundRequest | undefined = await requests(this.db)
      .where({ id })
      .first(requestColumns(this.db))
    return request?.token_hash === link_hash
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
   * @throws MedusaError NOT_FOUND for a link that was revoked meanwhile; INVALID_DATA for what is no
   * address; NOT_ALLOWED for another one than the confirmed.
   */
  async enterAddress(
    { id, link_hash }: LinkedRequest,
    entered: EnteredAddress
  ): Promise<CreatedRefundRequest> {
    return await this.db.transaction(async (db) => {
      const { attempt, request } = await lockRequest(db, id)
      if (request.token_hash !== link_hash) throw unknownRefundLink()
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

/** A link that was revoked, or never was one. */
export function unknownRefundLink(): MedusaError {
  return notFound(
    "This refund link is not valid (any more). Ask the store for a new one."
  )
}

/** The secret of a new link, 256 bits as base64url, and what is stored of it. */
export type NewLink = { secret: string; stored: StoredLink }

/**
 * A link with a secret of its own. With the store's key it is derived from a random nonce, so that
 * it can be made again; without one nobody can.
 */
function newLink(storeKey: string | undefined): NewLink {
  const nonce = randomBytes(32).toString("base64url")
  const secret = storeKey === undefined ? nonce : deriveSecret(storeKey, nonce)
  return {
    secret,
    stored: {
      token_hash: hashLinkSecret(secret),
      token_nonce: storeKey === undefined ? null : nonce,
    },
  }
}

/** The secret of a stored link; null where the store's key is another one than when it was made. */
function recoverSecret(
  storeKey: string | undefined,
  {
    token_hash,
    token_nonce,
  }: { token_hash: string | null; token_nonce: string | null }
): string | null {
  if (storeKey === undefined || token_nonce === null) return null
  const secret = deriveSecret(storeKey, token_nonce)
  return hashLinkSecret(secret) === token_hash ? secret : null
}

function deriveSecret(storeKey: string, nonce: string): string {
  return createHmac("sha256", storeKey)
    .update(`crypto refund link ${nonce}`)
    .digest("base64url")
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
