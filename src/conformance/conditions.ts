import { randomUUID } from "node:crypto"
import { ContractBroken, NotATestPayment, Skipped } from "./sight"
import { Deliveries } from "./deliveries"
import { described } from "./expectations"
import type { MadePayment, PaymentFields, PaymentMaker } from "./made-payment"
import { Probe, type ProbeAnswer } from "./probe"
import type { Target } from "./target"

/** One run: the gateway, and the test payments that were made there. */
export class Conditions implements PaymentMaker {
  readonly probe: Probe
  readonly target: Target
  /** Ids of the payments made, to expire them in the end. */
  readonly made = new Set<string>()
  readonly deliveries: Deliveries
  private readonly runId = randomUUID().slice(0, 8)
  private counted = 0
  private foundTestCoin?: Promise<string | undefined>

  constructor(target: Target) {
    this.target = target
    this.probe = new Probe(target)
    this.deliveries = new Deliveries(this)
  }

  /** Fields of a payment that does not exist yet. */
  freshFields(): PaymentFields {
    this.counted += 1
    return {
      amount: 10.5,
      currency: this.target.currency ?? "USD",
      external_id: `conformance-${this.runId}-${this.counted}`,
    }
  }

  /**
   * Asks for a payment, always with `is_test: true`.
   *
   * @throws NotATestPayment when a hosted payment comes back that is no test payment
   */
  async create(
    flow: "widget" | "h2h",
    fields: PaymentFields
  ): Promise<ProbeAnswer> {
    const answer = await this.probe.send({
      line: `POST /v1/payments/${flow}`,
      body: JSON.stringify({ ...fields, is_test: true }),
    })
    const { id, is_test } = answer.fields
    if (typeof id === "string") {
      this.made.add(id)
      if (flow === "widget" && is_test !== true) {
        throw new NotATestPayment(
          `asked for a test payment, got ${id} with is_test ${JSON.stringify(is_test)}`
        )
      }
    }
    return answer
  }

  /** Makes a hosted payment. @throws ContractBroken when there is none */
  async makeWidget(fields: PaymentFields = {}): Promise<MadePayment> {
    const request = { ...this.freshFields(), ...fields }
    return madeFrom(request, await this.create("widget", request))
  }

  /** Makes an inline payment in a test coin. @throws Skipped when none is known */
  async makeH2h(fields: PaymentFields = {}): Promise<MadePayment> {
    const request = {
      ...this.freshFields(),
      target_currency: await this.testCoin(),
      ...fields,
    }
    return madeFrom(request, await this.create("h2h", request))
  }

  /** A coin that cannot be real money. @throws Skipped when none is known */
  async testCoin(): Promise<string> {
    this.foundTestCoin ??= this.findTestCoin()
    const coin = this.target.h2hCurrency ?? (await this.foundTestCoin)
    if (coin === undefined) {
      throw new Skipped(
        "needs --h2h-currency: no coin is marked as a testnet's"
      )
    }
    return coin
  }

  /** A text of the gateway without this run's secrets, which it may echo. */
  withoutSecrets(text: string): string {
    const { apiKey, privateKeyPassphrase, webhook } = this.target
    return [apiKey, privateKeyPassphrase, webhook?.secret].reduce<string>(
      (rest, secret) => (secret ? rest.replaceAll(secret, "[secret]") : rest),
      text
    )
  }

  /** Reads a payment. */
  read(id: string): Promise<ProbeAnswer> {
    return this.probe.send({ line: `GET ${pathOf(id)}` })
  }

  /** Expires a payment. @throws Skipped where the gateway does not do that on request */
  async expire(id: string): Promise<ProbeAnswer> {
    const answer = await this.probe.send({ line: `DELETE ${pathOf(id)}` })
    if (answer.fields.status === "expired") return answer
    throw new Skipped(`DELETE does not expire it: ${described(answer)}`)
  }

  private async findTestCoin(): Promise<string | undefined> {
    const { json } = await this.probe.send({
      line: "GET /v1/currencies",
      query: [["is_test", "true"]],
    })
    const coins: unknown[] = Array.isArray(json) ? json : []
    return coins.map(testnetCode).find((code) => code !== undefined)
  }
}

function pathOf(id: string): string {
  return `/v1/payments/${encodeURIComponent(id)}`
}

function madeFrom(request: PaymentFields, answer: ProbeAnswer): MadePayment {
  const { id } = answer.fields
  if (typeof id !== "string" || id === "") {
    throw new ContractBroken(`no payment was made: ${described(answer)}`)
  }
  return { id, request, answer }
}

/** The code of a coin that the gateway itself marks as a test network's. */
function testnetCode(coin: unknown): string | undefined {
  if (typeof coin !== "object" || coin === null || !("code" in coin)) {
    return undefined
  }
  const { code } = coin
  const blockchain = "blockchain" in coin ? coin.blockchain : undefined
  const isTestnet =
    typeof blockchain === "object" &&
    blockchain !== null &&
    "is_testnet" in blockchain &&
    blockchain.is_testnet === true
  return isTestnet && typeof code === "string" ? code : undefined
}
