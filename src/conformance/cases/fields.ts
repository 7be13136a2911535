import { type ConformanceCase, NOT_DOCUMENTED } from "../case"
import type { Conditions } from "../conditions"
import type { PaymentFields } from "../made-payment"
import { described, isSuccess } from "../expectations"

type Flow = "widget" | "h2h"

const BROWSER = {
  userAgent: "Mozilla/5.0",
  language: "en-US",
  screenHeight: 900,
  screenWidth: 1440,
  windowHeight: 558,
  windowWidth: 1440,
}

const product = { name: "Mug", price: 10.5, quantity: 1 }

/** Fields of creations that the contract leaves open (section 2), with what is published about them. */
const FIELDS: [
  name: string,
  flow: Flow,
  published: "accepted" | "refused",
  fields: PaymentFields,
][] = [
  ["fee_payer: payer", "widget", "accepted", { fee_payer: "payer" }],
  ["fee_payer: merchant", "widget", "refused", { fee_payer: "merchant" }],
  [
    "metadata with description, callback_params, products",
    "widget",
    "accepted",
    {
      metadata: {
        description: "Conformance",
        callback_params: { order: 1 },
        products: [product],
      },
    },
  ],
  [
    "metadata.products without quantity",
    "widget",
    "accepted",
    { metadata: { products: [{ name: "Mug", price: 10.5 }] } },
  ],
  [
    "metadata.products with a price as text",
    "widget",
    "refused",
    { metadata: { products: [{ ...product, price: "10.50" }] } },
  ],
  ["metadata as []", "widget", "refused", { metadata: [] }],
  ["a priced currency PLN", "widget", "refused", { currency: "PLN" }],
  [
    "client_ip and browser",
    "h2h",
    "accepted",
    { client_ip: "192.0.2.1", browser: BROWSER },
  ],
  ["client_ip as a number", "h2h", "refused", { client_ip: 7 }],
  ["browser as a text", "h2h", "refused", { browser: "Mozilla/5.0" }],
]

export const fieldCases: ConformanceCase[] = [
  ...FIELDS.map(([name, flow, published, fields]): ConformanceCase => ({
    section: "2",
    name,
    contract: NOT_DOCUMENTED,
    published: published === "accepted" ? published : "400 VALIDATION_ERROR",
    look: (conditions) => look(conditions, flow, published, fields),
  })),
  ...(
    [
      [255, "accepted"],
      [256, "refused"],
    ] as const
  ).map(([length, published]): ConformanceCase => ({
    section: "2",
    name: `an external_id of ${length} characters`,
    contract: NOT_DOCUMENTED,
    published: published === "accepted" ? published : "400 VALIDATION_ERROR",
    look: (conditions) => {
      const { external_id } = conditions.freshFields()
      const long = String(external_id).padEnd(length, "x")
      return look(conditions, "widget", published, { external_id: long })
    },
  })),
]

async function look(
  conditions: Conditions,
  flow: Flow,
  published: "accepted" | "refused",
  fields: PaymentFields
) {
  const coin = flow === "h2h" && {
    target_currency: await conditions.testCoin(),
  }
  const request = { ...conditions.freshFields(), ...coin, ...fields }
  const answer = await conditions.create(flow, request)
  const asPublished =
    published === "accepted"
      ? isSuccess(answer)
      : answer.status === 400 && answer.fields.code === "VALIDATION_ERROR"
  const word = isSuccess(answer) ? "accepted" : "refused"
  return { seen: `${word}: ${described(answer)}`, asPublished }
}
