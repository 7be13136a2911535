import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { createHash, randomBytes } from "node:crypto"
import {
  type AddressFault,
  type CheckedAddress,
  coinNetwork,
  type EnteredAddress,
  isSameAddress,
  judgeRefundAddress,
} from "../../../coins/addresses"
import type { DecimalString } from "../../../coins/decimal"
import { changedMeanwhile, notAllowed, notFound } from "../../../medusa-errors"
import {
  checkAllowed,
  checkShown,
  refuseAction,
  type ShownAttempt,
} from "../admin-actions/allowed-actions"
import { appendEvent } from "../attempts/attempts"
import {
  ATTEMPT_TABLE,
  attempts,
  found,
  inSeconds,
  SESSION_TABLE,
} from "../attempts/rows"
import type { Database, Rows, Sql } from "../database"
import type {
  Attempt,
  CryptoRefundRequest,
  Refund,
} from "../models/crypto-payment"
import {
  cryptoPaymentEvents,
  enqueueEvent,
  type OutboxEvent,
} from "../outbox/outbox"
import {
  type AskedRefund,
  checkFault,
  checkRequest,
  checkShownRequest,
  isSameTransaction,
  type LostRefund,
  type RefundRequestState,
  refundStatus,
  refundTerms,
  type ShownRequest,
  transactionKey,
} from "./limits"
import { type Price, sameAmount } from "../settling/money"

const REFUND_TABLE = "crypto_payment_refund"

export function refundsOf(
  db: Database,
  attemptIds: readonly string[]
): Rows<Refund> {
  return refunds(db)
    .whereIn("crypto_payment_id", [...attemptIds])
    .orderBy([{ column: "created_at" }, { column: "id" }])
}

/** `by` is the user id of the admin. */
export type Sent = { transaction_hash: string; note: string | null; by: string }

/** `crypto_amount` is null where only the amount is known. */
export type NewRefund = Price &
  Pick<Refund, "kind" | "crypto_amount" | "request_id">

/** @throws MedusaError NOT_ALLOWED where another refund of the coin has the transaction. */
export async function insertRefund(
  db: Database,
  attempt: Attempt,
  refunded: NewRefund,
  { transaction_hash, note, by }: Sent
): Promise<OutboxEvent> {
  const { id: crypto_payment_id, order_id, crypto_currency } = attempt
  const id = generateEntityId(undefined, "cpayref")
  const refund = { ...refunded, transaction_hash, note }
  const key = transactionKey(transaction_hash)
  const transaction_key = `${crypto_currency} ${key}`
  // Of two with one transaction, which do not see each other, the index lets one in.
  await db(REFUND_TABLE)
    .insert({
      ...refund,
      id,
      crypto_payment_id,
      created_by: by,
      transaction_key,
    })
    .onConflict(db.raw("(transaction_key) WHERE deleted_at IS NULL"))
    .ignore()
  const used: { transaction_hash: string; crypto_payment_id: string }[] =
    await db(`${REFUND_TABLE} as refund`)
      .join(`${ATTEMPT_TABLE} as attempt`, "attempt.id", "crypto_payment_id")
      .whereNot("refund.id", id)
      .whereNull("refund.deleted_at")
      .whereRaw(
        "(transaction_key = ? OR attempt.crypto_currency IS NOT DISTINCT FROM ?)",
        [transaction_key, crypto_currency]
      )
      // Folded by one side, for the index: languages differ in what the small letter of "I" is.
      .whereRaw("lower(refund.transaction_hash) IN (lower(?), lower(?))", [
        key,
        `0x${key}`,
      ])
      .select("transaction_hash", "crypto_payment_id")
  const same = used.find((each) =>
    isSameTransaction(each.transaction_hash, transaction_hash)
  )
  if (same) {
    throw notAllowed(
      `Transaction ${same.transaction_hash} is already recorded for a refund of payment ${same.crypto_payment_id}.`
    )
  }
  await appendEvent(db, crypto_payment_id, {
    type: "refund_recorded",
    source: "admin",
    data: { refund: id, ...refund, by },
  })
  const data = {
    id: crypto_payment_id,
    refund_id: id,
    refund_request_id: refunded.request_id,
    order_id,
  }
  const name = cryptoPaymentEvents.refundSent
  return await enqueueEvent(db, { name, data }, attempt)
}

type BookedRefund = {
  id: string
  crypto_payment_id: string
  amount: DecimalString
  refund_id: string
}

export class Refunds {
  constructor(private readonly db: Database) {}

  /** Whether some of the price was sent back, or is promised by an open request. */
  async isGivenBack(attemptId: string): Promise<boolean> {
    const given = attempts(this.db).where({ id: attemptId })
    return (await given.whereRaw(GIVEN_BACK).first("id")) !== undefined
  }

  /** The attempt of a session, and the same of it, read at one moment. */
  async findOfSession(
    sessionId: string
  ): Promise<(Attempt & { is_given_back: boolean }) | undefined> {
    const ofSession = this.db(SESSION_TABLE)
      .where({ id: sessionId, deleted_at: null })
      .select("crypto_payment_id")
    const flag = this.db.raw(`${GIVEN_BACK} AS is_given_back`)
    return await attempts(this.db).whereIn("id", ofSession).first("*", flag)
  }

  /** Names the refund of Medusa, once; false where it is not that refund's. */
  async book(booked: BookedRefund) {
    const { id, crypto_payment_id, amount, refund_id } = booked
    return await this.db.transaction(async (db) => {
      const refund = await refunds(db)
        .where({ id, crypto_payment_id, kind: "price" })
        .whereNull("refund_id")
        .forUpdate()
        .first()
      if (!refund || !sameAmount(refund.amount, amount)) return false
      await refunds(db)
        .where({ id })
        .update({ refund_id, updated_at: db.fn.now() })
      return true
    })
  }

  async release({ id, refund_id }: Pick<Refund, "id" | "refund_id">) {
    await refunds(this.db)
      .where({ id, refund_id })
      .whereNull("booked_at")
      .update({ refund_id: null, updated_at: this.db.fn.now() })
  }

  /**
   * Records of a lost ledger, by what Medusa has of them: they were recorded, told of and booked
   * before. One whose transaction is recorded again by now is that one.
   */
  async restore(attempt: Attempt, lost: readonly LostRefund[]): Promise<void> {
    const { id: crypto_payment_id, crypto_currency } = attempt
    await this.db.transaction(async (db) => {
      const facts = await lockActionFacts(db, crypto_payment_id)
      for (const { created_by, ...refund } of lost) {
        const { refund_id, amount } = refund
        const transaction_key = `${crypto_currency} ${transactionKey(refund.transaction_hash)}`
        const booked = { refund_id, booked_at: db.fn.now() }
        const inserted: unknown[] = await db(REFUND_TABLE)
          .insert({
            ...refund,
            crypto_payment_id,
            created_by,
            transaction_key,
            ...booked,
            kind: "price",
          })
          .onConflict()
          .ignore()
          .returning("id")
        if (inserted.length === 0) {
          await refunds(db)
            .where({ crypto_payment_id, transaction_key, amount })
            .whereNull("refund_id")
            .update(booked)
          continue
        }
        await appendEvent(db, crypto_payment_id, {
          type: "refund_recorded",
          source: "medusa",
          data: { refund: refund.id, ...refund, by: created_by },
        })
      }
      const given = await refundsOf(db, [crypto_payment_id])
      if (given.every(({ kind }) => kind !== "price")) return
      const refund_status = refundStatus(facts.attempt, given)
      await attempts(db)
        .where({ id: crypto_payment_id })
        .update({ refund_status, updated_at: db.fn.now() })
    })
  }

  /** Refunds of the price that Medusa's books may lack; a surplus was never captured there. */
  async listUnbooked(crypto_payment_id: string): Promise<Refund[]> {
    return await refundsOf(this.db, [crypto_payment_id])
      .where({ kind: "price" })
      .whereNull("booked_at")
  }

  async markBooked(id: string): Promise<void> {
    await this.db.transaction(async (db) => {
      const [booked] = await refunds(db)
        .where({ id })
        .whereNull("booked_at")
        .update({ booked_at: db.fn.now(), updated_at: db.fn.now() })
        .returning("*")
      if (!booked) return
      await appendEvent(db, booked.crypto_payment_id, {
        type: "refund_booked",
        source: "medusa",
        data: { refund: id, refund_id: booked.refund_id },
      })
    })
  }

  /** Of attempts whose money is a payment of Medusa; what was tried last comes last. */
  async takeUnbooked(take: number): Promise<string[]> {
    const due = refunds(this.db)
      .where({ kind: "price" })
      .whereNull("booked_at")
      .whereIn(
        "crypto_payment_id",
        attempts(this.db)
          .select("id")
          .whereRaw(
            "(payment_id IS NOT NULL OR authorized_session_id IS NOT NULL)"
          )
      )
      .orderBy("updated_at")
      .limit(take)
      .select("id")
    const rows = await refunds(this.db)
      .whereIn("id", due)
      .update({ updated_at: this.db.fn.now() })
      .returning("crypto_payment_id")
    return [...new Set(rows.map((row) => row.crypto_payment_id))]
  }
}

function refunds(db: Database): Rows<Refund> {
  return db<Refund>(REFUND_TABLE).whereNull("deleted_at")
}

export type RefundRequest = InferTypeOf<typeof CryptoRefundRequest>

export function requests(db: Database): Rows<RefundRequest> {
  return db<RefundRequest>("crypto_refund_request").whereNull("deleted_at")
}

/** A request that waited too long for its address counts as revoked. */
const REQUEST_STATE =
  "(CASE WHEN state = 'waiting_for_address' AND expires_at <= now() THEN 'revoked' ELSE state END)"

const GIVEN_BACK = `(
  EXISTS (SELECT 1 FROM ${REFUND_TABLE}
           WHERE crypto_payment_id = crypto_payment.id AND kind = 'price' AND deleted_at IS NULL)
  OR EXISTS (SELECT 1 FROM crypto_refund_request
              WHERE crypto_payment_id = crypto_payment.id AND kind = 'price' AND deleted_at IS NULL
                AND ${REQUEST_STATE} IN ('waiting_for_address', 'address_entered')))`

/** Its state as it counts; of two columns of one name the later is read. */
function requestColumns(db: Database): (string | Sql)[] {
  return ["*", db.raw(`${REQUEST_STATE} AS state`)]
}

function openRequestsOf(
  db: Database,
  attemptIds: readonly string[]
): Rows<RefundRequest> {
  return requests(db)
    .whereIn("crypto_payment_id", [...attemptIds])
    .whereRaw(`${REQUEST_STATE} IN ('waiting_for_address', 'address_entered')`)
    .orderBy([{ column: "created_at" }, { column: "id" }])
    .select(requestColumns(db))
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

export type StoredActionFacts = {
  attempt: Attempt
  refunds: Refund[]
  requests: RefundRequest[]
}

/** Refunds are recorded, and requests change, only under this lock. @throws MedusaError NOT_FOUND */
export async function lockActionFacts(db: Database, id: string) {
  const attempt = await attempts(db).where({ id }).forUpdate().first()
  const [facts] = await factsOf(db, [found(id, attempt)])
  return facts
}

export async function factsOf(
  db: Database,
  these: readonly Attempt[]
): Promise<StoredActionFacts[]> {
  const ids = these.map(({ id }) => id)
  const refunds = await refundsOf(db, ids)
  const requests = await openRequestsOf(db, ids)
  const isOf =
    ({ id }: Attempt) =>
    (each: { crypto_payment_id: string }) =>
      each.crypto_payment_id === id
  return these.map((attempt) => ({
    attempt,
    refunds: refunds.filter(isOf(attempt)),
    requests: requests.filter(isOf(attempt)),
  }))
}

type Written = { request: RefundRequest; event: OutboxEvent | null }

export type RequestFilters = {
  state?: readonly RefundRequestState[]
  crypto_payment_id?: readonly string[]
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
    { asked, coin, note, by, shown }: NewRefundRequest,
    token_hash: string
  ): Promise<Written> {
    return await this.db.transaction(async (db) => {
      const facts = await lockActionFacts(db, crypto_payment_id)
      const { attempt, refunds, requests: open } = facts
      checkShown(facts, shown)
      checkAllowed("request_refund", facts)
      const terms = refundTerms(attempt, asked, [...refunds, ...open])
      const { crypto_currency } = attempt
      if (crypto_currency === null) {
        throw refuseAction("request_refund", attempt)
      }
      const id = generateEntityId(undefined, "cpayreq")
      await requests(db).insert({
        ...{ ...terms, ...coin, id, crypto_payment_id, crypto_currency },
        ...{ note, token_hash, created_by: by },
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

  /** Ends a request and its link; once. @throws MedusaError NOT_FOUND; NOT_ALLOWED once it is sent. */
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

  /** Once; the same address again changes nothing. @throws MedusaError NOT_FOUND for a link that ended. */
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

export type LinkedRequest = RefundRequest & { link_hash: string }

const REFUND_LINK_DAYS = 14

export type NewRefundRequest = {
  asked: AskedRefund
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

/** Any address while the request waits, then the confirmed one. @throws MedusaError NOT_ALLOWED. */
function judgeAddress(
  request: RefundRequest,
  attempt: Attempt,
  entered: EnteredAddress
): CheckedAddress | AddressFault {
  const coin = { ...request, is_test: attempt.is_test }
  const judged = judgeRefundAddress(entered, coin, attempt.wallet_address)
  if (!("address" in judged && isAddressOf(request, attempt, judged))) {
    checkRequest("enter", request.state)
  }
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
  return request.token_hash === link_hash && request.state !== "revoked"
}

export function unknownRefundLink() {
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
