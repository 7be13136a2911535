import { setTimeout as sleep } from "node:timers/promises"
import type { GatewayClient } from "../../../gateway"
import { findAsset } from "../../../coins/recognize"

/**
 * A coin on a network that a merchant can be paid in; `code` is the gateway's `target_currency`.
 */
export type ReceivableCurrency = { code: string; name: string; network: string }

type MerchantAccess = {
  gateway(key: string): Pick<GatewayClient, "listCurrencies">
  options(key: string): { testMode: boolean }
}

const FRESH_FOR_MS = 60_000

/** While the gateway is down, not every shopper causes a call. */
const FAILED_FOR_MS = 10_000

/** A coin without a wallet is offered again after this time; a wallet may have been added. */
const EXCLUDED_FOR_MS = 10 * 60_000

const CALL = { timeoutMs: 5_000, maxAttempts: 2 }

/**
 * Contract §4. A coin may be listed without a wallet: one that was refused is left out for a while.
 */
export class ReceivableCurrencies {
  private readonly entries = new Map<
    string,
    { currencies: ReceivableCurrency[]; readAtMs: number }
  >()
  private readonly failures = new Map<
    string,
    { error: unknown; atMs: number }
  >()
  private readonly underway = new Map<string, Promise<ReceivableCurrency[]>>()
  private readonly excluded = new Map<string, number>()

  constructor(
    private readonly merchants: MerchantAccess,
    /** A clock that is set back must not make a failure last longer. */
    private readonly now: () => number = () => performance.now()
  ) {}

  /**
   * Older than a minute only while the gateway does not answer.
   * @throws GatewayError when none is remembered.
   */
  async list(merchantKey: string): Promise<ReceivableCurrency[]> {
    const entry = this.entries.get(merchantKey)
    const isFresh = entry && this.now() - entry.readAtMs < FRESH_FOR_MS
    const currencies = isFresh
      ? entry.currencies
      : await this.read(merchantKey).catch((error: unknown) => {
          if (entry) return entry.currencies
          throw error
        })
    return currencies.filter(({ code }) => {
      const excludedAtMs = this.excluded.get(`${merchantKey} ${code}`)
      return this.now() - (excludedAtMs ?? -Infinity) >= EXCLUDED_FOR_MS
    })
  }

  /** Undefined where the code has several networks: coins sent on another one are lost. */
  recall(merchantKey: string, code: string): ReceivableCurrency | undefined {
    const { currencies = [] } = this.entries.get(merchantKey) ?? {}
    const [coin, ...others] = currencies.filter((each) => each.code === code)
    const isAmbiguous = others.some(({ network }) => network !== coin.network)
    return isAmbiguous ? undefined : coin
  }

  recallNetwork(
    merchantKey: string,
    code: string,
    is_test: boolean | null
  ): string | null {
    const { testMode } = this.merchants.options(merchantKey)
    if (is_test !== null && is_test !== testMode) return null
    return this.recall(merchantKey, code)?.network ?? null
  }

  /** Read where not remembered, for a second. Undefined in another mode; null is any mode. */
  async describe(
    merchantKey: string,
    code: string,
    is_test: boolean | null
  ): Promise<ReceivableCurrency | undefined> {
    const { testMode } = this.merchants.options(merchantKey)
    if (is_test !== null && is_test !== testMode) return undefined
    if (!this.recall(merchantKey, code)) {
      const reading = this.list(merchantKey).catch(() => [])
      await Promise.race([reading, sleep(1_000, undefined, { ref: false })])
    }
    return this.recall(merchantKey, code)
  }

  exclude(merchantKey: string, code: string): void {
    this.excluded.set(`${merchantKey} ${code}`, this.now())
  }

  /** Concurrent requests share one call, and a failed one is not repeated at once. */
  private async read(merchantKey: string): Promise<ReceivableCurrency[]> {
    const shared = this.underway.get(merchantKey)
    if (shared) return await shared
    const failure = this.failures.get(merchantKey)
    if (failure && this.now() - failure.atMs < FAILED_FOR_MS) {
      throw failure.error
    }
    const reading = this.fetch(merchantKey)
    this.underway.set(merchantKey, reading)
    try {
      return await reading
    } catch (error) {
      this.failures.set(merchantKey, { error, atMs: this.now() })
      throw error
    } finally {
      this.underway.delete(merchantKey)
    }
  }

  private async fetch(merchantKey: string): Promise<ReceivableCurrency[]> {
    const { testMode } = this.merchants.options(merchantKey)
    const listed = await this.merchants
      .gateway(merchantKey)
      .listCurrencies({ is_test: testMode }, CALL)
    const currencies = listed
      .filter(({ is_testnet = testMode }) => is_testnet === testMode)
      .map(({ code, name, blockchain: network }) => {
        return { code, name: name || code, network }
      })
    this.entries.set(merchantKey, { currencies, readAtMs: this.now() })
    return currencies
  }
}

/** Nobody chooses among more, and the answer to a shopper stays small. */
const MAX_OFFERED = 100

const STABLECOINS: readonly (string | null)[] = ["USDT", "USDC", "DAI"]

/** Those that the merchant names, in that order; else all, stablecoins first. */
export function offeredCoins(
  listed: readonly ReceivableCurrency[],
  named: readonly string[] | null
): ReceivableCurrency[] {
  if (named) {
    return named.flatMap((code) => listed.filter((coin) => coin.code === code))
  }
  const rank = (coin: ReceivableCurrency) =>
    STABLECOINS.includes(findAsset(coin)) ? 0 : 1
  return [...listed]
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MAX_OFFERED)
}

/** Named ones that the gateway does not list: nobody can choose them. */
export function unlistedCoins(
  listed: readonly ReceivableCurrency[],
  named: readonly string[] | null
): string[] {
  return (named ?? []).filter(
    (code) => !listed.some((coin) => coin.code === code)
  )
}
