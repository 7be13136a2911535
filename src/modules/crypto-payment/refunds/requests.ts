import { generateEntityId } from "@medusajs/framework/utils"
import type {
  AddressFault,
  CheckedAddress,
  EnteredAddress,
} from "../../../coins/addresses"
import { notFound } from "../../../medusa-errors"
import {
  checkAllowed,
  checkShown,
  refuseAction,
  type ShownAttempt,
} from "../admin-actions/allowed-actions"
import { appendEvent } from "../attempts/attempts"
import { attempts, EVENT_TABLE, found, inSeconds } from "../attempts/rows"
import type { PriceKind, RefundRequestState } from "../column-values"
import type { Database, Sql } from "../database"
import type { Attempt } from "../models/crypto-payment"
import {
  cryptoPaymentEvents,
  enqueueEvent,
  type OutboxEvent,
} from "../outbox/outbox"
import { checkFault, judgeAddress } from "./addresses"
import {
  type AskedRefund,
  checkRequest,
  checkShownRequest,
  refundTerms,
  type ShownRequest,
} from "./limits"
import { hashLinkSecret, type LinkedRequest, unknownRefundLink } from "./links"
import {
  lockActionFacts,
  type RefundRequest,
  REQUEST_STATE,
  requests,
} from "./rows"

type Written = { request: RefundRequest; event: OutboxEvent | null }

export type RequestFilters = {
  state?: readonly RefundRequestState[]
  crypto_payment_id?: readonly string[]
}

export type NewRefundRequest = {
  asked: AskedRefund
  coin: { crypto_name: string | null; crypto_network: string | null }
  note: string | null
  by: string
  shown?: ShownAttempt
  /** What sending back the price is, as Medusa shows the payment. */
  price_kind: PriceKind
}

/** Requests and their links. Each change of one happens under the lock of its attempt. */
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
    if (state) void matching.whereRaw(`${REQUEST_STATE} = ANY(?)`, [[...state]])
    const isQueue = state?.every((each) => each === "address_entered") ?? false
    // For its index, which is of the stored state.
    if (isQueue) void matching.where({ state: "address_entered" })
    const order = isQueue ? "asc" : "desc"
    const [{ count }] = await matching.clone().count({ count: "*" })
    const rows: RefundRequest[] = await matching
      .orderBy([
        { column: isQueue ? "address_entered_at" : "created_at", order },
        { column: "id", order },
      ])
      .offset(skip)
      .limit(take)
      .select(requestColumns(this.db))
    return { rows, count: Number(count) }
  }

  async retrieve(id: string): Promise<RefundRequest> {
    return await readRequest(this.db, id)
  }

  /** Within what is left. @throws MedusaError NOT_FOUND; NOT_ALLOWED or INVALID_DATA. */
  async create(
    crypto_payment_id: string,
    { asked, coin, note, by, shown, price_kind }: NewRefundRequest,
    token_hash: string
  ): Promise<Written> {
    return await this.db.transaction(async (db) => {
      const facts = await lockActionFacts(db, crypto_payment_id)
      const { attempt, refunds, requests: open } = facts
      checkShown(facts, shown)
      checkAllowed("request_refund", facts)
      const given = [...refunds, ...open]
      const terms = refundTerms(attempt, asked, given, price_kind)
      const { crypto_currency } = attempt
      if (crypto_currency === null) {
        throw refuseAction("request_refund", attempt)
      }
      const id = generateEntityId(undefined, "cpayreq")
      await requests(db).insert({
        ...terms,
        ...coin,
        id,
        crypto_payment_id,
        crypto_currency,
        note,
        token_hash,
        created_by: by,
        expires_at: inSeconds(db, REFUND_LINK_DAYS * 24 * 60 * 60),
      })
      const request = await readRequest(db, id)
      const { confirmed_excess: _, ...agreed } = terms
      await noteRequest(db, request, "refund_requested", { by, ...agreed })
      const name = cryptoPaymentEvents.refundRequested
      const event = await enqueueRefundEvent(db, name, request, attempt)
      return { request, event }
    })
  }

  /**
   * Ends a request and its link; once.
   * @throws MedusaError NOT_FOUND; NOT_ALLOWED once it is sent.
   */
  async revoke(
    id: string,
    { by, shown }: { by: string; shown?: ShownRequest }
  ): Promise<RefundRequest> {
    return await this.db.transaction(async (db) => {
      const { request } = await lockRequest(db, id)
      if (request.state === "revoked") return request
      checkShownRequest(request, shown)
      checkRequest("revoke", request.state)
      await requests(db).where({ id }).update({
        state: "revoked",
        token_hash: null,
        revoked_at: db.fn.now(),
        updated_at: db.fn.now(),
      })
      await noteRequest(db, request, "refund_revoked", { by })
      return await readRequest(db, id)
    })
  }

  /**
   * Somebody copied what is to be sent: others see it before they send the coins too. It is no
   * lock; once a person in ten minutes.
   */
  async noteOpened(id: string, by: string): Promise<RefundRequest> {
    const request = await readRequest(this.db, id)
    if (request.state !== "address_entered") return request
    const span = Math.floor(Date.now() / OPENED_SPAN_MS)
    await appendEvent(this.db, request.crypto_payment_id, {
      type: "refund_opened",
      source: "admin",
      fact: `refund_opened:${id}:${by}:${span}`,
      data: { request_id: id, by },
    })
    return request
  }

  /** Who opened each of them last, within the hour. */
  async openedLately(these: readonly RefundRequest[]): Promise<Opened[]> {
    const ids = these.map(({ crypto_payment_id }) => crypto_payment_id)
    const { rows } = await this.db.raw<{ rows: Opened[] }>(
      `SELECT DISTINCT ON (data->>'request_id')
              data->>'request_id' AS request_id, data->>'by' AS by, at
         FROM ${EVENT_TABLE}
        WHERE crypto_payment_id = ANY(?) AND type = 'refund_opened'
          AND at > now() - interval '1 hour'
        ORDER BY data->>'request_id', at DESC`,
      [[...new Set(ids)]]
    )
    return rows
  }

  async findByLink(
    id: string,
    secret: string
  ): Promise<LinkedRequest | undefined> {
    // Any other text is the secret of no link.
    if (!/^[\w-]{43}$/.test(secret)) return undefined
    const link_hash = hashLinkSecret(secret)
    const request = await findRequest(this.db, id)
    const isOpen = request && isOpenedBy(request, link_hash)
    return isOpen ? { ...request, link_hash } : undefined
  }

  /** Writes nothing. @throws MedusaError NOT_ALLOWED once an address is confirmed. */
  async judgeAddress(
    request: RefundRequest,
    entered: EnteredAddress
  ): Promise<CheckedAddress | AddressFault> {
    const id = request.crypto_payment_id
    const attempt = found(id, await attempts(this.db).where({ id }).first())
    return judgeAddress(request, attempt, entered)
  }

  /**
   * Once; the same address again changes nothing.
   * @throws MedusaError NOT_FOUND for a link that ended.
   */
  async enterAddress(
    { id, link_hash }: LinkedRequest,
    entered: EnteredAddress
  ): Promise<Written> {
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
      const entry = { address, address_tag }
      await noteRequest(db, request, "refund_address_entered", entry)
      const name = cryptoPaymentEvents.refundAddressEntered
      const event = await enqueueRefundEvent(db, name, request, attempt)
      return { request: await readRequest(db, id), event }
    })
  }
}

const OPENED_SPAN_MS = 10 * 60_000

type Opened = { request_id: string; by: string; at: Date }

const REFUND_LINK_DAYS = 14

/** Its state as it counts; of two columns of one name the later is read. */
function requestColumns(db: Database): (string | Sql)[] {
  return ["*", db.raw(`${REQUEST_STATE} AS state`)]
}

async function findRequest(
  db: Database,
  id: string
): Promise<RefundRequest | undefined> {
  return await requests(db).where({ id }).first(requestColumns(db))
}

/** @throws MedusaError NOT_FOUND */
export async function readRequest(
  db: Database,
  id: string
): Promise<RefundRequest> {
  const request = await findRequest(db, id)
  if (request) return request
  throw notFound(`Refund request ${id} was not found.`)
}

async function lockRequest(db: Database, id: string) {
  const { crypto_payment_id } = await readRequest(db, id)
  const locked = await lockActionFacts(db, crypto_payment_id)
  return { ...locked, request: await readRequest(db, id) }
}

/** Appends to its payment's timeline; never the link. */
async function noteRequest(
  db: Database,
  { id, crypto_payment_id, crypto_currency }: RefundRequest,
  type: "refund_requested" | "refund_address_entered" | "refund_revoked",
  data: Record<string, unknown>
): Promise<void> {
  await appendEvent(db, crypto_payment_id, {
    type,
    source: type === "refund_address_entered" ? "customer" : "admin",
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

function isOpenedBy(request: RefundRequest, link_hash: string): boolean {
  return request.token_hash === link_hash && request.state !== "revoked"
}
