import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { eventually } from "../demo/check/eventually"
import { SandboxControl } from "../fleet/sandbox-control"
import { testShop } from "../shop/test-shop"
import { type SeededStore, Shopper, seedStore } from "../store"
import { auditBooks, readBooks, type AuditReport, type Rule } from "./index"

const CRYPTO = "pp_crypto_crypto"
const OTHER = "pp_system_default"

testShop<Sandbox>({
  startGateway: () => startSandbox({ control: true }),
  suites: [
    (shop) => {
      describe("the auditor", () => {
        let store: SeededStore<"shirt" | "ebook">
        let gateway: SandboxControl
        const ids = {
          settled: "",
          settledToo: "",
          attention: "",
          unpaid: "",
        }

        beforeAll(async () => {
          store = await seedStore(shop.container(), {
            providers: [CRYPTO, OTHER],
            products: [
              {
                handle: "shirt",
                title: "Shirt",
                price: 10,
                requiresShipping: true,
              },
              {
                handle: "ebook",
                title: "E-book",
                price: 5.35,
                requiresShipping: false,
              },
            ],
          })
          gateway = new SandboxControl(shop.gateway())
          ids.settled = await sale()
          ids.settledToo = await sale()
          ids.attention = await sale({ changed: true })
          ids.unpaid = await sale({ unpaid: true })
          const shopper = new Shopper(shop.baseUrl(), store)
          const cartId = await newCart(shopper)
          await shopper.startPayment(cartId, OTHER)
          await shopper.complete(cartId)
        })

        it("finds nothing where nothing is wrong", async () => {
          const report = await auditAfter([])
          expect(report).toEqual({
            violations: [],
            figures: {
              payments: 4,
              confirmed: 3,
              settled: 2,
              attention: 1,
              resolved: 0,
              attentionByReason: { amount_mismatch: 1 },
              orders: 3,
              ordersPaidOtherwise: 1,
              ordersHalfMade: 0,
            },
          })
        })

        type Corruption = [what: string, rule: Rule, sql: () => string[]]

        it.each<Corruption>([
          [
            "a confirmed payment that the ledger lost",
            "confirmed_payment_unknown",
            () => [
              `UPDATE crypto_payment SET deleted_at = now() WHERE ${row(ids.attention)}`,
            ],
          ],
          [
            "a confirmed payment that nobody finished",
            "confirmed_payment_unfinished",
            () => [
              `UPDATE crypto_payment SET state = 'paid' WHERE ${row(ids.attention)}`,
            ],
          ],
          [
            "a confirmed payment that was closed",
            "confirmed_payment_unfinished",
            () => [
              `UPDATE crypto_payment SET state = 'closed' WHERE ${row(ids.settled)}`,
            ],
          ],
          [
            "attention without a reason",
            "no_word_for_a_person",
            () => [
              `UPDATE crypto_payment SET attention_reason = NULL WHERE ${row(ids.attention)}`,
            ],
          ],
          [
            "a resolved payment that nobody resolved",
            "no_word_for_a_person",
            () => [
              `UPDATE crypto_payment SET state = 'resolved' WHERE ${row(ids.attention)}`,
            ],
          ],
          [
            "money that the gateway never confirmed",
            "money_not_confirmed",
            () => [
              `UPDATE crypto_payment SET state = 'attention', attention_reason = 'unmatched' WHERE ${row(ids.unpaid)}`,
            ],
          ],
          [
            "a settled payment whose order is gone",
            "settled_without_order",
            () => [`UPDATE "order" SET deleted_at = now() WHERE ${order()}`],
          ],
          [
            "a settled payment whose payment in Medusa is gone",
            "settled_without_payment",
            () => [`UPDATE payment SET deleted_at = now() WHERE ${payment()}`],
          ],
          [
            "a settled payment that is another order's",
            "settled_payment_not_on_order",
            () => [
              `UPDATE crypto_payment SET order_id = (SELECT order_id FROM crypto_payment WHERE ${row(ids.settledToo)}) WHERE ${row(ids.settled)}`,
            ],
          ],
          [
            "a settled payment that was not captured",
            "captured_not_once",
            () => [`UPDATE capture SET deleted_at = now() WHERE ${capture()}`],
          ],
          [
            "a second capture",
            "captured_not_once",
            () => [
              `INSERT INTO capture (id, amount, raw_amount, payment_id)
             SELECT 'capt_again', amount, raw_amount, payment_id FROM capture WHERE ${capture()}`,
            ],
          ],
          [
            "a capture that is a cent short",
            "amounts_differ",
            () => [
              `UPDATE capture SET amount = amount - 0.01 WHERE ${capture()}`,
            ],
          ],
          [
            "a session of another amount",
            "amounts_differ",
            () => [
              `UPDATE payment_session SET amount = amount + 0.01
              WHERE id = (SELECT payment_session_id FROM payment WHERE ${payment()})`,
            ],
          ],
          [
            "a capture in another currency",
            "amounts_differ",
            () => [
              `UPDATE payment SET currency_code = 'usd' WHERE ${payment()}`,
            ],
          ],
          [
            "an order without its transaction",
            "order_transaction_missing",
            () => [
              `UPDATE order_transaction SET deleted_at = now() WHERE order_${order()}`,
            ],
          ],
          [
            "an order that was paid in full twice by one capture",
            "order_transaction_doubled",
            () => [
              `INSERT INTO order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
             SELECT 'ordtrx_again', order_id, version, amount, raw_amount, currency_code, reference, reference_id
               FROM order_transaction WHERE order_${order()}`,
            ],
          ],
          [
            "an order that still waits for a cent",
            "pending_difference",
            () => [
              `UPDATE order_summary SET totals = jsonb_set(totals, '{pending_difference}', '0.01') WHERE order_${order()}`,
            ],
          ],
          [
            "two settled payments of one order",
            "settled_twice",
            () => [
              `UPDATE crypto_payment SET (order_id, payment_id) =
               (SELECT order_id, payment_id FROM crypto_payment WHERE ${row(ids.settledToo)})
              WHERE ${row(ids.settled)}`,
            ],
          ],
          [
            "an order that another payment stands against as well",
            "paid_twice_unnoticed",
            () => [
              `UPDATE payment SET payment_collection_id =
               (SELECT payment_collection_id FROM payment WHERE ${payment()})
              WHERE provider_id = '${OTHER}'`,
            ],
          ],
          [
            "a cart with two orders",
            "cart_with_two_orders",
            () => [
              `UPDATE order_cart SET cart_id =
               (SELECT cart_id FROM crypto_payment WHERE ${row(ids.settled)})
              WHERE cart_id = (SELECT cart_id FROM crypto_payment WHERE ${row(ids.settledToo)})`,
            ],
          ],
          [
            "a capture that no payment of the gateway stands behind",
            "captured_without_confirmation",
            () => [
              `UPDATE crypto_payment SET deleted_at = now() WHERE ${row(ids.settled)}`,
            ],
          ],
          [
            "a payment by other means that was cancelled under its order",
            "foreign_payment_touched",
            () => [
              `UPDATE payment SET canceled_at = now() WHERE provider_id = '${OTHER}'`,
            ],
          ],
        ])("reports %s", async (_what, rule, sql) => {
          const { violations } = await auditAfter(sql())
          expect(violations.map((each) => each.rule)).toContain(rule)
        })

        it("leaves alone what another system of the merchant was paid", async () => {
          const payments = await gateway.payments()
          const elsewhere = {
            ...payments[0],
            id: "elsewhere",
            status: "confirmed",
            callback_url: "https://elsewhere.test/paid",
          }
          const { violations } = await auditAfter([], [elsewhere])
          expect(violations).toEqual([])
        })

        const row = (id: string) => `gateway_payment_id = '${id}'`
        const order = () =>
          `id = (SELECT order_id FROM crypto_payment WHERE ${row(ids.settled)})`
        const payment = () =>
          `id = (SELECT payment_id FROM crypto_payment WHERE ${row(ids.settled)})`
        const capture = () => `payment_${payment()}`

        /** Writes that into a copy of the books that nobody else sees. */
        async function auditAfter(
          statements: string[],
          more: Awaited<ReturnType<SandboxControl["payments"]>> = []
        ): Promise<AuditReport> {
          const knex = shop
            .container()
            .resolve(ContainerRegistrationKeys.PG_CONNECTION)
          const transaction = await knex.transaction()
          try {
            for (const statement of statements) {
              const { rowCount } = await transaction.raw(statement)
              expect(rowCount).toBeGreaterThan(0)
            }
            return auditBooks(
              [...(await gateway.payments()), ...more],
              await readBooks({ query: (sql) => transaction.raw(sql) })
            )
          } finally {
            await transaction.rollback()
          }
        }

        async function newCart(shopper: Shopper): Promise<string> {
          const { ebook } = store.products
          const cart = await shopper.prepareCart(
            [{ variantId: ebook.variantId }],
            {}
          )
          return cart.id
        }

        /** The gateway's id of a payment, once its webhook was handled. */
        async function sale({
          changed = false,
          unpaid = false,
        } = {}): Promise<string> {
          const shopper = new Shopper(shop.baseUrl(), store)
          const cartId = await newCart(shopper)
          const session = await shopper.startPayment(cartId, CRYPTO)
          const id = String(session.data?.gateway_payment_id)
          if (changed) {
            await shopper.addItem(cartId, {
              variantId: store.products.ebook.variantId,
            })
          }
          if (unpaid) return id
          await gateway.pay(id)
          await eventually(
            async () => {
              const [delivery] = await gateway.deliveries(id)
              return delivery?.state === "delivered" ? true : undefined
            },
            { limitMs: 60_000, otherwise: `The webhook of ${id} was refused.` }
          )
          return id
        }
      })
    },
  ],
})
