import type { MedusaContainer } from "@medusajs/framework/types"
import {
  type GatewayClient,
  isGatewayError,
  type ListedPayment,
} from "../../gateway"
import {
  callbackUrl,
  compareGatewayPayment,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  type Span,
  unknownGatewayPayment,
} from "../../modules/crypto-payment/internal"
import type { Tally } from "./tally"

/** One query of the ledger for so many payments of the gateway. */
const PAGE = 100

/** A comparison keeps the ids of the payments that it looks for. */
const MAX_PAYMENTS = 100_000

/** Payments that the list did not contain are read one by one, as many as this. */
const MAX_SINGLE = 500

/** The clocks of gateway and database may differ by this much. */
const CLOCK_SKEW_MS = 5 * 60_000

const READING = { timeoutMs: 15_000, maxAttempts: 5 }

/**
 * Compares the payments that were paid in a period, and those that were created in it, with each
 * merchant's gateway: by its list, newest first, as far back as needed, and what the list does not
 * contain one by one. The client waits as long as the gateway's limits demand.
 */
export async function compareWithGateways(
  container: MedusaContainer,
  span: Span,
  tally: Tally,
  alive: () => Promise<void>
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const merchantIds = ledger.merchants.all().map((each) => each.merchantId)
  const paid = await findPaid(ledger, span, merchantIds, tally, alive)
  for (const [merchant_id, search] of paid) {
    const key = ledger.merchants.keyOf(merchant_id)
    const message =
      key === undefined
        ? "The merchant is not configured any more."
        : await searchGateway(
            { ledger, key, merchant_id, span, tally, alive },
            search
          )
    tally.gateways.push({
      merchant_id,
      compared: search.compared,
      not_compared: search.wanted.size + search.left_out,
      message,
    })
  }
}

/** What is looked for at a gateway; `wanted` are the ids that were not found yet. */
type Search = {
  wanted: Set<string>
  oldest: Date
  compared: number
  left_out: number
}

type Merchant = {
  ledger: CryptoPaymentModuleService
  key: string
  merchant_id: string
  span: Span
  tally: Tally
  alive: () => Promise<void>
}

/** The payments that were paid in the period, by their merchant; also merchants without one. */
async function findPaid(
  { exports }: CryptoPaymentModuleService,
  span: Span,
  merchantIds: readonly string[],
  tally: Tally,
  alive: () => Promise<void>
): Promise<Map<string, Search>> {
  const newSearch = (): Search => ({
    wanted: new Set(),
    oldest: span.starts_at,
    compared: 0,
    left_out: 0,
  })
  const searches = new Map(merchantIds.map((id) => [id, newSearch()]))
  const paid = exports.payments({
    filters: {},
    period: { by: "paid", ...span },
  })
  for await (const page of paid) {
    for (const { attempt } of page) {
      const { merchant_id, gateway_payment_id, created_at } = attempt
      const search = searches.get(merchant_id) ?? newSearch()
      searches.set(merchant_id, search)
      if (gateway_payment_id === null) {
        tally.note(compareGatewayPayment(attempt, undefined))
        continue
      }
      if (search.wanted.size >= MAX_PAYMENTS) {
        search.left_out += 1
        continue
      }
      search.wanted.add(gateway_payment_id)
      if (created_at < search.oldest) search.oldest = created_at
    }
    await alive()
  }
  return searches
}

/** Why not all could be compared; null where all were. */
async function searchGateway(
  merchant: Merchant,
  search: Search
): Promise<string | null> {
  const gateway = merchant.ledger.merchants.gateway(merchant.key)
  try {
    await searchList(merchant, gateway, search)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return `The gateway's list could not be read (${error.kind}): ${error.message}`
  }
  if (search.wanted.size > MAX_SINGLE) {
    return `The gateway's list does not contain ${search.wanted.size} of the payments.`
  }
  try {
    await readSingly(merchant, gateway, search)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return `The gateway could not be read (${error.kind}): ${error.message}`
  }
  return search.left_out > 0
    ? `A comparison has at most ${MAX_PAYMENTS} payments; choose a shorter period.`
    : null
}

async function searchList(
  merchant: Merchant,
  gateway: GatewayClient,
  search: Search
): Promise<void> {
  const oldestMs = search.oldest.getTime() - CLOCK_SKEW_MS
  let page: ListedPayment[] = []
  for await (const payment of gateway.iteratePayments({}, READING)) {
    page.push(payment)
    if (page.length < PAGE) continue
    await comparePage(merchant, search, page)
    // Those without a time are read to the end of the list.
    if (createdMs(payment) < oldestMs) return
    page = []
  }
  await comparePage(merchant, search, page)
}

async function comparePage(
  { ledger, key, merchant_id, span, tally, alive }: Merchant,
  search: Search,
  page: readonly ListedPayment[]
): Promise<void> {
  const attempts = await ledger.comparisons.findByGateway(
    merchant_id,
    page.map(({ id }) => id)
  )
  for (const payment of page) {
    const attempt = attempts.find(
      (each) => each.gateway_payment_id === payment.id
    )
    const isWanted = search.wanted.delete(payment.id)
    if (isWanted) search.compared += 1
    const ms = createdMs(payment)
    const isOfPeriod =
      ms >= span.starts_at.getTime() && ms < span.ends_at.getTime()
    if (!isWanted && !isOfPeriod) continue
    if (attempt) {
      // One that was paid in another period is compared with that one.
      if (isWanted || attempt.paid_at === null) {
        tally.note(compareGatewayPayment(attempt, payment))
      }
    } else if (isOfStore(ledger, key, payment)) {
      tally.note(unknownGatewayPayment(payment))
    }
  }
  await alive()
}

async function readSingly(
  { ledger, merchant_id, tally, alive }: Merchant,
  gateway: GatewayClient,
  search: Search
): Promise<void> {
  const attempts = await ledger.comparisons.findByGateway(merchant_id, [
    ...search.wanted,
  ])
  for (const attempt of attempts) {
    const id = attempt.gateway_payment_id ?? ""
    const payment = await gateway.getPayment({ id }, READING).catch((error) => {
      if (isGatewayError(error) && error.kind === "not_found") return undefined
      throw error
    })
    tally.note(compareGatewayPayment(attempt, payment))
    search.wanted.delete(id)
    search.compared += 1
    await alive()
  }
}

/** A merchant may sell elsewhere too: this store's payments name its own address. */
function isOfStore(
  { merchants }: CryptoPaymentModuleService,
  key: string,
  { callback_url }: ListedPayment
): boolean {
  const provider_id = callback_url?.split("/").at(-1) ?? ""
  const provider = merchants.provider(provider_id)
  return (
    provider?.merchantKey === key &&
    callbackUrl(merchants.options(key), provider_id) === callback_url
  )
}

function createdMs({ created_at }: ListedPayment): number {
  return created_at === undefined ? NaN : Date.parse(created_at)
}
