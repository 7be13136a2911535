import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { DifferingPayment } from "./differing-payments"
import { findUnpaidOrders } from "./unpaid-orders"
import type { cryptoPaymentFields } from "./validators"
import { RateLimit } from "../../rate-limit"
import {
  type CoinNetwork,
  coinNetwork,
  taggedAddressUri,
} from "../../../coins/addresses"
import { symbolOf } from "../../../coins/recognize"
import {
  addressUrl,
  buildTransferUri,
  planTransfer,
  type TokenSettings,
  transactionUrl,
} from "../../../coins/transfer"
import { unexpectedState } from "../../../medusa-errors"
import { findBuyerNames } from "../../../medusa/buyers"
import { findCartBuyers, readContents } from "../../../medusa/carts"
import { findOrderBuyers, readOrderNumbers } from "../../../medusa/orders"
import { findSelected, type Query } from "../../../medusa/query"
import { aboutPayment } from "../../../modules/crypto-payment/admin-actions/about"
import {
  allowedActions,
  primaryAction,
  promisedRefund,
  versionOf,
  waysOut,
} from "../../../modules/crypto-payment/admin-actions/allowed-actions"
import {
  type Advice,
  describeReason,
} from "../../../modules/crypto-payment/admin-actions/attention"
import {
  isPaidState,
  needsAttention,
  type TimelineType,
} from "../../../modules/crypto-payment/attempts/states"
import type {
  AttentionFact,
  Resolution,
} from "../../../modules/crypto-payment/column-values"
import type {
  Attempt,
  Refund,
} from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import type {
  RefundRequest,
  StoredActionFacts,
} from "../../../modules/crypto-payment/refunds/rows"
import {
  priceLeft,
  refundablePrice,
  surplusLeft,
} from "../../../modules/crypto-payment/refunds/limits"
import type { Total } from "../../../modules/crypto-payment/search/totals"
import type CryptoPaymentModuleService from "../../../modules/crypto-payment/service"
import {
  type About,
  describeFact,
  attentionFactOf,
  traitsOf,
} from "../../../modules/crypto-payment/settling/attention-fact"
import { titleOf } from "../../../modules/crypto-payment/settling/facts"
import { comparablePrice } from "../../../modules/crypto-payment/settling/money"
import {
  cryptoDifference,
  surplusToReturn,
} from "../../../modules/crypto-payment/shortfalls/shortfall"
import { pick } from "../../../pick"
import { checkCryptoPayment } from "../../../workflows/act-on-crypto-payment"

export type StoredPayment = Omit<
  Pick<Attempt, (typeof cryptoPaymentFields)[number]>,
  "attention_fact" | "resolution"
> & {
  attention_fact: AttentionFact | null
  resolution: (Resolution & { at: string }) | null
}

/** An entry of its timeline; `data` depends on `type`. */
export type StoredEntry = {
  id: string
  type: TimelineType
  source: string
  data: (Record<string, unknown> & { fact?: AttentionFact }) | null
  at: Date
}

type StoredDetail = StoredPayment & { events: StoredEntry[]; refunds: Refund[] }

/** A request's `fields` can leave out every column. */
type Row = Partial<Attempt>

const AMOUNT_COLUMNS = [
  "state",
  "attention_reason",
  "settled_at",
  "payment_id",
  "amount",
  "currency_code",
  "gateway_amount",
  "gateway_currency",
  "quoted_crypto_amount",
  "received_crypto_amount",
] as const satisfies (keyof Attempt)[]

/** The newest are shown with the payment. */
const MAX_REQUESTS = 100

type AmountColumn = (typeof AMOUNT_COLUMNS)[number]

/** Acts, then answers with the payment of the path as it is now. @throws MedusaError NOT_FOUND */
export function describeAfter<Body, Query = Record<string, unknown>>(
  act: (req: AuthenticatedMedusaRequest<Body, Query>) => Promise<void>
) {
  return async (req: AuthenticatedMedusaRequest<Body, Query>) => {
    await act(req)
    const { scope, params, queryConfig } = req
    const payment = describePayment(scope, params.id, queryConfig.fields)
    return { crypto_payment: await payment }
  }
}

/** One payment as its page shows it. @throws MedusaError NOT_FOUND */
export async function describePayment(
  container: MedusaContainer,
  id: string,
  fields: string[]
) {
  const query = container.resolve("query")
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  // First: what is read after its version was may be newer, never older.
  const facts = await ledger.adminActions.readFacts(id)
  const [requests, rows] = await Promise.all([
    ledger.refundRequests.list(
      { crypto_payment_id: [id] },
      { skip: 0, take: MAX_REQUESTS }
    ),
    findSelected<StoredDetail>(query, "crypto_payment", fields, { id }),
  ])
  const [detailed] = await addDetails(container, rows, [facts])
  const { events, refunds, ...payment } = detailed
  const { attempt } = facts
  const { wallet_address, is_test, resolution } = attempt
  const paidOn = { network: detailed.crypto_network, isTest: is_test }
  const urlOf = (hash: unknown) =>
    typeof hash === "string" ? transactionUrl(hash, paidOn) : null
  const given = [...facts.refunds, ...facts.requests]
  return {
    ...payment,
    ...(events && { events: describeTimeline(events) }),
    ...(refunds && {
      refunds: refunds.map((refund) => ({
        ...refund,
        transaction_url: urlOf(refund.transaction_hash),
      })),
    }),
    // Pages of a block explorer.
    address_url: wallet_address && addressUrl(wallet_address, paidOn),
    resolution_url: urlOf(resolution?.transaction_hash),
    refund_requests: await describeRefundRequests(container, requests.rows),
    // What can still be requested, in money, and in coins of the surplus.
    refund_left: priceLeft(attempt, given)?.amount ?? null,
    surplus_left: surplusLeft(attempt, given),
    allowed_actions: allowedActions(facts),
    cart_contents: await readCartContents(query, attempt),
  }
}

/**
 * For a person who may place its order by hand; null for a cart that is gone, or is an order by
 * now.
 */
async function readCartContents(
  query: Query,
  { state, order_id, cart_id }: Attempt
) {
  if (state !== "attention" || order_id || !cart_id) return null
  const cart = await readContents(query, cart_id)
  if (!cart || cart.completed_at) return null
  const { currency_code, total, items } = cart
  return {
    items: items.map((item) => `${Number(item.quantity)} × ${titleOf(item)}`),
    total: comparablePrice({ amount: total, currency_code }),
  }
}

/** @throws MedusaError UNEXPECTED_STATE for a refund that Medusa did not book. */
export function assertRefundBooked(result: { booking_error: string | null }) {
  const { booking_error } = result
  if (booking_error === null) return
  throw unexpectedState(
    `The refund is recorded, but Medusa did not book it on the order: ${booking_error} Record the same refund (same transaction, same amount) once more to finish, or let the store finish it within minutes.`
  )
}

/** @param known of each row, where the caller has read it already */
export async function addDetails<Each extends Row>(
  container: MedusaContainer,
  rows: Each[],
  known?: readonly StoredActionFacts[]
) {
  const query = container.resolve("query")
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const [orders, carts, names, unpaid, networks, listed] = await Promise.all([
    findOrderBuyers(
      query,
      rows.map(({ order_id }) => order_id)
    ),
    findCartBuyers(
      query,
      rows.map(({ cart_id }) => cart_id)
    ),
    findBuyerNames(query, rows),
    findUnpaidOrders(container, rows),
    Promise.all(rows.map((row) => networkOf(ledger, row))),
    known
      ? []
      : ledger.adminActions.listFacts(rows.flatMap(({ id }) => id ?? [])),
  ])
  return rows.map((row, index) => {
    const crypto_network = networks[index]
    const order = orders.find(({ id }) => id === row.order_id)
    const facts = known
      ? known[index]
      : listed.find(({ attempt }) => attempt.id === row.id)
    if (!facts) throw new Error(`Payment ${row.id} was deleted meanwhile.`)
    const customer = names.get(row) ?? null
    const fact = attentionFactOf(row)
    const about = isNamed(row)
      ? aboutPayment({ ...facts, customer, crypto_network })
      : null
    return {
      ...row,
      /** Name of who bought, else the e-mail address. */
      customer,
      advice: adviceOf(row),
      primary_action: primaryAction(facts),
      // While a refund is promised, it waits for no decision.
      open_refund: openRefundOf(row, facts),
      // What resolves it, most likely first.
      ways_out: waysOut(facts),
      version: versionOf(facts),
      attention_detail: detailOf(fact, about),
      // What that names, for a text in another language.
      attention_about: about && fact ? { ...about, ...traitsOf(fact) } : null,
      ...amountsOf(row),
      crypto_network,
      crypto_symbol: symbolOf({ ...row, crypto_network }),
      order: order
        ? { ...order, unpaid: null }
        : (unpaid.get(row.id ?? "") ?? null),
      cart: carts.find(({ id }) => id === row.cart_id) ?? null,
    }
  })
}

async function networkOf(
  { merchants, currencies }: CryptoPaymentModuleService,
  { provider_id, crypto_currency, crypto_network, is_test = null }: Row
): Promise<string | null> {
  if (crypto_network) return crypto_network
  const provider = provider_id && merchants.provider(provider_id)
  if (!provider || !crypto_currency) return null
  const { merchantKey } = provider
  const coin = await currencies.describe(merchantKey, crypto_currency, is_test)
  return coin?.network ?? null
}

/** With the network and the symbol of each coin. */
export function describeTotals(
  ledger: CryptoPaymentModuleService,
  totals: (Total & { differing: DifferingPayment[] })[]
) {
  return Promise.all(
    totals.map(async ({ coins, ...total }) => ({
      ...total,
      coins: await Promise.all(
        coins.map(async ({ provider_id, ...coin }) => {
          const { is_test } = total
          const row = { ...coin, provider_id: provider_id ?? "", is_test }
          const crypto_network = await networkOf(ledger, row)
          const crypto_symbol = symbolOf({ ...coin, crypto_network })
          return { ...coin, crypto_network, crypto_symbol }
        })
      ),
    }))
  )
}

function detailOf(
  fact: AttentionFact | null | undefined,
  about?: About | null
): string | null {
  return fact ? describeFact(fact, about ?? undefined) : null
}

function openRefundOf(row: Row, { requests }: StoredActionFacts) {
  if (!isAttended(row)) return null
  const request = promisedRefund(requests)
  const shown = ["id", "state", "created_at", "expires_at"] as const
  return request ? pick(request, shown) : null
}

function isAttended({ state, attention_reason }: Row): boolean {
  return Boolean(
    state && attention_reason && needsAttention({ state, attention_reason })
  )
}

/** Whether what was found says whom it is about: to whom it still concerns. */
function isNamed(row: Row): boolean {
  return Boolean(row.attention_fact) && isAttended(row)
}

function adviceOf(row: Row): Advice | null {
  const { state, attention_reason: reason, attention_fact } = row
  return state && reason && needsAttention({ state, attention_reason: reason })
    ? describeReason(reason, attention_fact ?? null).advice
    : null
}

function amountsOf(row: Row) {
  const known = hasColumns(row) ? row : null
  return {
    crypto_difference: known && cryptoDifference(known),
    surplus_to_return: known && surplusToReturn(known),
    refundable_price: known && refundablePrice(known),
  }
}

function hasColumns(row: Row): row is Pick<Attempt, AmountColumn> {
  return AMOUNT_COLUMNS.every((column) => row[column] !== undefined)
}

/** The causal order of entries that were written at the same moment. */
const CAUSAL_ORDER = [
  "created",
  "opened",
  "observation",
  "checked",
  "paid",
  "refund_recorded",
  "refund_booked",
]

/** Oldest first: the database returns the entries in no particular order. */
export function describeTimeline<Each extends Partial<StoredEntry>>(
  entries: readonly Each[]
) {
  return entries
    .map((entry) => {
      const detail = detailOf(entry.data?.fact)
      return detail ? { ...entry, data: { ...entry.data, detail } } : entry
    })
    .sort(
      (a, b) =>
        Number(a.at) - Number(b.at) ||
        causalRank(a) - causalRank(b) ||
        String(a.id).localeCompare(String(b.id))
    )
}

/** Other types (settled, closed, resolved) are consequences and come last. */
function causalRank({ type }: Partial<StoredEntry>): number {
  const index = CAUSAL_ORDER.findIndex((each) => each === type)
  return index < 0 ? CAUSAL_ORDER.length : index
}

const REQUEST_COLUMNS = [
  "id",
  "crypto_payment_id",
  "kind",
  "state",
  "amount",
  "currency_code",
  "crypto_amount",
  "crypto_currency",
  "crypto_name",
  "crypto_network",
  "address",
  "address_tag",
  "transaction_hash",
  "note",
  "created_at",
  "created_by",
  "expires_at",
  "address_entered_at",
  "sent_at",
  "revoked_at",
] as const satisfies (keyof RefundRequest)[]

/** Two queries for all requests. Never the link. */
export async function describeRefundRequests(
  container: MedusaContainer,
  requests: readonly RefundRequest[]
) {
  if (requests.length === 0) return []
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const ids = [...new Set(requests.map((each) => each.crypto_payment_id))]
  const attempts = await ledger.listCryptoPayments(
    { id: ids },
    { select: ["id", "order_id", "cart_id", "provider_id", "is_test"] }
  )
  const query = container.resolve("query")
  const names = await findBuyerNames(query, attempts)
  const byId = new Map(attempts.map((each) => [each.id, each]))
  const numbers = await readOrderNumbers(
    query,
    attempts.map(({ order_id }) => order_id)
  )
  const opened = await ledger.refundRequests.openedLately(requests)
  return requests.map((request) => {
    const last = opened.find(({ request_id }) => request_id === request.id)
    const attempt = byId.get(request.crypto_payment_id)
    const order_id = attempt?.order_id ?? null
    const provider = ledger.merchants.provider(attempt?.provider_id ?? "")
    const options = provider && ledger.merchants.options(provider.merchantKey)
    const is_test = attempt?.is_test ?? null
    const network = coinNetwork({ ...request, is_test })
    return {
      order_id,
      /** Name or e-mail address. */
      customer: (attempt && names.get(attempt)) ?? null,
      order_display_id: numbers.get(order_id ?? "") ?? null,
      /** False where the form of the network's addresses is not known; null without an address. */
      address_checked: request.address === null ? null : network !== null,
      /**
       * For a wallet's link or a QR code; null where the coin has no such scheme, or the address
       * was not checked.
       */
      payment_uri:
        network && paymentUri(request, network, is_test, options?.tokens),
      crypto_symbol: symbolOf(request),
      /** Who copied what is to be sent last, within the hour: a person at work on it. */
      opened: last ? { by: last.by, at: last.at } : null,
      ...pick(request, REQUEST_COLUMNS),
    }
  })
}

export async function describeRefundRequest(
  container: MedusaContainer,
  request: RefundRequest
) {
  const [described] = await describeRefundRequests(container, [request])
  return described
}

/** A request with its link, for who may make one. */
export async function describeWithLink(
  container: MedusaContainer,
  request: RefundRequest,
  secret: string
) {
  const { attempts, merchants } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await attempts.retrieve(request.crypto_payment_id)
  // Stands after the `#` of a refund page, which browsers send to no server.
  const token = `${request.id}.${secret}`
  return {
    refund_request: await describeRefundRequest(container, request),
    link: merchants.refundPageOf(attempt, token),
    token,
  }
}

/** As the storefront kit builds the link of a payment. */
function paymentUri(
  request: RefundRequest,
  network: CoinNetwork,
  isTest: boolean | null,
  tokens: TokenSettings | undefined
): string | null {
  const { address, address_tag, crypto_amount: amount } = request
  if (address === null) return null
  if (address_tag !== null) {
    return taggedAddressUri(address, address_tag, network)
  }
  const coin = {
    code: request.crypto_currency,
    name: request.crypto_name,
    network: request.crypto_network,
    isTest,
  }
  const transfer = planTransfer(coin, { address, amount }, tokens)
  return transfer && buildTransferUri(transfer)
}

/** Reads of an attempt for missing details: one a minute in each process. */
const detailReads = new RateLimit(1)

/**
 * Reads the address that was paid to, which no webhook contains, when someone opens a paid payment.
 */
export async function fillInDetails(
  container: MedusaContainer,
  shown: { id: string } | { order_id: string }
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const attempt of await ledger.listCryptoPayments(shown)) {
    const { id, state, wallet_address } = attempt
    // The order page polls every few seconds until a paid attempt is settled.
    if (wallet_address || !isPaidState(state) || state === "paid") continue
    if (detailReads.secondsToWait(id, Date.now()) > 0) continue
    detailReads.count(id, Date.now())
    await checkCryptoPayment(container, attempt, "view")
  }
}
