import { FeatureFlag } from "@medusajs/framework/utils"
import { pathSpellingSuite } from "./path-spelling-suite"
import {
  addressOf,
  createColleague,
  goodBody,
  pluginRoutes,
} from "./plugin-routes"
import { readShown } from "../support/shop/admin-actions"
import { paymentSuite } from "../support/shop/payment-fixture"
import { testShop } from "../support/shop/test-shop"
import { logInAsAdmin } from "../support/store"
import { fillInDetails } from "../../src/api/admin/crypto-payments/crypto-payment-response"

// `medusa start` knows Medusa's flags before it reads medusa-config.ts, which
// loads the RBAC module or not; the test runner reads the file first.
beforeAll(() => FeatureFlag.setFlag("rbac", true))

const adminApi = paymentSuite("the admin API", (shop) => {
  const { actions, gateway, books, admin, openPayment, payTooLittle } = shop
  const list = (query: string) => admin.get(`/admin/crypto-payments${query}`)

  it("says that the database has to be migrated where the plugin's tables are missing", async () => {
    await shop.db().raw("alter table crypto_payment rename to elsewhere")
    try {
      for (const path of ["", "/summary"]) {
        await expect(list(path)).rejects.toMatchObject({
          status: 500,
          body: {
            message: expect.stringMatching(/ Run npx medusa db:migrate\.$/),
          },
        })
      }
    } finally {
      await shop.db().raw("alter table elsewhere rename to crypto_payment")
    }
    expect(await list("")).toMatchObject({ crypto_payments: [] })
  })

  it("shows a payment with its timeline and nothing secret", async () => {
    const paid = await openPayment()
    await gateway.confirm(paid.gatewayId)
    const { id } = await books.attemptOf(paid.session.id)

    const shown = await actions.show(id)

    expect(shown).toMatchObject({ id, state: "settled", amount: "5.00" })
    expect(shown.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        "created",
        "opened",
        "observation",
        "paid",
        "settled",
      ])
    )
    const reported = JSON.stringify(shown)
    expect(reported).not.toContain(gateway.apiKey)
    expect(reported).not.toContain(gateway.webhookSecret)
  })

  it("reads the gateway once for the address that no webhook carries, and once a minute where it reports none", async () => {
    const paid = await openPayment()
    await gateway.confirm(paid.gatewayId)
    const [orderId] = await books.orderIds(paid.cart.id)
    const { id } = await books.attemptOf(paid.session.id)
    const entries = async () => (await actions.show(id)).events
    // The network of its coin is read once for all payments.
    await books.ledger.currencies.list("default")
    gateway.rewriteAnswers((body) => ({ ...body, wallet_address: undefined }))
    gateway.forgetRequests()
    const before = await entries()
    const views = async (wallet_address: unknown) => {
      for (let view = 0; view < 3; view++) {
        expect(await list(`?q=${orderId}`)).toMatchObject({
          crypto_payments: [{ wallet_address }],
        })
        expect(await entries()).toEqual(before)
      }
    }
    const minuteLater = async (minute: number) => {
      const later = Date.now() + minute * 61_000
      const clock = jest.spyOn(Date, "now").mockReturnValue(later)
      await fillInDetails(shop.container(), { id })
      await fillInDetails(shop.container(), { id })
      clock.mockRestore()
    }
    await views(null)
    expect(gateway.requests()).toEqual([`GET /v1/payments/${paid.gatewayId}`])
    await minuteLater(1)
    expect(gateway.requests()).toHaveLength(2)

    gateway.rewriteAnswers()
    await minuteLater(2)
    expect(gateway.requests()).toHaveLength(3)
    await views(expect.any(String))
    expect(gateway.requests()).toHaveLength(3)
  })

  it("refuses requests without login, unknown ids and invalid filters", async () => {
    for (const { method, path } of adminRoutes()) {
      const answer = await fetch(`${shop.baseUrl()}${path}`, { method })
      expect([method, path, answer.status]).toEqual([method, path, 401])
    }
    await expect(
      admin.get("/admin/crypto-payments/cpay_unknown")
    ).rejects.toMatchObject({ status: 404 })
    for (const query of ["state=lost", "colour=red", "limit=0"]) {
      await expect(list(`?${query}`)).rejects.toMatchObject({ status: 400 })
    }
  })

  const logInWith = async (rights: string[]) =>
    logInAsAdmin(
      shop.baseUrl(),
      await createColleague(shop.container(), rights)
    )

  /** What each of our routes answers to someone with these rights. */
  async function statusesFor(rights: string[]) {
    const { id } = await books.attemptOf((await openPayment()).session.id)
    const values = {
      id,
      order_id: "order_none",
      request_id: "cpayreq_none",
      export_id: "none",
    }
    const http = await logInWith(rights)
    const statuses: Record<string, number> = {}
    gateway.forgetRequests()
    for (const route of adminRoutes()) {
      const path = addressOf(route, values)
      const answer =
        route.method === "GET"
          ? http.get(path)
          : http.post(path, goodBody(route, id, 1))
      const named = route.path.replace("/admin/crypto-payments", "")
      statuses[`${route.method} ${named}`] = await answer.then(
        () => 200,
        (error: { status: number }) => error.status
      )
    }
    return statuses
  }

  it("refuses users without a right to payments on every route when RBAC is on", async () => {
    const statuses = await statusesFor(["product:read"])
    expect(Object.keys(statuses).length).toBeGreaterThan(15)
    expect(new Set(Object.values(statuses))).toEqual(new Set([403]))
    expect(gateway.requests()).toEqual([])
  })

  it("allows users with payment:read to read and nothing else", async () => {
    const statuses = await statusesFor(["payment:read"])
    for (const [route, status] of Object.entries(statuses)) {
      const isReading = /^GET|export$|self-test$/.test(route)
      const isNone = /:(order|export)_id$/.test(route)
      const expected = isNone ? 404 : isReading ? 200 : 403
      expect([route, status]).toEqual([route, expected])
    }
  })

  it("shows nothing of the ledger with what core shows to who may read orders", async () => {
    const { orderId, id } = await shop.payOrder()
    await actions.refund(id, "1.00", "0x1")
    const reader = await logInWith([
      "order:read",
      "customer:read",
      "region:read",
      "sales_channel:read",
    ])
    const lists = [
      `orders/${orderId}?fields=id,`,
      "orders?fields=id,",
      "customers?fields=id,orders.id,orders.",
      "regions?fields=id,orders.id,orders.",
      "sales-channels?fields=id,orders.id,orders.",
    ]
    const fields = [
      "crypto_payments.*",
      "crypto_payments.wallet_address",
      "crypto_payments.events.*",
      "crypto_payments.refunds.*",
      "crypto_payment.*",
    ]
    for (const http of [reader, admin]) {
      for (const list of lists) {
        for (const field of fields) {
          const path = `/admin/${list}${field}`
          const text = JSON.stringify(await http.get(path))
          expect([path, text]).toEqual([path, expect.stringContaining(orderId)])
          expect([path, text]).toEqual([
            path,
            expect.not.stringMatching(/crypto_payment|cpay/),
          ])
        }
      }
    }
  })

  it("allows payment:update to act and refund:create to record refunds", async () => {
    // 409: allowed to decide, though not about another version of the payment.
    // 404: no such refund request.
    expect(
      await statusesFor(["payment:update", "refund:create"])
    ).toMatchObject({
      "GET ": 403,
      "POST /check": 200,
      "POST /:id/check": 200,
      "POST /:id/retry-order": 403,
      "POST /:id/accept": 403,
      "POST /:id/resolve": 409,
      "POST /:id/refunds": 409,
      "POST /:id/refund-requests": 409,
      "POST /refund-requests/:request_id/revoke": 404,
      "POST /refund-requests/:request_id/send": 404,
    })
  })

  it("takes the right to refunds for resolving as refunded, and to orders for retrying one", async () => {
    const { id } = await payTooLittle()
    const path = `/admin/crypto-payments/${id}`
    const shown = await readShown(admin, id)
    const refunded = { kind: "refunded", transaction_hash: "0xaaa", shown }
    const updater = await logInWith(["payment:update"])
    for (const [action, body] of [
      ["resolve", refunded],
      ["retry-order", { shown }],
    ] as const) {
      await expect(
        updater.post(`${path}/${action}`, body)
      ).rejects.toMatchObject({ status: 403 })
    }
    expect((await books.ledger.attempts.retrieve(id)).state).toBe("attention")

    const orderer = await logInWith(["payment:update", "order:create"])
    await orderer.post(`${path}/retry-order`, { shown })
    const refunder = await logInWith(["payment:update", "refund:create"])
    expect(await refunder.post(`${path}/resolve`, refunded)).toMatchObject({
      crypto_payment: { state: "resolved", refunds: [{ amount: "5.00" }] },
    })
    const other = await payTooLittle()
    await updater.post(`/admin/crypto-payments/${other.id}/resolve`, {
      kind: "other",
      note: "Done.",
      shown: await readShown(admin, other.id),
    })
  })
})

testShop({
  environment: { MEDUSA_FF_RBAC: "true" },
  hasFlaggedModules: true,
  suites: [adminApi, pathSpellingSuite],
})

function adminRoutes() {
  return pluginRoutes().filter(({ path }) => path.startsWith("/admin/"))
}
