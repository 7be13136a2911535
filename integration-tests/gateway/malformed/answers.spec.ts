import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import fc from "fast-check"
import { type GatewayClient, isGatewayError } from "../../../src/gateway"
import {
  answer,
  closeServed,
  confirmedPayment,
  serve,
} from "../../../src/gateway/fixtures"
import { headerText } from "./malformed-webhook"

/** More with, for example, `MUTATED_ANSWERS=200000`. */
const COUNT = Number(process.env.MUTATED_ANSWERS ?? 3_000)
/** Others with `MALFORMED_SEED`, in the other specs of this folder too. */
const SEED = Number(process.env.MALFORMED_SEED ?? 20_261_125)
const MAX_GROWN_BYTES = 64 * 1024 * 1024

jest.setTimeout(60_000 + COUNT * 20)
afterEach(closeServed)

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

function usedBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const { id, external_id, original_amount, original_currency, currency } =
  confirmedPayment
const created = {
  amount: original_amount,
  currency: original_currency,
  external_id,
}
const payment = {
  ...confirmedPayment,
  callback_url: "https://shop.example/hook",
  success_url: null,
  fail_url: null,
  expires_at: "2026-01-15T12:15:00Z",
}
const list = { items: [payment], limit: 100, offset: 0, total: 1 }

type Call = (client: GatewayClient) => Promise<unknown>

/** Each call of the client, with what the gateway answers to it. */
const CALLS: Record<string, [Call, answer: unknown]> = {
  getMerchant: [
    (client) => client.getMerchant(),
    {
      id: "5f0c7a3e-7d0b-4c53-9a55-0d5c3f4c9b11",
      name: "Shop",
      balance: "12.50",
      created_at: "2026-01-15T12:00:00Z",
    },
  ],
  listCurrencies: [
    (client) => client.listCurrencies(),
    [
      { code: "ETH", name: "Ether", blockchain: { name: "Ethereum" } },
      { code: "USDT", name: "Tether", blockchain: "Tron" },
    ],
  ],
  getPayment: [(client) => client.getPayment({ id }), payment],
  listPayments: [(client) => client.listPayments(), list],
  expirePayment: [
    (client) => client.expirePayment({ id }),
    { ...payment, status: "expired" },
  ],
  createWidgetPayment: [
    (client) => client.createWidgetPayment(created),
    payment,
  ],
  createH2hPayment: [
    (client) =>
      client.createH2hPayment({ ...created, target_currency: currency }),
    payment,
  ],
}

/** Raw JSON in place of a field's value. */
const value = fc.oneof(
  fc.constantFrom("null", "true", "0", "-1e400", "{}", "[]", '""', "[[]]"),
  fc.json(),
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  fc
    .tuple(
      fc.constantFrom("漢", "\u0000", "\u202e", "a"),
      fc.integer({ min: 1, max: 100_000 })
    )
    .map(([text, length]) => JSON.stringify(text.repeat(length))),
  fc
    .integer({ min: 1, max: 20_000 })
    .map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc
    .integer({ min: 1, max: 5_000 })
    .map((depth) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth))
)

const retryAfter = fc.oneof(
  headerText,
  fc.nat().map(String),
  fc.constantFrom("0", "-1", "1.5", "1e3", "9".repeat(400), "Mon, 99 Foo"),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString())
)

type Mutated = {
  name: string
  status: number
  retryAfter: string | null
  how: string
  at: number
  raw: string
}

/** A good answer of which one field is missing, doubled, or has another value; or is cut. */
const mutatedAnswer: fc.Arbitrary<Mutated> = fc.record({
  name: fc.constantFrom(...Object.keys(CALLS)),
  status: fc.constantFrom(200, 200, 200, 200, 201, 204, 400, 404, 429, 500),
  retryAfter: fc.option(retryAfter),
  how: fc.constantFrom("replaced", "missing", "doubled", "cut", "whole"),
  at: fc.nat(),
  raw: value,
})

function bodyOf({ name, how, at, raw }: Mutated): string {
  const [, answer] = CALLS[name]
  const good = JSON.stringify(answer)
  if (how === "whole") return raw
  if (how === "cut") return good.slice(0, at % good.length)
  const count = good.split(/[,{[]/).length - 1
  // The first that JSON.stringify() visits is the answer as a whole.
  let left = 1 + (at % count)
  let mutation = raw
  const marked = JSON.stringify(answer, (key, field: unknown) => {
    if (left-- !== 0) return field
    if (how === "missing") return undefined
    if (how === "doubled") mutation = `${JSON.stringify(field)},"${key}":${raw}`
    return "@mutated@"
  })
  return marked.replace('"@mutated@"', () => mutation)
}

it(`parses ${COUNT} mutated answers of the gateway, or throws a GatewayError, and keeps none in memory`, async () => {
  let next = answer(500)
  const { client, received } = await serve(
    [(...of) => next(...of), answer(500)],
    { maxAttempts: 1 }
  )
  const outcomes = { parsed: 0, refused: 0 }
  const everParsed = new Set<string>()
  const startedBytes = usedBytes()
  let largestBytes = 0
  await fc.assert(
    fc.asyncProperty(mutatedAnswer, async (mutated) => {
      received.length = 0
      const { name, status, retryAfter } = mutated
      const headers: Record<string, string> =
        retryAfter === null ? {} : { "retry-after": retryAfter }
      next = answer(status, bodyOf(mutated), headers)
      const [call] = CALLS[name]
      try {
        await call(client)
        outcomes.parsed += 1
        everParsed.add(name)
      } catch (error) {
        outcomes.refused += 1
        if (!isGatewayError(error)) throw error
        // A wait that can be compared with the time that is left.
        expect(error.retryAfterSeconds ?? 0).toBeGreaterThanOrEqual(0)
      }
      if ((outcomes.parsed + outcomes.refused) % 1_000 === 0) {
        largestBytes = Math.max(largestBytes, usedBytes() - startedBytes)
      }
    }),
    { numRuns: COUNT, seed: SEED }
  )

  expect([...everParsed].sort()).toEqual(Object.keys(CALLS).sort())
  expect(outcomes.parsed).toBeGreaterThan(COUNT / 10)
  expect(outcomes.refused).toBeGreaterThan(COUNT / 10)
  expect(outcomes.parsed + outcomes.refused).toBe(COUNT)
  expect(largestBytes).toBeLessThan(MAX_GROWN_BYTES)
})
