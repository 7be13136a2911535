import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  type Span,
  type Total,
  type Totals,
} from "../../../../modules/crypto-payment/internal"
import type {
  AdminCryptoSummary,
  AdminCryptoSummaryCoin,
  AdminCryptoSummaryGroup,
  AdminCryptoSummaryInterval,
} from "../books-types"
import type { AdminGetCryptoSummaryParams } from "../validators"
import { toFigures } from "./figures"

/**
 * The totals of a period in steps, of each currency apart, and of test payments apart:
 * `{ summary }`. Amounts are not converted.
 */
export async function GET(
  req: MedusaRequest<unknown, AdminGetCryptoSummaryParams>,
  res: MedusaResponse
): Promise<void> {
  const { from, to, time_zone, interval, ...filters } = req.validatedQuery
  const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const period = { from, to, time_zone }
  const totals = await ledger.reports.totals(period, interval, filters)
  const { intervals } = totals
  const summary: AdminCryptoSummary = {
    ...period,
    interval,
    starts_at: intervals[0].starts_at.toISOString(),
    ends_at: intervals[intervals.length - 1].ends_at.toISOString(),
    groups: await Promise.all(
      groupsOf(totals).map((group) => describeGroup(group, totals, ledger))
    ),
  }
  res.set("cache-control", "no-store")
  res.json({ summary })
}

type Group = Pick<Total, "currency_code" | "is_test">

/** Each currency, live before test. */
function groupsOf({ by_coin }: Totals): Group[] {
  const groups = new Map(
    by_coin.map(({ currency_code, is_test }): [string, Group] => [
      `${currency_code} ${is_test}`,
      { currency_code, is_test },
    ])
  )
  return [...groups.values()].sort(
    (one, other) =>
      Number(one.is_test) - Number(other.is_test) ||
      one.currency_code.localeCompare(other.currency_code)
  )
}

async function describeGroup(
  group: Group,
  { intervals, by_interval, by_coin, by_merchant }: Totals,
  ledger: CryptoPaymentModuleService
): Promise<AdminCryptoSummaryGroup> {
  const { currency_code, is_test } = group
  const ofGroup = <Each extends Total>(totals: Each[]) =>
    totals.filter(
      (total) =>
        total.currency_code === currency_code && total.is_test === is_test
    )
  const steps = ofGroup(by_interval)
  return {
    currency_code,
    is_test,
    totals: toFigures(steps, currency_code),
    intervals: intervals.map((span, n) =>
      toInterval(
        span,
        steps.filter((step) => step.n === n),
        currency_code
      )
    ),
    coins: (await coinsOf(ledger, ofGroup(by_coin))).map(
      ({ totals, ...coin }) => ({
        ...coin,
        ...toFigures(totals, currency_code),
      })
    ),
    merchants: ofGroup(by_merchant).map((total) => ({
      merchant_id: total.merchant_id,
      merchant_key: ledger.merchants.keyOf(total.merchant_id) ?? null,
      ...toFigures([total], currency_code),
    })),
  }
}

type CoinTotal = Totals["by_coin"][number]

type Coin = Pick<AdminCryptoSummaryCoin, "crypto_currency" | "crypto_network">

/** Coins on their networks, whether payments have the network with them or not. */
async function coinsOf(
  ledger: CryptoPaymentModuleService,
  totals: CoinTotal[]
): Promise<(Coin & { totals: CoinTotal[] })[]> {
  const coins = new Map<string, Coin & { totals: CoinTotal[] }>()
  for (const total of totals) {
    const crypto_currency = total.crypto_currency || null
    const crypto_network = await networkOf(ledger, total)
    const key = JSON.stringify([crypto_currency, crypto_network])
    const coin = coins.get(key) ?? {
      crypto_currency,
      crypto_network,
      totals: [],
    }
    coins.set(key, { ...coin, totals: [...coin.totals, total] })
  }
  return [...coins.values()]
}

/** As recorded with the payments, else as the first gateway that knows the coin lists it. */
async function networkOf(
  { merchants, currencies }: CryptoPaymentModuleService,
  { crypto_currency, crypto_network, is_test }: CoinTotal
): Promise<string | null> {
  if (crypto_network) return crypto_network
  if (!crypto_currency) return null
  for (const key of merchants.keys()) {
    const coin = await currencies.describe(key, crypto_currency, is_test)
    if (coin?.network) return coin.network
  }
  return null
}

function toInterval(
  { from, to, starts_at, ends_at }: Span,
  totals: Total[],
  currencyCode: string
): AdminCryptoSummaryInterval {
  return {
    from,
    to,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    ...toFigures(totals, currencyCode),
  }
}
