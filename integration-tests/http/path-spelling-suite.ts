import { Agent } from "node:http"
import { FeatureFlag } from "@medusajs/framework/utils"
import {
  addressOf,
  createColleague,
  goodBody,
  type PluginRoute,
  pluginRoutes,
  type RouteValues,
  routeValues,
} from "./plugin-routes"
import { sendBytes } from "./request-body-suite"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED, MANUAL } from "../support/shop/shop-fixture"
import { adminToken } from "../support/store"

const PLUGIN_PATHS = /^\/(admin|store|hooks)\/crypto/

/** Core's own, which a middleware of the plugin guards. */
const GUARDED_CORE_ROUTES: PluginRoute[] = [
  {
    method: "POST",
    path: "/store/payment-collections/:payment_collection_id/payment-sessions",
  },
  { method: "GET", path: "/store/orders/:order_id" },
]

const atOnce = 8

type Sent = { token?: string; body?: object; contentType?: string }
type Answer = Awaited<ReturnType<typeof sendBytes>>

/**
 * Medusa's matchers see a path as it was sent, and Express decodes what a parameter takes of it: a
 * guard that depends on the spelling can be passed by.
 */
export const pathSpellingSuite = paymentSuite("spellings of a path", (shop) => {
  const { actions, books, gateway, store } = shop
  let known: RouteValues
  let refundSecret: string
  let version: number
  /**
   * One for each test: the server ends a connection that was idle while the next one was prepared.
   */
  let agent: Agent

  beforeEach(async () => {
    const prepared = await routeValues(shop)
    known = prepared.values
    refundSecret = prepared.refundSecret
    // A first look completes what no webhook reported.
    version = (await actions.show(known.id)).version
    agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  })

  afterEach(() => agent.destroy())

  const isRolesOn = () => FeatureFlag.isFeatureEnabled("rbac")

  const send = (method: string, path: string, sent: Sent): Promise<Answer> => {
    const { token, body, contentType = "application/json" } = sent
    const bytes = body && Buffer.from(JSON.stringify(body))
    return sendBytes(shop.baseUrl(), bytes, {
      agent,
      method,
      path,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": contentType } : {}),
        "x-publishable-api-key": store.publishableKey,
        "x-crypto-refund-secret": refundSecret,
      },
    })
  }

  const namesKnown = (url: string) =>
    url
      .split("/")
      .map(decodeURIComponent)
      .some((segment) => Object.values(known).includes(segment))

  /**
   * What a route answers on its plain path, and which spellings are answered otherwise, but by 404.
   */
  const tryOut = async (route: PluginRoute, sent: Sent) => {
    const path = addressOf(route, known)
    const query = queryOf(route)
    const plain = await send(route.method, path + query, sent)
    const faults: string[] = []
    const left = spellings(path).filter(
      // To an id that it does not have, core itself answers 500 on some routes.
      (url) => PLUGIN_PATHS.test(path) || namesKnown(url)
    )
    const worker = async () => {
      for (let url = left.pop(); url; url = left.pop()) {
        const answer = await send(route.method, url + query, sent)
        const isAlike =
          answer.status === plain.status &&
          answer.cacheControl === plain.cacheControl &&
          namesPayment(answer) === namesPayment(plain) &&
          (plain.status < 400 || answer.text === plain.text)
        if (!isAlike && answer.status !== 404) {
          faults.push(`${answer.status} ${route.method} ${url}: ${answer.text}`)
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return { route, plain, faults }
  }

  const tryAll = async (
    routes: PluginRoute[],
    sentTo: (route: PluginRoute) => Sent
  ) => {
    const results = []
    for (const route of routes) {
      results.push(await tryOut(route, sentTo(route)))
    }
    expect(results.flatMap(({ faults }) => faults)).toEqual([])
    return results.map(({ route, plain }) => ({
      named: `${route.method} ${route.path}`,
      ...route,
      ...plain,
    }))
  }

  const held = async () => {
    const { ledger } = books
    return {
      attempt: await ledger.attempts.retrieve(known.id),
      events: await ledger.listCryptoPaymentEvents({
        crypto_payment_id: known.id,
      }),
      request: await ledger.refundRequests.retrieve(known.request_id),
    }
  }

  const good = (route: PluginRoute) =>
    route.method === "GET" ? undefined : goodBody(route, known.id, version)

  /** What was decided about is missing, and something else is there. */
  const bad = (route: PluginRoute) => {
    if (route.method === "GET") return undefined
    if (!route.path.startsWith("/admin/")) {
      return { provider_id: MANUAL }
    }
    return { ...good(route), shown: undefined, colour: "red" }
  }

  const colleague = async (rights: string[]) =>
    adminToken(shop.baseUrl(), await createColleague(shop.container(), rights))

  it("are tried on every route of the plugin that the running router has", () => {
    const running = shop
      .routes()
      .filter(({ path }) => PLUGIN_PATHS.test(path))
      .map(({ method, path }) => `${method} ${path}`)
    const tried = pluginRoutes().map(({ method, path, file }) =>
      [method, file.endsWith("/:action") ? file : path].join(" ")
    )
    expect(running.length).toBeGreaterThan(15)
    expect([...new Set(tried)].sort()).toEqual(running.sort())
  })

  it("let nobody in without login, and change no answer to a shopper or a stranger's webhook", async () => {
    const before = await held()
    const routes = [...pluginRoutes(), ...GUARDED_CORE_ROUTES]
    const answers = await tryAll(routes, (route) => ({ body: bad(route) }))
    for (const { path, named, status, text, cacheControl } of answers) {
      if (/^\/(admin|hooks)\//.test(path)) {
        expect([named, status]).toEqual([named, 401])
      }
      if (path.startsWith("/store/crypto")) {
        expect([named, cacheControl]).toEqual([named, "no-store"])
      }
      if (path.startsWith("/store/orders")) {
        expect(text).toContain(known.order_id)
        expect(namesPayment({ text })).toBe(false)
      }
      if (path.endsWith("/payment-sessions")) {
        expect([status, text]).toEqual([
          400,
          expect.stringContaining("Please do not pay again"),
        ])
      }
    }
    expect(await held()).toEqual(before)
  })

  it("change no answer to an admin whose body is wrong, or a form", async () => {
    const token = shop.adminToken()
    const before = await held()
    const answers = await tryAll(adminRoutes(), (route) => ({
      token,
      body: bad(route),
    }))
    for (const { named, method, status, cacheControl } of answers) {
      const expected = [named, method === "GET" ? 200 : 400, "no-store"]
      expect([named, status, cacheControl]).toEqual(expected)
    }
    const actions = adminRoutes().filter(({ method }) => method !== "GET")
    const contentType = "application/x-www-form-urlencoded"
    for (const { named, status } of await tryAll(actions, (route) => ({
      token,
      body: good(route),
      contentType,
    }))) {
      expect([named, status]).toEqual([named, 400])
    }
    expect(await held()).toEqual(before)
  })

  it("give a user of the lowest role nothing, and one who may read no action", async () => {
    if (!isRolesOn()) return
    const before = await held()
    gateway.forgetRequests()
    const lowest = await colleague(["product:read"])
    for (const { named, status } of await tryAll(adminRoutes(), (route) => ({
      token: lowest,
      body: good(route),
    }))) {
      expect([named, status]).toEqual([named, 403])
    }
    const reader = await colleague(["payment:read"])
    const isForReaders = ({ method, path }: PluginRoute) =>
      method === "GET" || /\/(export|self-test)$/.test(path)
    const others = adminRoutes().filter((route) => !isForReaders(route))
    expect(others.length).toBeGreaterThan(8)
    for (const { named, status } of await tryAll(others, (route) => ({
      token: reader,
      body: good(route),
    }))) {
      expect([named, status]).toEqual([named, 403])
    }
    const ofOrders = [{ method: "GET", path: "/admin/orders/:order_id" }]
    const orderer = await colleague(["order:read"])
    for (const answer of await tryAll(ofOrders, () => ({ token: orderer }))) {
      expect(answer.text).toContain(known.order_id)
      expect(namesPayment(answer)).toBe(false)
    }
    expect(await held()).toEqual(before)
    expect(before.attempt.state).toBe("attention")
    expect(gateway.requests()).toEqual([])
  })

  it("make no difference to what an admin's answer lets a browser keep", async () => {
    const token = shop.adminToken()
    const first = ["refund-requests", "check"]
    const routes = adminRoutes().sort(
      (one, other) => rank(one, first) - rank(other, first)
    )
    const statuses = new Map<string, number>()
    for (const route of routes) {
      const path = addressOf(route, known)
      const body = good(route)
      const answer = await send(route.method, path, { token, body })
      const named = `${route.method} ${route.path}`
      statuses.set(named, answer.status)
      expect([named, answer.cacheControl]).toEqual([named, "no-store"])
    }
    const base = "/admin/crypto-payments"
    for (const succeeded of [
      ...adminRoutes().filter(({ method }) => method === "GET"),
      { method: "POST", path: `${base}/export` },
      { method: "POST", path: `${base}/:id/check` },
      { method: "POST", path: `${base}/:id/refund-requests` },
      { method: "POST", path: `${base}/refund-requests/:request_id/revoke` },
    ]) {
      const named = `${succeeded.method} ${succeeded.path}`
      expect([named, statuses.get(named)]).toEqual([named, 200])
    }
  })
})

const adminRoutes = () =>
  pluginRoutes().filter(({ path }) => path.startsWith("/admin/"))

/** Those that succeed while the payment is as it was. */
function rank({ method, path }: PluginRoute, first: string[]): number {
  if (method === "GET") return 0
  return first.some((name) => path.endsWith(`/${name}`)) ? 1 : 2
}

const namesPayment = ({ text }: Pick<Answer, "text">) => text.includes("cpay_")

function queryOf({ path }: PluginRoute): string {
  if (path.endsWith("/currencies")) return `?provider_id=${HOSTED}`
  if (path.endsWith("/orders/:order_id") && !PLUGIN_PATHS.test(path)) {
    return "?fields=id,*crypto_payments,*crypto_payment"
  }
  return ""
}

const encodeAll = (text: string) =>
  [...text]
    .map((each) => `%${each.charCodeAt(0).toString(16).padStart(2, "0")}`)
    .join("")

type Change = (segment: string) => string

/** What can be done to any segment of a path. */
const COARSE_CHANGES: Change[] = [
  (segment) => encodeAll(segment[0]) + segment.slice(1),
  (segment) => segment.toUpperCase(),
  (segment) => `/${segment}`,
  (segment) => `..;/${segment}`,
  (segment) => `x/../${segment}`,
]

/** And to those that come after what all routes of the plugin begin with. */
const CHANGES: Change[] = [
  ...COARSE_CHANGES,
  encodeAll,
  (segment) =>
    segment.slice(0, -1) + encodeAll(segment.slice(-1)).toUpperCase(),
  (segment) => encodeAll(segment[0]).replace("%", "%25") + segment.slice(1),
  (segment) => `./${segment}`,
  (segment) => `${segment};x`,
  (segment) => `${segment}%2f`,
  (segment) => `%2e%2e%2f${segment}`,
  (segment) => `${segment}%00`,
  (segment) => `${segment}%20`,
]

/** Other ways to write a path: the same for some reader of it. */
function spellings(path: string): string[] {
  const [, ...segments] = path.split("/")
  const changed = segments.flatMap((segment, at) =>
    (at < 2 ? COARSE_CHANGES : CHANGES).map((change) => {
      const before = segments.slice(0, at)
      const after = segments.slice(at + 1)
      return `/${[...before, change(segment), ...after].join("/")}`
    })
  )
  return [
    ...changed,
    path.toUpperCase(),
    `${path}/`,
    `${path}//`,
    `${path}/..;/`,
    `${path}/.`,
    `http://shop.example${path}`,
  ]
}
