import { FeatureFlag } from "@medusajs/framework/utils"
import { createRole } from "./admin-role"
import { pluginRoutes } from "./plugin-routes"
import { startMinimalGateway } from "../support/minimal-gateway"
import { readShown } from "../support/shop/admin-actions"
import { paymentSuite } from "../support/shop/payment-fixture"
import { ADMIN, HOSTED } from "../support/shop/shop-fixture"
import { testShop } from "../support/shop/test-shop"
import { createAdminUser, logInAsAdmin } from "../support/store"
import { adviceFor } from "../../src/modules/crypto-payment/admin-actions/attention"
import { fillInDetails } from "../../src/api/admin/crypto-payments/crypto-payment-response"

type Row = { id: string; external_id: string; state: string; events?: unknown }
type List = { crypto_payments: Row[]; count: number; limit: number }

// `medusa start` knows Medusa's flags before it reads medusa-config.ts, which
// loads the RBAC module or not; the test runner reads the file first.
beforeAll(() => FeatureFlag.setFlag("rbac", true))

const adminApi = paymentSuite("the admin API", (shop) => {
  const { gateway, books, admin, openPayment, payTooLittle } = shop
  const events = shop.collectEvents([
    "crypto_payment.settled",
    "crypto_payment.attention_required",
  ])

  const list = (query = "") => admin.get<List>(`/admin/crypto-payments${query}`)

  const found = async (query: string) =>
    (await list(query)).crypto_payments.map((row) => row.external_id)

  it("lists attempts, newest first, in pages", async () => {
    const first = await openPayment()
    const second = await openPayment()
    expect(await found("")).toEqual([second.cart.id, first.cart.id])
    expect(await list("?limit=1&offset=1")).toMatchObject({
      count: 2,
      limit: 1,
      crypto_payments: [{ external_id: first.cart.id }],
    })
  })

  it("filters by order, state, attention, merchant and text", async () => {
    const paid = await openPayment()
    const open = await openPayment()
    await gateway.confirm(paid.gatewayId)
    const [orderId] = await books.orderIds(paid.cart.id)

    expect(await found(`?q=${orderId}`)).toEqual([paid.cart.id])
    expect(await found("?state=open")).toEqual([open.cart.id])
    expect(await found("?state[]=open&state[]=settled")).toHaveLength(2)
    const { merchant_id } = await books.attemptOf(open.session.id)
    expect(await found(`?merchant_id=${merchant_id}`)).toHaveLength(2)
    expect(await found("?merchant_id=other")).toEqual([])
    expect(await found("?attention=amount_mismatch")).toEqual([])
    expect(await found("?attention=true")).toEqual([])
    expect(await found(`?q=${open.gatewayId}`)).toEqual([open.cart.id])
    expect(await found("?q=%25")).toEqual([])
  })

  it("shows one attempt with its timeline, and nothing secret", async () => {
    const paid = await openPayment()
    await gateway.confirm(paid.gatewayId)
    const { id } = await books.attemptOf(paid.session.id)

    const { crypto_payment } = await admin.get<{ crypto_payment: Row }>(
      `/admin/crypto-payments/${id}`
    )

    expect(crypto_payment).toMatchObject({
      id,
      state: "settled",
      amount: "5.00",
      currency_code: "eur",
    })
    expect(crypto_payment.events).toEqual(
      expect.arrayContaining(
        ["created", "opened", "observation", "paid", "settled"].map((type) =>
          expect.objectContaining({ type })
        )
      )
    )
    const reported = JSON.stringify(crypto_payment)
    expect(reported).not.toContain(gateway.apiKey)
    expect(reported).not.toContain(gateway.webhookSecret)
  })

  it("reads a gateway that reports no address once a minute, without a timeline entry", async () => {
    const paid = await openPayment()
    await gateway.confirm(paid.gatewayId)
    const [orderId] = await books.orderIds(paid.cart.id)
    const { id } = await books.attemptOf(paid.session.id)
    const entries = async () =>
      (await admin.get<{ crypto_payment: Row }>(`/admin/crypto-payments/${id}`))
        .crypto_payment.events
    gateway.rewriteAnswers((body) => ({ ...body, wallet_address: undefined }))
    gateway.forgetRequests()
    const before = await entries()
    for (let view = 0; view < 5; view++) {
      expect(await list(`?q=${orderId}`)).toMatchObject({
        crypto_payments: [{ wallet_address: null }],
      })
      expect(await entries()).toEqual(before)
    }
    expect(gateway.requests()).toEqual([`GET /v1/payments/${paid.gatewayId}`])

    const later = Date.now() + 61_000
    const clock = jest.spyOn(Date, "now").mockReturnValue(later)
    await fillInDetails(shop.container(), { id })
    await fillInDetails(shop.container(), { id })
    clock.mockRestore()
    gateway.rewriteAnswers()
    expect(gateway.requests()).toHaveLength(2)
  })

  it("shows the address that no webhook carries, and reads the gateway once", async () => {
    const paid = await openPayment()
    await gateway.confirm(paid.gatewayId)
    const [orderId] = await books.orderIds(paid.cart.id)
    gateway.forgetRequests()
    for (let view = 0; view < 3; view++) {
      expect(await list(`?q=${orderId}`)).toMatchObject({
        crypto_payments: [{ wallet_address: expect.any(String) }],
      })
    }
    expect(gateway.requests()).toEqual([`GET /v1/payments/${paid.gatewayId}`])
    const { id } = await books.attemptOf(paid.session.id)
    const { crypto_payment } = await admin.get<{ crypto_payment: Row }>(
      `/admin/crypto-payments/${id}`
    )
    expect(crypto_payment.events).not.toContainEqual(
      expect.objectContaining({
        source: expect.stringMatching(/^(admin|view)$/),
      })
    )
  })

  it("refuses requests without login, unknown ids and invalid filters", async () => {
    const answer = await fetch(`${shop.baseUrl()}/admin/crypto-payments`)
    expect(answer.status).toBe(401)
    await expect(
      admin.get("/admin/crypto-payments/cpay_unknown")
    ).rejects.toMatchObject({ status: 404 })
    await expect(list("?state=lost")).rejects.toMatchObject({
      status: 400,
    })
    for (const query of [
      "colour=red",
      "order=amount",
      "limit=0",
      "limit=many",
      "offset=-1",
      "created_at[gte]=yesterday",
      "created_at[near]=2026-01-01",
      "q=%00",
      "attention=maybe",
    ]) {
      await expect(list(`?${query}`)).rejects.toMatchObject({
        status: 400,
      })
    }
  })

  async function logInWith(rights: string[]) {
    const name = `colleague-${rights.join("-").replaceAll(":", "-")}`
    const colleague = { ...ADMIN, email: `${name}@example.test` }
    const role = await createRole(shop.container(), name, rights)
    await createAdminUser(shop.container(), { ...colleague, roles: [role] })
    return await logInAsAdmin(shop.baseUrl(), colleague)
  }

  /** What each of our routes answers to someone with these rights. */
  async function statusesFor(rights: string[]) {
    const { id } = await books.attemptOf((await openPayment()).session.id)
    const http = await logInWith(rights)
    const statuses: Record<string, number> = {}
    gateway.forgetRequests()
    for (const [route, body] of routesOf(id)) {
      const path = `/admin/crypto-payments${route}`
      const answer = body ? http.post(path, body) : http.get(path)
      const [named] = route.replace(id, ":id").split("?")
      statuses[`${body ? "POST" : "GET"} ${named}`] = await answer.then(
        () => 200,
        (error: { status: number }) => error.status
      )
    }
    return statuses
  }

  it("has no route that the role tests below leave out", async () => {
    const { id } = await books.attemptOf((await openPayment()).session.id)
    const tried = routesOf(id).map(
      ([route, body]) =>
        `${body ? "POST" : "GET"} /admin/crypto-payments${route.replace(id, ":id").split("?")[0]}`
    )
    const ours = pluginRoutes()
      .filter(({ path }) => path.startsWith("/admin/"))
      .map(({ method, path }) =>
        `${method} ${path}`
          .replace(":order_id", "order_none")
          .replace(":request_id", "cpayreq_none")
      )
    expect(tried.sort()).toEqual(ours.sort())
  })

  it("refuses users without a right to payments when RBAC is on", async () => {
    expect(await statusesFor(["product:read"])).toEqual({
      "GET ": 403,
      "GET /:id": 403,
      "GET /gateway": 403,
      "GET /summary": 403,
      "POST /export": 403,
      "GET /refund-requests": 403,
      "GET /orders/order_none": 403,
      "POST /gateway/move": 403,
      "POST /gateway/self-test": 403,
      "POST /check": 403,
      "POST /:id/check": 403,
      "POST /:id/retry-order": 403,
      "POST /:id/accept": 403,
      "POST /:id/resolve": 403,
      "POST /:id/refunds": 403,
      "POST /:id/refund-requests": 403,
      "POST /refund-requests/cpayreq_none/revoke": 403,
      "POST /refund-requests/cpayreq_none/send": 403,
    })
    expect(gateway.requests()).toEqual([])
  })

  it("allows users with payment:read to read and nothing else", async () => {
    expect(await statusesFor(["payment:read"])).toMatchObject({
      "GET ": 200,
      "GET /:id": 200,
      "GET /gateway": 200,
      "GET /summary": 200,
      "POST /export": 200,
      "GET /refund-requests": 200,
      "GET /orders/order_none": 404,
      "POST /check": 403,
      "POST /:id/check": 403,
      "POST /:id/retry-order": 403,
      "POST /:id/accept": 403,
      "POST /:id/resolve": 403,
      "POST /:id/refunds": 403,
      "POST /:id/refund-requests": 403,
      "POST /refund-requests/cpayreq_none/revoke": 403,
      "POST /refund-requests/cpayreq_none/send": 403,
    })
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
      "POST /refund-requests/cpayreq_none/revoke": 404,
      "POST /refund-requests/cpayreq_none/send": 404,
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

  it("emits events for a settled payment and for one that needs attention", async () => {
    const good = await openPayment()
    await gateway.confirm(good.gatewayId)
    const bad = await payTooLittle()

    const settled = await books.attemptOf(good.session.id)
    const waiting = await books.attemptOf(bad.session.id)
    const envelope = {
      crypto_currency: expect.any(String),
      // The webhook alone: what was quoted is not known.
      quoted_crypto_amount: null,
      received_crypto_amount: expect.stringMatching(/^\d+(\.\d+)?$/),
      crypto_difference: null,
      crypto_rate: null,
      received_value: null,
      event_id: expect.stringMatching(/^cpayout_/),
      occurred_at: expect.any(String),
    }
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      [
        "crypto_payment.settled",
        {
          ...envelope,
          id: settled.id,
          order_id: settled.order_id,
          reason: null,
        },
      ],
      [
        "crypto_payment.attention_required",
        {
          ...envelope,
          id: waiting.id,
          order_id: null,
          reason: "amount_mismatch",
          reason_key: "attention.reasons.amount_mismatch",
          advice: adviceFor("amount_mismatch"),
          advice_keys: {
            what_happened: "attention.advice.amount_mismatch.what_happened",
            where_the_money_is:
              "attention.advice.amount_mismatch.where_the_money_is",
            what_to_do: "attention.advice.amount_mismatch.what_to_do",
          },
        },
      ],
    ])
  })
})

testShop({
  startGateway: () => startMinimalGateway(),
  environment: { MEDUSA_FF_RBAC: "true" },
  hasFlaggedModules: true,
  suites: [adminApi],
})

/** Each of our routes, with a body where it is posted to. */
function routesOf(id: string): [path: string, body?: object][] {
  const shown = { version: 1 }
  return [
    [""],
    [`/${id}`],
    ["/gateway"],
    ["/summary"],
    ["/export", {}],
    ["/orders/order_none"],
    ["/gateway/move", { provider_id: HOSTED }],
    ["/gateway/self-test", { provider_id: HOSTED }],
    ["/check", { ids: [id] }],
    [`/${id}/check`, {}],
    [`/${id}/retry-order`, { shown }],
    [`/${id}/accept`, { shown }],
    [`/${id}/resolve`, { kind: "other", note: "Done.", shown }],
    [`/${id}/refunds`, { amount: "1.00", transaction_hash: "0x1", shown }],
    ["/refund-requests"],
    [`/${id}/refund-requests`, { amount: "1.00", shown }],
    ["/refund-requests/cpayreq_none/revoke", { shown: { state: "revoked" } }],
    [
      "/refund-requests/cpayreq_none/send",
      { address: "0x1", transaction_hash: "0x1" },
    ],
  ]
}
