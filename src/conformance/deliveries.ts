import { ContractBroken, Skipped } from "./sight"
import type { MadePayment, PaymentMaker } from "./made-payment"
import type { WebhookTarget } from "./target"
import {
  type ArrivedWebhook,
  listenForWebhooks,
  type WebhookListener,
} from "./webhook-listener"

/** What the payment sends along, to see where it arrives. */
export const CALLBACK_PARAMS = { conformance: "params-1" }

/** A payment that reached a final status, and the attempts to announce it. */
export type Announced = {
  payment: MadePayment
  /** How it ended. */
  isPaid: boolean
  attempts: [ArrivedWebhook, ...ArrivedWebhook[]]
}

/** No webhook of an expired payment came. */
class NotAnnounced extends Skipped {}

/**
 * The webhooks of one payment, made when a case first asks. The first attempt is refused with 500,
 * so that a second one has to come; all others are answered with 200.
 */
export class Deliveries {
  private listener?: Promise<WebhookListener>
  private ended?: Promise<MadePayment>
  private readonly waits = new Map<number, Promise<Announced>>()
  /** Id of the payment whose next attempt is refused. */
  private toRefuse?: string

  constructor(private readonly payments: PaymentMaker) {}

  /** Listens from now on, where there is a callback address. @throws Error when the port is taken */
  async open(): Promise<void> {
    if (this.payments.target.webhook) await this.listen()
  }

  /**
   * The first attempt, and those that came since.
   * @throws Skipped without a callback address, or where an unpaid payment is not announced;
   * ContractBroken where a paid one is not
   */
  async first(): Promise<Announced> {
    return this.atLeast(1)
  }

  /** Whether an expired payment is announced. @throws Skipped where it was paid */
  async isExpiryAnnounced(): Promise<boolean> {
    if (this.target().pay) throw new Skipped("needs a run without --pay")
    return this.first().then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotAnnounced) return false
        throw error
      }
    )
  }

  /** As `first`, once the refused attempt was repeated. */
  async retried(): Promise<Announced & { second: ArrivedWebhook }> {
    const announced = await this.atLeast(2)
    const [, second] = announced.attempts
    if (second) return { ...announced, second }
    const { waitSeconds } = this.target()
    throw new ContractBroken(`no further attempt in ${waitSeconds} s`)
  }

  /** The attempts once so much time has passed after them. */
  async after(seconds: number): Promise<ArrivedWebhook[]> {
    const { payment } = await this.retried()
    const listener = await this.listen()
    return listener.waitFor(payment.id, Infinity, seconds)
  }

  /** The secret that deliveries are signed with. @throws Skipped without one */
  secret(): string {
    const { secret } = this.target()
    if (secret !== undefined) return secret
    throw new Skipped("needs --webhook-secret")
  }

  async close(): Promise<void> {
    await (await this.listener)?.close()
  }

  /** Waits once for each number, however many cases ask. */
  private atLeast(count: number): Promise<Announced> {
    const waiting = this.waits.get(count) ?? this.waitFor(count)
    this.waits.set(count, waiting)
    return waiting
  }

  private async waitFor(count: number): Promise<Announced> {
    const { waitSeconds, pay } = this.target()
    const listener = await this.listen()
    const payment = await (this.ended ??= this.endPayment())
    const found = await listener.waitFor(payment.id, count, waitSeconds)
    const [first, ...others] = found
    const isPaid = pay !== undefined
    if (!first) {
      const none = `none in ${waitSeconds} s`
      // Which final statuses are announced is not documented (contract §6).
      throw isPaid ? new ContractBroken(none) : new NotAnnounced(none)
    }
    return { payment, isPaid, attempts: [first, ...others] }
  }

  private async endPayment(): Promise<MadePayment> {
    const { callbackUrl, pay } = this.target()
    const payment = await this.payments.makeWidget({
      callback_url: callbackUrl,
      metadata: { callback_params: CALLBACK_PARAMS },
    })
    const { id, answer } = payment
    this.toRefuse = id
    if (pay) await pay({ id, url: String(answer.fields.url) })
    else await this.payments.expire(id)
    return payment
  }

  private listen(): Promise<WebhookListener> {
    this.listener ??= listenForWebhooks(this.target().port, ({ rawBody }) => {
      // The address is public: requests of strangers come too.
      if (!this.toRefuse || !rawBody.includes(this.toRefuse)) return 200
      this.toRefuse = undefined
      return 500
    })
    return this.listener
  }

  private target(): WebhookTarget {
    const { webhook } = this.payments.target
    if (webhook) return webhook
    throw new Skipped("needs --callback-url")
  }
}
