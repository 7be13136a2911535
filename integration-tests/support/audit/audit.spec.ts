import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { eventually } from "../eventually"
import { SandboxControl } from "../instances/sandbox-control"
import { ADMIN } from "../shop/shop-fixture"
import { testShop } from "../shop/test-shop"
import {
  addToOrder,
  createAdminUser,
  dueCollection,
  logInAsAdmin,
  type SeededStore,
  seedStore,
  Shopper,
} from "../store"
import { auditBooks, type AuditReport } from "./index"
import { readBooks } from "./read-books"

const CRYPTO = "pp_crypto_crypto"
const OTHER = "pp_system_default"

testShop({
  gateway: { expires: true },
  suites: [
    (shop) => {
      describe("the auditor", () => {
        let store: SeededStore<"shirt" | "ebook">
        let gateway: SandboxControl
        /** Ids of gateway payments, by what is said of them in the tests. */
        const ids = {
          settled: "",
          settledToo: "",
          edited: "",
          edit: "",
          attention: "",
          duplicate: "",
          unpaid: "",
        }
        /** Names of payments and orders, by id. */
        const names = new Map<string | null, string>()

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
          ids.edited = await sale()
          ids.edit = await editOf(ids.edited)
          ids.attention = await sale({ changed: true })
          ids.duplicate = await sale({ paidOtherwise: true })
          ids.unpaid = await sale({ unpaid: true })
          const shopper = new Shopper(shop.baseUrl(), store)
          const cartId = await newCart(shopper)
          await shopper.startPayment(cartId, OTHER)
          const order = await shopper.placeOrder(cartId)
          names.set(order.id, "order paid otherwise")
          for (const [name, id] of Object.entries(ids)) {
            names.set(id, name)
            const orderId = await orderOf(id)
            if (orderId && name !== "edit") {
              names.set(orderId, `order of ${name}`)
            }
          }
        })

        it("finds nothing where nothing is wrong", async () => {
          const report = await auditAfter([])
          expect(report).toEqual({
            violations: [],
            figures: {
              payments: 7,
              confirmed: 6,
              settled: 4,
              attention: 2,
              resolved: 0,
              attentionByReason: { amount_mismatch: 1, duplicate_payment: 1 },
              orders: 5,
              ordersPaidOtherwise: 2,
              ordersCanceled: 0,
              ordersHalfMade: 0,
              refunds: 0,
              refundsOfSurplus: 0,
              refundRequestsByState: {},
            },
          })
        })

        type Corruption = [
          what: string,
          findings: string[],
          sql: () => string[],
        ]

        it.each<Corruption>([
          [
            "a confirmed payment that the ledger lost",
            ["confirmed_payment_unknown: attention"],
            () => [set(ids.attention, "deleted_at = now()")],
          ],
          [
            "a confirmed payment that was left unfinished",
            ["confirmed_payment_unfinished: attention"],
            () => [set(ids.attention, "state = 'paid'")],
          ],
          [
            "a confirmed payment that was closed",
            ["confirmed_payment_unfinished: settled"],
            () => [set(ids.settled, "state = 'closed'")],
          ],
          [
            "a settled payment whose order was canceled",
            ["settled_on_canceled_order: settled, order of settled"],
            () => [`UPDATE "order" SET status = 'canceled' WHERE ${order()}`],
          ],
          [
            "attention without a reason",
            ["no_word_for_a_person: attention"],
            () => [set(ids.attention, "attention_reason = NULL")],
          ],
          [
            "attention for what is settled in fact",
            ["attention_unjustified: settled, order of settled"],
            () => [
              `UPDATE crypto_payment SET state = 'attention', attention_reason = 'duplicate_payment' WHERE ${row(ids.settled)}`,
            ],
          ],
          [
            "attention that does not name the order that shows its money",
            ["attention_without_order: settled"],
            () => [
              total("current_order_total", "6"),
              `UPDATE crypto_payment SET state = 'attention', attention_reason = 'amount_mismatch', order_id = NULL WHERE ${row(ids.settled)}`,
            ],
          ],
          [
            "a resolved payment without a resolution",
            ["no_word_for_a_person: attention"],
            () => [set(ids.attention, "state = 'resolved'")],
          ],
          [
            "an unknown status that needs no attention",
            ["no_word_for_a_person: unpaid"],
            () => [
              `UPDATE crypto_payment SET gateway_status = 'underpaid', next_check_at = NULL WHERE ${row(ids.unpaid)}`,
            ],
          ],
          [
            "an order that could not be placed, where it was",
            ["attention_reason_wrong: duplicate, order of duplicate"],
            () => [set(ids.duplicate, "attention_reason = 'order_not_placed'")],
          ],
          [
            "an unknown amount, where it is known",
            ["attention_reason_wrong: attention"],
            () => [
              `UPDATE crypto_payment SET attention_reason = 'received_amount_unknown', crypto_currency = NULL, quoted_crypto_amount = '5', received_crypto_amount = '4' WHERE ${row(ids.attention)}`,
            ],
          ],
          [
            "an open payment that needs attention, with a known status",
            ["attention_reason_wrong: unpaid"],
            () => [set(ids.unpaid, "attention_reason = 'unknown_status'")],
          ],
          [
            "an open payment that needs attention for a reason of paid ones",
            ["attention_reason_wrong: unpaid"],
            () => [
              `UPDATE crypto_payment SET gateway_status = 'underpaid', attention_reason = 'unmatched' WHERE ${row(ids.unpaid)}`,
            ],
          ],
          [
            "money that the gateway never confirmed",
            ["money_not_confirmed: unpaid"],
            () => [
              `UPDATE crypto_payment SET state = 'attention', attention_reason = 'unmatched' WHERE ${row(ids.unpaid)}`,
            ],
          ],
          [
            "another amount of coins than arrived",
            ["coins_differ: attention"],
            () => [
              `UPDATE crypto_payment SET received_crypto_amount = '5.4000000000000000001', crypto_currency = 'USDT_TRC20' WHERE ${row(ids.attention)}`,
            ],
          ],
          [
            "another amount of coins than was asked for",
            ["coins_differ: attention"],
            () => [
              `UPDATE crypto_payment SET quoted_crypto_amount = '0.01', crypto_currency = 'USDT_TRC20' WHERE ${row(ids.attention)}`,
            ],
          ],
          [
            "a payment whose test mode was read wrong",
            ["test_mode_ignored: attention"],
            () => [set(ids.attention, "is_test = NOT is_test")],
          ],
          [
            "a settled payment whose order is gone",
            ["settled_without_order: settled, order of settled"],
            () => [`UPDATE "order" SET deleted_at = now() WHERE ${order()}`],
          ],
          [
            "a settled payment whose payment in Medusa is gone",
            ["settled_without_payment: settled, order of settled"],
            () => [`UPDATE payment SET deleted_at = now() WHERE ${payment()}`],
          ],
          [
            "a settled payment that is another order's",
            [
              "settled_payment_not_on_order: settled, order of settledToo",
              "order_transaction_missing: settled, order of settledToo",
            ],
            () => [
              `UPDATE crypto_payment SET order_id = (SELECT order_id FROM crypto_payment WHERE ${row(ids.settledToo)}) WHERE ${row(ids.settled)}`,
            ],
          ],
          [
            "a settled payment that was not captured",
            ["captured_not_once: settled, order of settled"],
            () => [`UPDATE capture SET deleted_at = now() WHERE ${capture()}`],
          ],
          [
            "a second capture",
            [
              "captured_not_once: settled, order of settled",
              "order_transaction_missing: settled, order of settled",
              "settled_left_open: settled, order of settled",
            ],
            () => [
              `INSERT INTO capture (id, amount, raw_amount, payment_id)
             SELECT 'capt_again', amount, raw_amount, payment_id FROM capture WHERE ${capture()}`,
            ],
          ],
          [
            "a capture that is a cent short",
            [
              "amounts_differ: settled, order of settled",
              "order_transaction_missing: settled, order of settled",
              "settled_left_open: settled, order of settled",
            ],
            () => [
              `UPDATE capture SET amount = amount - 0.01 WHERE ${capture()}`,
            ],
          ],
          [
            "a session of another amount",
            ["amounts_differ: settled, order of settled"],
            () => [
              `UPDATE payment_session SET amount = amount + 0.01
              WHERE id = (SELECT payment_session_id FROM payment WHERE ${payment()})`,
            ],
          ],
          [
            "a capture in another currency",
            ["amounts_differ: settled, order of settled"],
            () => [
              `UPDATE payment SET currency_code = 'usd' WHERE ${payment()}`,
            ],
          ],
          [
            "a settled payment that left its order open",
            ["settled_left_open: settled, order of settled"],
            () => [
              `UPDATE order_summary SET totals = jsonb_set(totals, '{current_order_total}', '6') WHERE order_${order()} AND version = 1`,
            ],
          ],
          [
            "an order that was placed for another total",
            ["order_of_other_worth: order of settled"],
            () => [total("original_order_total", "5.36")],
          ],
          [
            "an edited order that was placed for another total",
            [
              "settled_left_open: edited, order of edited",
              "order_of_other_worth: order of edited",
            ],
            () => [ofOtherWorth()],
          ],
          [
            "an edited order that was placed for another total, and about which a person is asked",
            [],
            () => [
              ofOtherWorth(),
              `UPDATE crypto_payment SET state = 'attention', attention_reason = 'amount_mismatch' WHERE ${row(ids.edited)}`,
            ],
          ],
          [
            "an order that was placed in another currency",
            ["order_of_other_worth: order of settled"],
            () => [`UPDATE "order" SET currency_code = 'usd' WHERE ${order()}`],
          ],
          [
            "an order without its transaction",
            ["order_transaction_missing: settled, order of settled"],
            () => [
              `UPDATE order_transaction SET deleted_at = now() WHERE order_${order()}`,
            ],
          ],
          [
            "an order that was paid in full twice by one capture",
            ["order_transaction_doubled: settled, order of settled"],
            () => [
              `INSERT INTO order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
             SELECT 'ordtrx_again', order_id, version, amount, raw_amount, currency_code, reference, reference_id
               FROM order_transaction WHERE order_${order()}`,
            ],
          ],
          [
            "an order that still waits for a cent",
            ["pending_difference: order of settled"],
            () => [total("pending_difference", "0.01")],
          ],
          [
            "an order that waits for a cent, while a timeline says nothing is due",
            [],
            () => [total("pending_difference", "0.01"), noteDue("0.00")],
          ],
          [
            "an order that waits for a cent, while a timeline says another one is due",
            ["pending_difference: order of settled"],
            () => [total("pending_difference", "0.01"), noteDue("0.02")],
          ],
          [
            "a canceled order that still waits for a cent",
            [
              "settled_on_canceled_order: settled, order of settled",
              "pending_difference: order of settled",
            ],
            () => [
              `UPDATE "order" SET status = 'canceled' WHERE ${order()}`,
              total("pending_difference", "0.01"),
            ],
          ],
          [
            "an edited order that still waits for a cent",
            ["pending_difference: order of edited"],
            () => [total("pending_difference", "0.01", ids.edited)],
          ],
          [
            "an edit that was paid although it was taken back",
            [
              "paid_more_than_due: order of edited",
              "paid_twice_unnoticed: order of edited",
            ],
            () => [
              `UPDATE order_summary SET totals = totals || '{"current_order_total": 5.35, "pending_difference": -5.35}'
              WHERE version > 1 AND order_${order(ids.edited)}`,
            ],
          ],
          [
            "two settled payments of one order",
            [
              "settled_twice: settledToo, order of settledToo",
              "settled_payment_not_on_order: settled, order of settledToo",
            ],
            () => [
              `UPDATE crypto_payment SET (order_id, payment_id) =
               (SELECT order_id, payment_id FROM crypto_payment WHERE ${row(ids.settledToo)}) WHERE ${row(ids.settled)}`,
            ],
          ],
          [
            "an order that another payment stands against as well",
            ["paid_twice_unnoticed: order of settled"],
            () => [
              `UPDATE payment SET payment_collection_id =
               (SELECT payment_collection_id FROM payment WHERE ${payment()})
              WHERE id = (SELECT max(id) FROM payment WHERE provider_id = '${OTHER}')`,
            ],
          ],
          [
            "a cart with two orders",
            [
              "settled_payment_not_on_order: settledToo, order of settledToo",
              "cart_with_two_orders: order of settled",
            ],
            () => [
              `UPDATE order_cart SET cart_id =
               (SELECT cart_id FROM crypto_payment WHERE ${row(ids.settled)})
              WHERE cart_id = (SELECT cart_id FROM crypto_payment WHERE ${row(ids.settledToo)})`,
            ],
          ],
          [
            "a capture that no payment of the gateway stands behind",
            [
              "confirmed_payment_unknown: settled",
              "captured_without_confirmation: order of settled",
            ],
            () => [set(ids.settled, "deleted_at = now()")],
          ],
          [
            "a payment by other means that was canceled under its order",
            ["foreign_payment_touched: order paid otherwise"],
            () => [
              `UPDATE payment SET canceled_at = now()
              WHERE id = (SELECT max(id) FROM payment WHERE provider_id = '${OTHER}')`,
            ],
          ],
        ])("reports %s", async (_what, findings, sql) => {
          expect(shortened(await auditAfter(sql()))).toEqual(findings)
        })

        it.each([
          ["duplicate_payment", "nothing else paid for the same"],
          ["late_payment", "no order was canceled, and its cart is there"],
          ["unmatched", "what it is for is there"],
          ["test_mode_mismatch", "gateway and provider agree on the mode"],
          ["unknown_status", "the gateway confirmed the money"],
          ["out_of_mood", "no such reason"],
        ])(
          "does not believe %s where it is not so",
          async (reason, objection) => {
            const { violations } = await auditAfter([
              `ALTER TABLE crypto_payment DROP CONSTRAINT IF EXISTS crypto_payment_attention_reason_check`,
              set(ids.attention, `attention_reason = '${reason}'`),
            ])
            expect(violations).toEqual([
              {
                rule: "attention_reason_wrong",
                gatewayPaymentId: ids.attention,
                orderId: null,
                finding: expect.stringMatching(
                  new RegExp(`^cpay_\\w+: ${reason}: ${objection}$`)
                ),
              },
            ])
          }
        )

        it("takes an open payment of an unknown status for one that a person has", async () => {
          const { violations } = await auditAfter([
            `UPDATE crypto_payment SET gateway_status = 'underpaid', next_check_at = NULL, attention_reason = 'unknown_status' WHERE ${row(ids.unpaid)}`,
          ])
          expect(violations).toEqual([])
        })

        it("takes an order that core stopped taking back for what it is", async () => {
          const paidOtherwise = `(SELECT max(id) FROM payment WHERE provider_id = '${OTHER}')`
          const { violations } = await auditAfter([
            `UPDATE payment SET canceled_at = now() WHERE id = ${paidOtherwise}`,
            `UPDATE workflow_execution SET state = 'compensating'
              WHERE workflow_id = 'complete-cart' AND context::text LIKE '%' ||
                (SELECT order_id FROM order_payment_collection JOIN payment USING (payment_collection_id)
                  WHERE payment.id = ${paidOtherwise}) || '%'`,
          ])
          expect(violations).toEqual([])
        })

        it("does not believe amount_mismatch once the cart costs what was paid", async () => {
          const report = await auditAfter([
            `UPDATE cart_line_item SET quantity = 1
              WHERE cart_id = (SELECT cart_id FROM crypto_payment WHERE ${row(ids.attention)})`,
          ])
          expect(shortened(report)).toEqual([
            "attention_reason_wrong: attention",
          ])
        })

        it("compares with the provider's mode, test or live", async () => {
          const report = await auditAfter([], { testModes: { [CRYPTO]: true } })
          expect(shortened(report)).toEqual([
            "test_mode_ignored: settled, order of settled",
            "test_mode_ignored: settledToo, order of settledToo",
            "test_mode_ignored: edited, order of edited",
            "test_mode_ignored: edit, order of edited",
            "attention_reason_wrong: attention",
            "attention_reason_wrong: duplicate, order of duplicate",
          ])
        })

        it("leaves alone what another system of the merchant was paid", async () => {
          const payments = await gateway.payments()
          const elsewhere = {
            ...payments[0],
            id: "elsewhere",
            status: "confirmed" as const,
            callback_url: "https://elsewhere.test/paid",
          }
          const { violations } = await auditAfter([], { more: [elsewhere] })
          expect(violations).toEqual([])
        })

        const set = (id: string, what: string) =>
          `UPDATE crypto_payment SET ${what} WHERE ${row(id)}`
        const row = (id: string) => `gateway_payment_id = '${id}'`
        const order = (id = ids.settled) =>
          `id = (SELECT order_id FROM crypto_payment WHERE ${row(id)})`
        const payment = (id = ids.settled) =>
          `id = (SELECT payment_id FROM crypto_payment WHERE ${row(id)})`
        const capture = () => `payment_${payment()}`
        const total = (name: string, amount: string, id?: string) =>
          `UPDATE order_summary SET totals = jsonb_set(totals, '{${name}}', '${amount}') WHERE order_${order(id)}`

        const ofOtherWorth = () =>
          `UPDATE order_summary SET totals = totals || '{"original_order_total": 6, "current_order_total": 6}'
            WHERE version = 1 AND order_${order(ids.edited)}`

        const noteDue = (amount: string) =>
          `INSERT INTO crypto_payment_event
             (id, crypto_payment_id, type, source, data, at)
           SELECT 'cpayev_due', id, 'order_misstated', 'decision',
                  jsonb_build_object('order_id', order_id, 'amount', '${amount}'), now()
             FROM crypto_payment WHERE ${row(ids.settled)}`

        /** Rule, payment and order of each violation, by their names. */
        function shortened({ violations }: AuditReport): string[] {
          return violations.map(({ rule, gatewayPaymentId, orderId }) => {
            const concerned = [gatewayPaymentId, orderId].flatMap((id) =>
              id ? [names.get(id) ?? id] : []
            )
            return `${rule}: ${concerned.join(", ")}`
          })
        }

        /** Writes that into a copy of the books that no other test sees. */
        async function auditAfter(
          statements: string[],
          {
            more = [],
            testModes = { [CRYPTO]: false },
          }: {
            more?: Awaited<ReturnType<SandboxControl["payments"]>>
            testModes?: Record<string, boolean>
          } = {}
        ): Promise<AuditReport> {
          const knex = shop
            .container()
            .resolve(ContainerRegistrationKeys.PG_CONNECTION)
          const transaction = await knex.transaction()
          try {
            for (const statement of statements) {
              const { rowCount } = await transaction.raw(statement)
              // Null where the statement is not about rows.
              if (rowCount !== null) expect(rowCount).toBeGreaterThan(0)
            }
            return auditBooks(
              [...(await gateway.payments()), ...more],
              await readBooks({ query: (sql) => transaction.raw(sql) }),
              testModes
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

        async function orderOf(id: string): Promise<string | null> {
          const { rows } = await shop
            .container()
            .resolve(ContainerRegistrationKeys.PG_CONNECTION)
            .raw(`SELECT order_id FROM crypto_payment WHERE ${row(id)}`)
          return rows[0].order_id
        }

        /** The gateway's id of a payment, once its webhook was handled. */
        async function sale({
          changed = false,
          paidOtherwise = false,
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
          if (paidOtherwise) {
            await shopper.startPayment(cartId, OTHER)
            await shopper.complete(cartId)
          }
          if (!unpaid) await pay(id)
          return id
        }

        /** The gateway's id of the payment of something added to an order. */
        async function editOf(id: string): Promise<string> {
          await createAdminUser(shop.container(), ADMIN)
          const admin = await logInAsAdmin(shop.baseUrl(), ADMIN)
          const orderId = String(await orderOf(id))
          await addToOrder(admin, orderId, store.products.ebook.variantId)
          const collectionId = String(await dueCollection(admin, orderId))
          const { data } = await new Shopper(shop.baseUrl(), store).openSession(
            collectionId,
            CRYPTO
          )
          const gatewayId = String(data?.gateway_payment_id)
          await pay(gatewayId)
          return gatewayId
        }

        async function pay(id: string): Promise<void> {
          await gateway.pay(id)
          await eventually(
            async () => {
              const [delivery] = await gateway.deliveries(id)
              return delivery?.state === "delivered" ? true : undefined
            },
            { otherwise: `The webhook of ${id} was refused.` }
          )
        }
      })
    },
  ],
})
