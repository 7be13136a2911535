import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto"
import { createRequire } from "node:module"
import { setTimeout as sleep } from "node:timers/promises"
import { isNativeError } from "node:util/types"
import { Agent, request } from "undici"
import { z } from "zod"
import {
  base58,
  type Coin,
  Decimal,
  findCoin,
  type SandboxOptions,
  Surroundings,
  takeFault,
  walletAddress,
  type WebhookFault,
} from "./surroundings"

/** All that one sandbox knows, in memory. */
export class World {
  readonly surroundings: Surroundings
  readonly courier: Courier
  readonly payments: PaymentBook

  constructor(options: SandboxOptions) {
    this.surroundings = new Surroundings(options)
    this.courier = new Courier(this.surroundings)
    this.payments = new PaymentBook(this.surroundings, this.courier)
  }

  async close(): Promise<void> {
    this.surroundings.deadlines.close()
    await this.courier.close()
  }
}

/** Contract §3, and `pending` and `failed`, which are published. */
type Status =
  | "created"
  | "pending"
  | "confirmed"
  | "confirmed_manual"
  | "failed"
  | "expired"

export type PaymentTarget = {
  currency: string
  wallet_address: string
  amount: string
}

type RequestedPayment = {
  merchant_id: string
  flow: "widget" | "h2h"
  external_id: string
  is_test: boolean
  /** Priced amount with the digits that were sent. */
  original_amount: string
  original_currency: string
  callback_url: string | null
  success_url: string | null
  fail_url: string | null
  description: string | null
  /** What the merchant wants back with the webhook. */
  callback_params: Record<string, unknown>
  fee_payer: "payer" | "payee"
  auto_trace: boolean
}

export type Payment = RequestedPayment & {
  id: string
  status: Status
  /** Each status that it had, with the time; not in the gateway's own API. */
  history: { status: Status; at: string }[]
  /** Null before a coin is chosen. */
  target: PaymentTarget | null
  /** Crypto amount that arrived while it is too little, if any. */
  underpaid_amount: string | null
  /** Crypto amount that the webhook announces once it is paid; null for the amount that is due. */
  received_amount: string | null
  created_at: string
  /** End of the countdown, in milliseconds since 1970. */
  expires_at_ms: number
}

export function isOpen(status: Status): boolean {
  return status === "created" || status === "pending"
}

export function isPaid(status: Status): boolean {
  return PAID[status]
}

const PAID: Readonly<Record<Status, boolean>> = {
  created: false,
  pending: false,
  confirmed: true,
  confirmed_manual: true,
  failed: false,
  expired: false,
}

class PaymentBook {
  /** Oldest first. */
  readonly byId = new Map<string, Payment>()
  private readonly byExternalId = new Map<string, Payment>()

  constructor(
    private readonly surroundings: Surroundings,
    private readonly courier: Courier
  ) {}

  create(request: RequestedPayment, coin: Coin | undefined): Payment {
    const { contractOnly, countdownSeconds = 900 } = this.surroundings.options
    const createdAt = this.surroundings.now()
    const payment: Payment = {
      ...request,
      id: contractOnly ? randomUUID() : base58(randomBytes(22)),
      status: "created",
      history: [],
      target: null,
      underpaid_amount: null,
      received_amount: null,
      created_at: createdAt.toISOString(),
      expires_at_ms: createdAt.getTime() + countdownSeconds * 1_000,
    }
    if (coin) payment.target = targetIn(payment, coin)
    this.enter(payment, coin ? "pending" : "created")
    this.byId.set(payment.id, payment)
    const { merchant_id, external_id } = payment
    this.byExternalId.set(`${merchant_id} ${external_id}`, payment)
    this.scheduleExpiry(payment)
    return payment
  }

  findByExternalId(merchantId: string, externalId: string) {
    return this.byExternalId.get(`${merchantId} ${externalId}`)
  }

  coinsFor(payment: Payment): Coin[] {
    const merchant = this.surroundings.merchants.get(payment.merchant_id)
    return this.coinsOfNetwork(payment).filter(({ code }) =>
      merchant?.wallets.includes(code)
    )
  }

  /** The buyer of an open payment picks a coin; false when it is not on offer. */
  chooseCoin(payment: Payment, currency: unknown): boolean {
    const coin = this.coinsFor(payment).find(({ code }) => code === currency)
    if (!coin) return false
    payment.target = targetIn(payment, coin)
    this.enter(payment, "pending")
    payment.underpaid_amount = null
    return true
  }

  /** The amount that is due does not change, whatever arrives. */
  receive(payment: Payment, kind: TransferKind): void {
    const target = (payment.target ??= this.targetOf(payment))
    const { decimals = 0 } = this.coinOf(payment, target) ?? {}
    const amount = transferredAmount(target.amount, kind, decimals)
    if (kind === "under" || kind === "dust") {
      this.enter(payment, "pending")
      payment.underpaid_amount = amount
      return
    }
    this.confirm(payment, amount)
  }

  confirm(payment: Payment, amount: string): void {
    payment.underpaid_amount = null
    payment.received_amount = amount
    this.finish(payment, "confirmed")
  }

  /**
   * Sets a final status. All but `expired` show a coin, so one is picked when the buyer did not.
   */
  finish(
    payment: Payment,
    status: "confirmed" | "confirmed_manual" | "failed" | "expired"
  ): void {
    if (status !== "expired") payment.target ??= this.targetOf(payment)
    // Confirmed by a person, for what had arrived by then.
    if (status === "confirmed_manual") {
      payment.received_amount = payment.underpaid_amount
    }
    this.enter(payment, status)
    this.surroundings.deadlines.clear(payment.id)
    if (!this.surroundings.options.contractOnly || isPaid(status)) {
      this.courier.announce(payment)
    }
  }

  advance(ms: number): void {
    for (const payment of this.byId.values()) {
      if (!isOpen(payment.status)) continue
      payment.expires_at_ms -= ms
      if (payment.expires_at_ms <= this.surroundings.now().getTime()) {
        this.finish(payment, "expired")
      } else {
        this.scheduleExpiry(payment)
      }
    }
  }

  private enter(payment: Payment, status: Status): void {
    payment.status = status
    payment.history.push({ status, at: this.surroundings.now().toISOString() })
  }

  /** What the buyer is to send; in this coin, or any, where none is chosen yet. */
  targetOf(payment: Payment, currency?: string): PaymentTarget {
    if (payment.target) return payment.target
    const offered = this.coinsFor(payment)
    const coin = offered.find(({ code }) => code === currency)
    const [any] = [...offered, ...this.coinsOfNetwork(payment)]
    return targetIn(payment, coin ?? any)
  }

  coinOf({ is_test }: Payment, { currency }: PaymentTarget): Coin | undefined {
    return findCoin(this.surroundings.coins, currency, is_test)
  }

  private coinsOfNetwork({ is_test }: Payment): Coin[] {
    return this.surroundings.coins.filter(
      ({ is_testnet }) => is_testnet === is_test
    )
  }

  private scheduleExpiry(payment: Payment): void {
    this.surroundings.deadlines.set(payment.id, payment.expires_at_ms, () =>
      this.finish(payment, "expired")
    )
  }
}

function targetIn(payment: Payment, coin: Coin): PaymentTarget {
  return {
    currency: coin.code,
    wallet_address: walletAddress(payment.merchant_id, coin),
    amount: quote(payment, coin),
  }
}

/**
 * The crypto amount that is due, rounded up, with a made-up fee of 1 %;
 * `auto_trace` adds up to 9,999 smallest units.
 */
function quote(payment: Payment, coin: Coin): string {
  const usdPerUnit = USD_PER_UNIT[payment.original_currency] ?? "1"
  const usd = new Decimal(payment.original_amount).times(usdPerUnit)
  const buyerPaysFee = payment.fee_payer === "payer" && !payment.is_test
  const due = buyerPaysFee ? usd.times("1.01") : usd
  const price = due.div(coin.usd).dp(coin.decimals).toFixed()
  if (!payment.auto_trace) return price
  const trace = createHash("sha512").update(payment.id).digest()
  return addUnits(price, (trace.readUInt32BE(0) % 9_999) + 1, coin.decimals)
}

/** Made-up values; 1 for other currencies. */
const USD_PER_UNIT: Record<string, string> = {
  USD: "1",
  EUR: "1.08",
  GBP: "1.27",
  CHF: "1.12",
  PLN: "0.25",
  SEK: "0.095",
  DKK: "0.145",
  JPY: "0.0067",
}

/** An amount of a coin, so many of the coin's smallest units more or less; never below one unit. */
function addUnits(amount: string, count: number, decimals: number): string {
  const unit = new Decimal(10).pow(-decimals)
  const sum = new Decimal(amount).plus(unit.times(count))
  return Decimal.max(sum, unit).toFixed()
}

/**
 * What arrives; the README tells what each kind does.
 * The contract has no status for too little: it stays `pending`.
 */
export const TRANSFER_KINDS = [
  "exact",
  "under",
  "dust",
  "short",
  "one_unit_short",
  "one_unit_over",
  "over",
] as const

type TransferKind = (typeof TRANSFER_KINDS)[number]

function transferredAmount(
  amount: string,
  kind: TransferKind,
  decimals: number
): string {
  switch (kind) {
    case "exact":
      return amount
    case "under":
    case "short":
      return new Decimal(amount).times("0.9").toFixed()
    case "over":
      return new Decimal(amount).times("1.1").toFixed()
    case "dust":
      return addUnits("0", 1, decimals)
    case "one_unit_short":
      return addUnits(amount, -1, decimals)
    case "one_unit_over":
      return addUnits(amount, 1, decimals)
  }
}

/** One webhook to one address, with the history of its attempts. */
export type Delivery = {
  id: string
  payment_id: string
  merchant_id: string
  status: string
  url: string
  /** Sent unchanged on each attempt. */
  body: string
  state: "waiting" | "delivered" | "given_up"
  /** In milliseconds since 1970; null for a delivery that is under way or over. */
  next_attempt_at_ms: number | null
  attempts_left: number
  attempts: Attempt[]
}

type Attempt = {
  at: string
  /** Null without a response. */
  http_status: number | null
  error: string | null
  fault: WebhookFault["kind"] | null
}

type Flaw = { corrupt?: boolean; ageSeconds?: number }

/** Sends webhooks until each got a 2xx or ran out of attempts (contract §6, §8). */
class Courier {
  /** Oldest first. */
  readonly deliveries = new Map<string, Delivery>()
  private readonly agent = new Agent()
  private readonly stop = new AbortController()
  private readonly running = new Set<Promise<void>>()
  private readonly heldBack = new Set<() => void>()
  private advancedMs = 0

  constructor(private readonly surroundings: Surroundings) {}

  announce(payment: Payment): void {
    if (payment.callback_url === null) return
    const delivery: Delivery = {
      id: randomUUID(),
      payment_id: payment.id,
      merchant_id: payment.merchant_id,
      status: payment.status,
      url: this.callbackUrl(payment, payment.callback_url),
      body: webhookBody(payment),
      state: "waiting",
      next_attempt_at_ms: null,
      attempts_left: 0,
      attempts: [],
    }
    this.deliveries.set(delivery.id, delivery)
    this.redeliver(delivery)
  }

  /** `callback_params` are published to be passed there, and how is not. */
  private callbackUrl({ callback_params }: Payment, url: string): string {
    if (this.surroundings.options.contractOnly) return url
    const withParams = new URL(url)
    for (const [name, value] of Object.entries(callback_params)) {
      const text = typeof value === "string" ? value : JSON.stringify(value)
      withParams.searchParams.append(name, text)
    }
    return withParams.href
  }

  redeliver(delivery: Delivery): void {
    delivery.state = "waiting"
    delivery.attempts_left = (this.surroundings.options.retryCount ?? 60) + 1
    this.schedule(delivery, this.surroundings.now().getTime())
  }

  advance(ms: number): void {
    this.advancedMs += ms
    for (const delivery of this.deliveries.values()) {
      const atMs = delivery.next_attempt_at_ms
      if (atMs !== null) this.schedule(delivery, atMs - ms)
    }
  }

  async close(): Promise<void> {
    this.stop.abort(new Error("the sandbox stopped"))
    await Promise.all(this.running)
    await this.agent.destroy()
  }

  private schedule(delivery: Delivery, atMs: number): void {
    delivery.next_attempt_at_ms = atMs
    this.surroundings.deadlines.set(delivery.id, atMs, () => {
      const attempt = this.attempt(delivery).finally(() =>
        this.running.delete(attempt)
      )
      this.running.add(attempt)
    })
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const { now, options, webhookFaults } = this.surroundings
    const fault = takeFault(webhookFaults)
    // A delivery under way has no due time: advancing the clock must not start it again.
    delivery.next_attempt_at_ms = null
    const startedAt = now().toISOString()
    const advancedBeforeMs = this.advancedMs
    const response = await this.play(fault, delivery)
    const { http_status: status } = response
    if (this.stop.signal.aborted && status === null) return
    const endedAtMs = now().getTime()
    const played = fault?.kind ?? null
    delivery.attempts.push({ at: startedAt, ...response, fault: played })
    delivery.attempts_left -= 1
    if (status !== null && status >= 200 && status < 300) {
      delivery.state = "delivered"
    } else if (delivery.attempts_left > 0) {
      const intervalMs = (options.retryIntervalSeconds ?? 60) * 1_000
      const skippedMs = this.advancedMs - advancedBeforeMs
      this.schedule(delivery, endedAtMs + intervalMs - skippedMs)
    } else {
      delivery.state = "given_up"
    }
    if (fault?.kind !== "reorder") {
      this.heldBack.forEach((release) => release())
      this.heldBack.clear()
    }
  }

  private async play(fault: WebhookFault | undefined, delivery: Delivery) {
    const send = (flaw?: Flaw) => this.send(delivery, flaw)
    switch (fault?.kind) {
      case undefined:
        return send()
      case "drop":
        return { http_status: null, error: "webhook dropped" }
      case "delay":
        await this.pause(fault.seconds ?? 5)
        return send()
      case "duplicate":
        return (await Promise.all([send(), send()]))[0]
      case "reorder":
        await Promise.race([
          new Promise<void>((resolve) => this.heldBack.add(resolve)),
          this.pause(fault.seconds ?? 5),
        ])
        return send()
      case "corrupt":
        return send({ corrupt: true })
      case "stale":
        return send({ ageSeconds: fault.seconds ?? 3_600 })
      case "lose_answer":
        await send()
        return { http_status: null, error: "response lost" }
    }
  }

  /**
   * Signs and sends (contract §6), without the client's code,
   * which could be wrong in the same way; follows no redirect.
   */
  private async send(
    { url, body, merchant_id, attempts: [first] }: Delivery,
    { corrupt, ageSeconds = 0 }: Flaw = {}
  ): Promise<Pick<Attempt, "http_status" | "error">> {
    const { merchants, now, options } = this.surroundings
    const signedAt = first && options.contractOnly ? new Date(first.at) : now()
    const seconds = Math.floor(signedAt.getTime() / 1_000)
    const timestamp = String(seconds - Math.floor(ageSeconds))
    const secret = merchants.get(merchant_id)?.webhook_secret ?? ""
    const signature = createHmac("sha256", secret)
      .update(`${timestamp}.${body}`)
      .digest("hex")
    const rawBody = Buffer.from(body)
    if (corrupt) rawBody[rawBody.length >> 1] ^= 1
    const { webhookTimeoutSeconds = 10 } = options
    const timeout = AbortSignal.timeout(webhookTimeoutSeconds * 1_000)
    try {
      const response = await request(url, {
        method: "POST",
        headers: {
          "x-webhook-timestamp": timestamp,
          "x-webhook-signature": signature,
          "content-type": "application/json",
          "user-agent": USER_AGENT,
        },
        body: rawBody,
        dispatcher: this.agent,
        signal: AbortSignal.any([timeout, this.stop.signal]),
      })
      await response.body.dump()
      return { http_status: response.statusCode, error: null }
    } catch (error) {
      const message = isNativeError(error) ? error.message : String(error)
      return { http_status: null, error: message }
    }
  }

  private async pause(seconds: number): Promise<void> {
    const options = { signal: this.stop.signal }
    await sleep(seconds * 1_000, undefined, options).catch(() => undefined)
  }
}

const { version } = z
  .object({ version: z.string() })
  .parse(
    createRequire(__filename)("medusa-payment-crypto-sandbox/package.json")
  )

const USER_AGENT = `medusa-payment-crypto-sandbox/${version} node/${process.versions.node}`

/** What a webhook says (contract §6). Nothing was paid when the payment expired. */
export function webhookBody(payment: Payment): string {
  const { status, received_amount, target } = payment
  const coin = target && {
    amount: received_amount ?? target.amount,
    currency: target.currency,
  }
  return JSON.stringify({
    id: payment.id,
    external_id: payment.external_id,
    status,
    original_amount: payment.original_amount,
    original_currency: payment.original_currency,
    ...(status !== "expired" && coin),
    merchant_id: payment.merchant_id,
    terminal_id: "deprecated",
  })
}
