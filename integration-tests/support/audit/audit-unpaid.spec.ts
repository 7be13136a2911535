import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { SandboxControl } from "../instances/sandbox-control"
import { testShop } from "../shop/test-shop"
import { DEFAULT_CATALOGUE } from "../store/catalogue"
import { type SeededStore, Shopper, seedStore } from "../store"
import type { GatewayPayment } from "./books"
import { auditBooks, type UnpaidOrderTerms } from "./index"
import { readBooks } from "./read-books"

const CRYPTO = "pp_crypto_crypto"
const HOUR_MS = 60 * 60_000

type Sale = { gatewayId: string; cartId: string; orderId: string }

type Case = {
  sql?: string[]
  terms?: Partial<UnpaidOrderTerms>
  /** What the gateway says otherwise of a payment. */
  gateway?: [id: string, changes: Partial<GatewayPayment>]
}

testShop({
  gateway: { expires: true },
  environment: { CRYPTO_PLACE_ORDER: "before_payment" },
  suites: [
    (shop) => {
      describe("the auditor of orders that are placed before their payment", () => {
        let store: SeededStore<"shirt" | "ebook">
        let gateway: SandboxControl
        let paid: Sale
        let unpaid: Sale
        let canceled: Sale
        let canceledAt: number

        beforeAll(async () => {
          store = await seedStore(shop.container(), {
            providers: [CRYPTO],
            products: DEFAULT_CATALOGUE,
          })
          gateway = new SandboxControl(shop.gateway())
          paid = await place()
          await gateway.payAndDeliver(paid.gatewayId)
          unpaid = await place()
          canceled = await place()
          await gateway.expire(canceled.gatewayId)
          await cancelOrderWorkflow(shop.container()).run({
            input: { order_id: canceled.orderId },
          })
          canceledAt = Date.now()
        })

        it("finds nothing where nothing is wrong", async () => {
          expect(await rulesAfter({})).toEqual([])
        })

        it.each<[what: string, rules: string[], of: () => Case]>([
          [
            "an order that is unpaid past its time",
            ["unpaid_past_its_time unpaid"],
            () => ({ terms: { now: Date.now() + 2 * HOUR_MS } }),
          ],
          [
            "an order that is unpaid after its time was ended",
            ["unpaid_past_its_time unpaid"],
            () => ({
              terms: {
                endedAt: new Map([
                  [unpaid.cartId, 0],
                  [canceled.cartId, canceledAt - 60_000],
                ]),
              },
            }),
          ],
          [
            "an order that is unpaid when the time of all is over",
            ["unpaid_past_its_time unpaid"],
            () => ({ terms: { isOver: true } }),
          ],
          [
            "an order that was canceled while it could be paid",
            ["canceled_before_its_time canceled"],
            () => ({ terms: { endedAt: new Map() } }),
          ],
          [
            "an order that was canceled while the coin was chosen",
            ["canceled_while_paid canceled"],
            () => had(["pending", -1_000], ["expired", 60_000]),
          ],
          [
            "an order that was canceled after its money came in time",
            ["canceled_while_paid canceled"],
            () => had(["pending", -60_000], ["confirmed", -50_000]),
          ],
          [
            "an order that was canceled although late money came while it could be paid",
            ["canceled_while_paid canceled"],
            () => ({
              ...had(["expired", -60_000], ["confirmed", -50_000]),
              terms: {
                endedAt: new Map([[canceled.cartId, canceledAt - 40_000]]),
              },
            }),
          ],
          [
            "a canceled order that shows money",
            [
              "settled_on_canceled_order paid",
              "canceled_before_its_time paid",
              "canceled_while_paid paid",
              "canceled_order_shows_money paid",
              "stock_not_released paid",
            ],
            () => ({
              sql: [
                `UPDATE "order" SET status = 'canceled', canceled_at = now() WHERE id = '${paid.orderId}'`,
              ],
            }),
          ],
          [
            "a canceled order whose stock was not released",
            ["stock_not_released canceled", "stock_count_wrong -"],
            () => ({
              sql: [
                `UPDATE reservation_item SET deleted_at = NULL WHERE ${ofOrder(canceled)}`,
              ],
            }),
          ],
          [
            "an order whose stock was released although it stands",
            ["stock_not_reserved unpaid", "stock_count_wrong -"],
            () => ({
              sql: [release(unpaid)],
            }),
          ],
          [
            "stock of an order that core placed half-way, by its count alone",
            ["stock_count_wrong -"],
            () => ({ sql: halfPlaced(unpaid) }),
          ],
          [
            "stock of an order that core was stopped before linking, by its count alone",
            ["stock_count_wrong -"],
            () => ({
              sql: [
                release(unpaid),
                `DELETE FROM order_cart WHERE order_id = '${unpaid.orderId}'`,
                `DELETE FROM order_payment_collection WHERE order_id = '${unpaid.orderId}'`,
                `DELETE FROM workflow_execution WHERE context::text LIKE '%${unpaid.orderId}%'`,
              ],
            }),
          ],
          [
            "stock of a settled order that core placed half-way",
            ["stock_not_reserved paid", "stock_count_wrong -"],
            () => ({ sql: halfPlaced(paid) }),
          ],
          [
            "stock of an order that a person decides about, by its count alone",
            ["stock_count_wrong -"],
            () => ({ sql: [release(paid), leaveToPerson(paid)] }),
          ],
          [
            "stock that was released twice",
            ["stock_count_wrong -"],
            () => ({
              sql: [
                "UPDATE inventory_level SET reserved_quantity = reserved_quantity - 1",
              ],
            }),
          ],
          [
            "stock that is not what it was",
            ["stock_count_wrong -"],
            () => ({
              sql: [
                "UPDATE inventory_level SET stocked_quantity = stocked_quantity + 1",
              ],
            }),
          ],
        ])("reports %s", async (_what, rules, of) => {
          expect(await rulesAfter(of())).toEqual(rules)
        })

        it.each<[what: string, of: () => Case]>([
          [
            "an order whose money is pending past its time",
            () => ({
              terms: { now: Date.now() + 2 * HOUR_MS },
              gateway: [unpaid.gatewayId, { status: "pending" }],
            }),
          ],
          [
            "late money after the time was over, whoever was first",
            () => had(["expired", -60_000], ["confirmed", -10]),
          ],
          [
            "an order that an admin canceled",
            () => ({
              ...had(["pending", -1_000]),
              terms: {
                endedAt: new Map(),
                canceledByAdmin: new Set([canceled.orderId]),
              },
            }),
          ],
        ])("accepts %s", async (_what, of) => {
          expect(await rulesAfter(of())).toEqual([])
        })

        /** The canceled order's payment had these statuses, so long after the cancellation. */
        function had(...statuses: [status: string, ms: number][]): Case {
          const history = statuses.map(([status, ms]) => ({
            status,
            at: new Date(canceledAt + ms).toISOString(),
          }))
          return { gateway: [canceled.gatewayId, { history }] }
        }

        const ofOrder = ({ orderId }: Sale) =>
          `line_item_id IN (SELECT item_id FROM order_item WHERE order_id = '${orderId}')`

        const release = (sale: Sale) =>
          `UPDATE reservation_item SET deleted_at = now() WHERE ${ofOrder(sale)}`

        const halfPlaced = (sale: Sale) => [
          release(sale),
          `UPDATE workflow_execution SET state = 'invoking'
            WHERE workflow_id = 'complete-cart' AND context::text LIKE '%${sale.orderId}%'`,
        ]

        const leaveToPerson = ({ gatewayId }: Sale) =>
          `UPDATE crypto_payment
              SET state = 'attention', attention_reason = 'order_not_placed'
            WHERE gateway_payment_id = '${gatewayId}'`

        async function rulesAfter({ sql = [], terms, gateway: said }: Case) {
          const transaction = await shop
            .container()
            .resolve(ContainerRegistrationKeys.PG_CONNECTION)
            .transaction()
          try {
            for (const statement of sql) {
              const { rowCount } = await transaction.raw(statement)
              expect(rowCount).toBeGreaterThan(0)
            }
            const payments = (await gateway.payments()).map((payment) =>
              payment.id === said?.[0] ? { ...payment, ...said[1] } : payment
            )
            const { violations } = auditBooks(
              payments,
              await readBooks({ query: (query) => transaction.raw(query) }),
              { [CRYPTO]: false },
              {
                terms: {
                  providers: [CRYPTO],
                  payableMs: HOUR_MS,
                  slackMs: 0,
                  now: Date.now(),
                  endedAt: new Map([[canceled.cartId, canceledAt - 60_000]]),
                  canceledByAdmin: new Set(),
                  stock: {
                    [String(store.products.shirt.inventoryItemId)]: 1_000,
                  },
                  ...terms,
                },
              }
            )
            return violations.map(
              ({ rule, orderId }) => `${rule} ${nameOf(orderId)}`
            )
          } finally {
            await transaction.rollback()
          }
        }

        function nameOf(orderId: string | null): string {
          const names = Object.entries({ paid, unpaid, canceled })
          return names.find(([, sale]) => sale.orderId === orderId)?.[0] ?? "-"
        }

        async function place(): Promise<Sale> {
          const shopper = new Shopper(shop.baseUrl(), store)
          const cart = await shopper.prepareCart(
            [{ variantId: store.products.shirt.variantId }],
            { shippingOptionId: store.shippingOptionId }
          )
          const session = await shopper.startPayment(cart.id, CRYPTO)
          const order = await shopper.placeOrder(cart.id)
          return {
            gatewayId: String(session.data?.gateway_payment_id),
            cartId: cart.id,
            orderId: order.id,
          }
        }
      })
    },
  ],
})
