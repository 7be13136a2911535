import fc from "fast-check"
import { headerText } from "./malformed-webhook"

type Json = { [key: string]: unknown }

const payment: Json = {
  id: "n9cdFaTccYbXecVekHKW8Q",
  external_id: "cart_1",
  status: "pending",
  original_amount: "19.99",
  original_currency: "EUR",
  amount: "20.5",
  currency: "USDT",
  wallet_address: "TXYZ",
  url: "https://gateway.example/pay/1",
  callback_url: "https://shop.example/hook",
  success_url: null,
  fail_url: null,
  is_test: true,
  created_at: "2026-01-15T12:00:00Z",
  expires_at: "2026-01-15T12:15:00Z",
}

/** What the gateway answers to each call of the client. */
const ANSWERS = {
  getMerchant: {
    id: "5f0c7a3e-7d0b-4c53-9a55-0d5c3f4c9b11",
    name: "Shop",
    balance: "12.50",
    created_at: "2026-01-15T12:00:00Z",
  },
  listCurrencies: [
    { code: "ETH", name: "Ether", blockchain: { name: "Ethereum" } },
    { code: "USDT", name: "Tether", blockchain: "Tron" },
  ],
  getPayment: payment,
  listPayments: { items: [payment], limit: 20, offset: 0, total: 1 },
  expirePayment: { ...payment, status: "expired" },
  createWidgetPayment: payment,
  createH2hPayment: payment,
} satisfies Record<string, Json | Json[]>

export type Call = keyof typeof ANSWERS

export type MutatedAnswer = {
  call: Call
  status: number
  /** `Retry-After`; null where there is none. */
  retryAfter: string | null
  body: string
}

/** Raw JSON in place of a field's value. */
const value = fc.oneof(
  fc.constantFrom("null", "true", "0", "-1e400", "{}", "[]", '""', "[[]]"),
  fc.json(),
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  fc
    .constantFrom("漢", "\u0000", "\u202e", "a")
    .chain((text) =>
      fc
        .integer({ min: 1, max: 100_000 })
        .map((length) => JSON.stringify(text.repeat(length)))
    ),
  fc
    .integer({ min: 1, max: 20_000 })
    .map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc
    .integer({ min: 1, max: 5_000 })
    .map((depth) => '{"a":'.repeat(depth) + "1" + "}".repeat(depth))
)

const retryAfter = fc.oneof(
  fc.nat().map(String),
  fc.constantFrom("0", "-1", "1.5", "1e3", "9".repeat(400), "Mon, 99 Foo"),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString())
)

const MARK = "@mutated@"

/** A good answer of which one field is missing, doubled, or has another value; or is cut. */
export const mutatedAnswer: fc.Arbitrary<MutatedAnswer> = fc
  .constantFrom(...(Object.keys(ANSWERS) as Call[]))
  .chain((call) =>
    fc.record({
      call: fc.constant(call),
      status: fc.constantFrom(200, 200, 200, 200, 201, 204, 400, 404, 429, 500),
      retryAfter: fc.option(fc.oneof(headerText, retryAfter)),
      body: fc
        .tuple(
          fc.constantFrom(...pathsOf(ANSWERS[call])),
          fc.constantFrom("replaced", "missing", "doubled", "cut", "whole"),
          value,
          fc.nat()
        )
        .map(([path, how, raw, at]) => {
          const good = JSON.stringify(ANSWERS[call])
          if (how === "whole") return raw
          if (how === "cut") return good.slice(0, at % good.length)
          const marked = JSON.stringify(withField(ANSWERS[call], path, how))
          return marked
            .replaceAll(`"${MARK}":`, `"${path.at(-1)}":`)
            .replaceAll(`"${MARK}"`, () => raw)
        }),
    })
  )

function pathsOf(json: unknown, path: string[] = []): string[][] {
  if (typeof json !== "object" || json === null) return []
  return Object.entries(json).flatMap(([key, field]) => [
    [...path, key],
    ...pathsOf(field, [...path, key]),
  ])
}

function withField(json: unknown, [key, ...rest]: string[], how: string) {
  const copy: Json | unknown[] = Array.isArray(json)
    ? [...json]
    : { ...Object(json) }
  const fields = Object(copy)
  if (rest.length > 0) fields[key] = withField(fields[key], rest, how)
  else if (how === "missing") delete fields[key]
  else if (how === "doubled") fields[MARK] = MARK
  else fields[key] = MARK
  return copy
}
