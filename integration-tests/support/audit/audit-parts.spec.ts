import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { startSandbox } from "../../../src/sandbox"
import { eventually } from "../eventually"
import { sandboxSuite } from "../shop/sandbox-fixture"
import { HOSTED } from "../shop/shop-fixture"
import { testShop } from "../shop/test-shop"
import { auditBooks, readBooks } from "./index"

const auditOfParts = sandboxSuite(
  "the auditor of a payment in two parts",
  (shop) => {
    const { books, actions, control, openPayment } = shop
    let first = ""
    let remainder = ""
    let gatewayIds: string[] = []

    const settled = async (id: string) =>
      await eventually(
        async () => {
          const { state } = await books.ledger.attempts.retrieve(id)
          return state === "settled" ? state : undefined
        },
        { otherwise: `${id} was not settled` }
      )

    beforeEach(async () => {
      const opened = await openPayment()
      first = opened.id
      await control.chooseCoin(opened.gatewayId)
      await control.pay(opened.gatewayId, "short")
      await eventually(
        async () =>
          (await actions.show(first)).allowed_actions.includes(
            "request_remainder"
          ) || undefined,
        { otherwise: "It needs no attention" }
      )
      remainder = (await actions.requestRemainder(first)).remainders[0].id
      const { gateway_payment_id } =
        await books.ledger.attempts.retrieve(remainder)
      await control.chooseCoin(String(gateway_payment_id))
      await control.pay(String(gateway_payment_id))
      gatewayIds = [opened.gatewayId, String(gateway_payment_id)]
      await settled(remainder)
      await settled(first)
    })

    const captures = () =>
      `payment_id = (SELECT payment_id FROM crypto_payment WHERE id = '${first}')`

    it.each<[string, string[], () => string[]]>([
      ["nothing where nothing is wrong", [], () => []],
      [
        "a capture that is missing",
        [
          ...["captured_not_once", "settled_left_open"],
          ...["captured_not_once", "settled_left_open"],
        ],
        () => [
          `UPDATE capture SET deleted_at = now() WHERE ${captures()} AND amount < 1`,
        ],
      ],
      [
        "a remainder that is captured twice",
        [
          ...["captured_not_once", "order_transaction_missing"],
          ...["captured_not_once", "order_transaction_missing"],
          ...["settled_left_open", "settled_left_open"],
        ],
        () => [
          `INSERT INTO capture (id, amount, raw_amount, payment_id)
         SELECT 'capt_again', amount, raw_amount, payment_id FROM capture WHERE ${captures()} AND amount < 1`,
        ],
      ],
      [
        "a cent that moved from one part to the other",
        ["amounts_differ", "amounts_differ"],
        () => [
          `UPDATE capture SET amount = CASE WHEN amount < 1 THEN amount + 0.01 ELSE amount - 0.01 END WHERE ${captures()}`,
          `UPDATE order_transaction SET amount = CASE WHEN amount < 1 THEN amount + 0.01 ELSE amount - 0.01 END
          WHERE reference_id IN (SELECT id FROM capture WHERE ${captures()})`,
        ],
      ],
      [
        "a part that the order does not show",
        ["order_transaction_missing", "order_transaction_missing"],
        () => [
          `UPDATE order_transaction SET deleted_at = now()
          WHERE amount < 1 AND reference_id IN (SELECT id FROM capture WHERE ${captures()})`,
        ],
      ],
      [
        "a remainder of another payment",
        ["captured_not_once", "settled_twice", "captured_not_once"],
        () => [
          `UPDATE crypto_payment SET remainder_id = NULL WHERE id = '${first}'`,
        ],
      ],
    ])("finds %s", async (_what, rules, statements) => {
      const knex = shop.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      const transaction = await knex.transaction()
      try {
        for (const statement of statements()) {
          const { rowCount } = await transaction.raw(statement)
          expect(rowCount).toBeGreaterThan(0)
        }
        const report = auditBooks(
          // Those of earlier tests are in no ledger any more.
          (await control.payments()).filter(({ id }) =>
            gatewayIds.includes(id)
          ),
          await readBooks({ query: (sql) => transaction.raw(sql) }),
          { [HOSTED]: false }
        )
        expect(report.violations.map(({ rule }) => rule).sort()).toEqual(
          [...rules].sort()
        )
      } finally {
        await transaction.rollback()
      }
    })
  }
)

testShop({
  startGateway: () => startSandbox({ control: true, retryIntervalSeconds: 1 }),
  environment: { CRYPTO_MAX_SHORTFALL_PERCENT: "1" },
  suites: [auditOfParts],
})
