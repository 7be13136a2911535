import { FeatureFlag, Modules } from "@medusajs/framework/utils"
import { adviceFor } from "../../src/modules/crypto-payment"
import { fillInDetails } from "../../src/workflows/check-crypto-payment"
import { startMinimalGateway } from "../support/minimal-gateway"
import {
  createAdminUser,
  type HttpClient,
  logInAsAdmin,
  type SeededStore,
  seedStore,
  Shopper,
} from "../support/store"
import { createRole, SUPER_ADMIN } from "./admin-role"
import { Books } from "../support/shop/books"
import { openSale } from "../support/shop/open-sale"
import { pluginRoutes } from "./plugin-routes"
import { testShop } from "../support/shop/test-shop"

const provider = "pp_crypto_crypto"
const credentials = { email: "admin@example.test", password: "secret-word" }

type Row = { id: string; external_id: string; state: string; events?: unknown }
type List = { crypto_payments: Row[]; count: number; limit: number }

// `medusa start` knows Medusa's flags before it reads medusa-config.ts, which
// loads the RBAC module or not; the test runner reads the file first.
beforeAll(() => FeatureFlag.setFlag("rbac", true))

testShop({
  startGateway: () => startMinimalGateway(),
  environment: { MEDUSA_FF_RBAC: "true" },
  hasFlaggedModules: true,
  suites: [
    (shop) => {
      describe("the admin API", () => {
        let store: SeededStore<"shirt" | "ebook">
        let admin: HttpClient
        let books: Books

        beforeAll(async () => {
          store = await seedStore(shop.container())
          await createAdminUser(shop.container(), {
            ...credentials,
            roles: [SUPER_ADMIN],
          })
        })

        beforeEach(async () => {
          admin = await logInAsAdmin(shop.baseUrl(), credentials)
          books = new Books(shop.container())
        })

        const openCart = () =>
          openSale(new Shopper(shop.baseUrl(), store), [
            { variantId: store.products.ebook.variantId },
          ])

        const list = (query = "") =>
          admin.get<List>(`/admin/crypto-payments${query}`)

        const found = async (query: string) =>
          (await list(query)).crypto_payments.map((row) => row.external_id)

        it("lists attempts, newest first, in pages", async () => {
          const first = await openCart()
          const second = await openCart()
          expect(await found("")).toEqual([second.cart.id, first.cart.id])
          expect(await list("?limit=1&offset=1")).toMatchObject({
            count: 2,
            limit: 1,
            crypto_payments: [{ external_id: first.cart.id }],
          })
        })

        it("filters by order, state, status, mode, provider and text", async () => {
          const paid = await openCart()
          const open = await openCart()
          await shop.gateway().confirm(paid.gatewayId)
          const [orderId] = await books.orderIds(paid.cart.id)

          expect(await found(`?order_id=${orderId}`)).toEqual([paid.cart.id])
          expect(await found("?state=open")).toEqual([open.cart.id])
          expect(await found("?state[]=open&state[]=settled")).toHaveLength(2)
          expect(await found("?gateway_status=confirmed")).toEqual([
            paid.cart.id,
          ])
          expect(await found("?is_test=true")).toEqual([])
          expect(await found("?is_test=false")).toHaveLength(2)
          expect(await found(`?provider_id=${provider}`)).toHaveLength(2)
          expect(await found("?provider_id=pp_other")).toEqual([])
          expect(await found("?reason=amount_mismatch")).toEqual([])
          expect(await found("?attention=true")).toEqual([])
          expect(await found("?attention=false")).toHaveLength(2)
          expect(await found(`?q=${open.gatewayId.slice(0, 12)}`)).toEqual([
            open.cart.id,
          ])
          expect(await found("?q=%25")).toEqual([])
        })

        it("shows one attempt with its timeline, and nothing secret", async () => {
          const paid = await openCart()
          await shop.gateway().confirm(paid.gatewayId)
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
              ["created", "opened", "observation", "paid", "settled"].map(
                (type) => expect.objectContaining({ type })
              )
            )
          )
          const told = JSON.stringify(crypto_payment)
          expect(told).not.toContain(shop.gateway().apiKey)
          expect(told).not.toContain(shop.gateway().webhookSecret)
        })

        it("asks a gateway that tells no address once in a minute, with no entry in the timeline", async () => {
          const paid = await openCart()
          await shop.gateway().confirm(paid.gatewayId)
          const [orderId] = await books.orderIds(paid.cart.id)
          const { id } = await books.attemptOf(paid.session.id)
          const entries = async () =>
            (
              await admin.get<{ crypto_payment: Row }>(
                `/admin/crypto-payments/${id}`
              )
            ).crypto_payment.events
          shop
            .gateway()
            .rewriteAnswers((body) => ({ ...body, wallet_address: undefined }))
          shop.gateway().forgetRequests()
          const before = await entries()
          for (let view = 0; view < 5; view++) {
            expect(await list(`?order_id=${orderId}`)).toMatchObject({
              crypto_payments: [{ wallet_address: null }],
            })
            expect(await entries()).toEqual(before)
          }
          expect(shop.gateway().requests()).toEqual([
            `GET /v1/payments/${paid.gatewayId}`,
          ])

          const later = Date.now() + 61_000
          const clock = jest.spyOn(Date, "now").mockReturnValue(later)
          await fillInDetails(shop.container(), [id])
          await fillInDetails(shop.container(), [id])
          clock.mockRestore()
          shop.gateway().rewriteAnswers()
          expect(shop.gateway().requests()).toHaveLength(2)
        })

        it("knows the address, though no webhook tells it, and asks the gateway once", async () => {
          const paid = await openCart()
          await shop.gateway().confirm(paid.gatewayId)
          const [orderId] = await books.orderIds(paid.cart.id)
          shop.gateway().forgetRequests()
          for (let view = 0; view < 3; view++) {
            expect(await list(`?order_id=${orderId}`)).toMatchObject({
              crypto_payments: [{ wallet_address: expect.any(String) }],
            })
          }
          expect(shop.gateway().requests()).toEqual([
            `GET /v1/payments/${paid.gatewayId}`,
          ])
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

        it("refuses strangers, unknown ids and filters that are none", async () => {
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

        /** What each of our routes answers to someone with these rights. */
        async function statusesFor(rights: string[]) {
          const { id } = await books.attemptOf((await openCart()).session.id)
          const colleague = { ...credentials, email: "colleague@example.test" }
          const role = await createRole(shop.container(), "Colleague", rights)
          await createAdminUser(shop.container(), {
            ...colleague,
            roles: [role],
          })
          const http = await logInAsAdmin(shop.baseUrl(), colleague)
          const statuses: Record<string, number> = {}
          shop.gateway().forgetRequests()
          for (const [route, body] of routesOf(id)) {
            const path = `/admin/crypto-payments${route}`
            const answer = body ? http.post(path, body) : http.get(path)
            statuses[`${body ? "POST" : "GET"} ${route.replace(id, ":id")}`] =
              await answer.then(
                () => 200,
                (error: { status: number }) => error.status
              )
          }
          return statuses
        }

        it("has no route that the roles below do not try", async () => {
          const { id } = await books.attemptOf((await openCart()).session.id)
          const tried = routesOf(id).map(
            ([route, body]) =>
              `${body ? "POST" : "GET"} /admin/crypto-payments${route.replace(id, ":id")}`
          )
          const ours = pluginRoutes()
            .filter(({ path }) => path.startsWith("/admin/"))
            .map(({ method, path }) => `${method} ${path}`)
          expect(tried.sort()).toEqual(ours.sort())
        })

        it("is closed, where RBAC is on, to those without a right to payments", async () => {
          expect(await statusesFor(["product:read"])).toEqual({
            "GET ": 403,
            "GET /:id": 403,
            "GET /gateway": 403,
            "POST /gateway/self-test": 403,
            "POST /check": 403,
            "POST /adopt": 403,
            "POST /:id/check": 403,
            "POST /:id/retry-order": 403,
            "POST /:id/resolve": 403,
            "POST /:id/refunds": 403,
          })
          expect(shop.gateway().requests()).toEqual([])
        })

        it("lets those who may read payments look, and do nothing", async () => {
          expect(await statusesFor(["payment:read"])).toMatchObject({
            "GET ": 200,
            "GET /:id": 200,
            "GET /gateway": 200,
            "POST /check": 403,
            "POST /adopt": 403,
            "POST /:id/check": 403,
            "POST /:id/retry-order": 403,
            "POST /:id/resolve": 403,
            "POST /:id/refunds": 403,
          })
        })

        it("lets those act who may update payments, and record refunds who may create them", async () => {
          // 400: allowed to ask, though an open payment is not resolved or
          // refunded. 404: the gateway has no such payment.
          expect(
            await statusesFor(["payment:update", "refund:create"])
          ).toMatchObject({
            "GET ": 403,
            "POST /check": 200,
            "POST /adopt": 404,
            "POST /:id/check": 200,
            "POST /:id/retry-order": 400,
            "POST /:id/resolve": 400,
            "POST /:id/refunds": 400,
          })
        })

        it("goes with events that tell of a settled payment, and of one that needs a person", async () => {
          const told: unknown[] = []
          const bus = shop.container().resolve(Modules.EVENT_BUS)
          for (const name of ["settled", "attention_required"]) {
            bus.subscribe(`crypto_payment.${name}`, (event) => {
              told.push([event.name, event.data])
              return Promise.resolve()
            })
          }
          const good = await openCart()
          await shop.gateway().confirm(good.gatewayId)
          const bad = await openCart()
          await new Shopper(shop.baseUrl(), store).addItem(bad.cart.id, {
            variantId: store.products.ebook.variantId,
          })
          await shop.gateway().confirm(bad.gatewayId)

          const settled = await books.attemptOf(good.session.id)
          const waiting = await books.attemptOf(bad.session.id)
          const envelope = {
            event_id: expect.stringMatching(/^cpayout_/),
            occurred_at: expect.any(String),
          }
          expect(told).toEqual([
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
                advice: adviceFor("amount_mismatch"),
              },
            ],
          ])
        })
      })
    },
  ],
})

/** Each of our routes, with a body where it is posted to. */
function routesOf(id: string): [path: string, body?: object][] {
  return [
    [""],
    [`/${id}`],
    ["/gateway"],
    ["/gateway/self-test", { provider_id: provider }],
    ["/check", { ids: [id] }],
    ["/adopt", { gateway_payment_id: "no-such-payment" }],
    [`/${id}/check`, {}],
    [`/${id}/retry-order`, {}],
    [`/${id}/resolve`, { kind: "other", note: "Done." }],
    [`/${id}/refunds`, { amount: "1.00", transaction_hash: "0x1" }],
  ]
}
