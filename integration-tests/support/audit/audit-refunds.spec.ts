import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { newHash } from "../shop/refund-requests"
import { refundSuite, tronAddress } from "../shop/refund-fixture"
import { INLINE } from "../shop/shop-fixture"
import { testShop } from "../shop/test-shop"
import { auditBooks } from "./index"
import { readBooks } from "./read-books"

const auditOfRefunds = refundSuite("the auditor of refunds", (shop) => {
  const { actions, refundRequests, customer, pay } = shop
  let over = ""
  let plain = ""

  async function send(id: string, body: object = {}) {
    const { refund_request, token } = await refundRequests.request(id, body)
    await customer.confirm(token, tronAddress())
    await refundRequests.send(refund_request.id, newHash())
  }

  beforeEach(async () => {
    over = (await pay({ kind: "over" })).id
    plain = (await pay()).id
    await send(over)
    await send(over, { amount: "2" })
    await send(plain, { amount: "1" })
    await actions.refund(plain, "1.50", newHash())
  })

  const refund = (id: string, more: string) =>
    `id = (SELECT id FROM crypto_payment_refund WHERE crypto_payment_id = '${id}' AND ${more})`

  const update = (set: string, id: string, more: string) => [
    `UPDATE crypto_payment_refund SET ${set} WHERE ${refund(id, more)}`,
  ]

  it.each<[string, string[], () => string[]]>([
    ["nothing where nothing is wrong", [], () => []],
    [
      "a refund of Medusa that nobody recorded",
      ["refund_not_recorded", "refund_not_booked"],
      () => update("refund_id = NULL", plain, "amount = '1.50'"),
    ],
    [
      "a refund that was recorded with another amount",
      ["refund_not_recorded", "refund_not_in_order"],
      () => update("amount = '1.51'", plain, "amount = '1.50'"),
    ],
    [
      "a booked refund that Medusa does not show",
      ["refund_not_booked"],
      () => [`UPDATE refund SET deleted_at = now() WHERE amount = 1.5`],
    ],
    [
      "a refund that its order does not show",
      ["refund_not_in_order"],
      () => [
        "UPDATE order_transaction SET deleted_at = now() WHERE amount = -1.5",
      ],
    ],
    [
      "a refund that its order shows with another amount",
      ["refund_not_in_order"],
      () => ["UPDATE order_transaction SET amount = -1 WHERE amount = -1.5"],
    ],
    [
      "a surplus that is booked in Medusa",
      ["refund_not_booked"],
      () => update("refund_id = 'ref_none'", over, "kind = 'surplus'"),
    ],
    [
      "a unit more of a surplus than arrived",
      ["request_without_refund", "refunded_too_much"],
      () =>
        update(
          "crypto_amount = '0.540000000000000001'",
          over,
          "kind = 'surplus'"
        ),
    ],
    [
      "a request for more than is left of what was paid",
      ["refunded_too_much"],
      () => [
        `UPDATE crypto_refund_request SET state = 'address_entered', amount = '5' WHERE crypto_payment_id = '${plain}'`,
        `UPDATE crypto_payment_refund SET request_id = NULL WHERE crypto_payment_id = '${plain}'`,
      ],
    ],
    [
      "a sent request without its refund",
      ["request_without_refund"],
      () => update("deleted_at = now()", over, "kind = 'surplus'"),
    ],
    [
      "a refund of a request that was not sent",
      ["request_without_refund"],
      () => [
        `UPDATE crypto_refund_request SET state = 'revoked' WHERE crypto_payment_id = '${plain}'`,
      ],
    ],
    [
      "a transaction that was used twice",
      ["transaction_used_twice", "transaction_used_twice"],
      () => {
        const hash = "ab".repeat(32)
        return ["crypto_payment_refund", "crypto_refund_request"].map(
          (table) =>
            `UPDATE ${table} SET transaction_hash = CASE WHEN crypto_payment_id = '${plain}' THEN '${hash.toUpperCase()}' ELSE '${hash}' END WHERE ${table === "crypto_refund_request" ? "kind = 'price'" : "request_id IS NOT NULL AND kind = 'price'"}`
        )
      },
    ],
  ])("finds %s", async (_what, rules, sql) => {
    const db = shop.container().resolve(ContainerRegistrationKeys.PG_CONNECTION)
    for (const statement of sql()) await db.raw(statement)
    const books = await readBooks({ query: (text) => db.raw(text) })
    const known = books.ledger.map((row) => row.gateway_payment_id)
    // The gateway keeps those of the tests before.
    const payments = (await shop.control.payments()).filter(({ id }) =>
      known.includes(id)
    )
    const { violations } = auditBooks(payments, books, { [INLINE]: false })
    const refunds = violations.filter(
      ({ rule }) => rule !== "pending_difference"
    )
    expect(refunds.map(({ rule }) => rule).sort()).toEqual([...rules].sort())
    if (rules.length === 0) expect(violations).toEqual([])
  })
})

testShop({
  gateway: { expires: true, retryIntervalSeconds: 1 },
  suites: [auditOfRefunds],
})
