import { execFileSync } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import { request } from "node:http"
import { createServer, type Server } from "node:https"
import os from "node:os"
import path from "node:path"
import { pipeline } from "node:stream/promises"
import tls from "node:tls"
import type { BrowserContext, Page } from "playwright-core"
import { Visitor } from "../browser/storefront/visitor"
import { openChromium } from "../support/browser/chromium"
import { describeInBrowser } from "../support/browser/describe-in-browser"
import { logInToAdmin } from "../support/browser/log-in-to-admin"
import { eventually } from "../support/eventually"
import { freePort } from "../support/postgres"
import { farFromNow } from "../support/store/far-from-now"
import { type Demo, startDemo } from "./start-demo"

jest.setTimeout(10 * 60_000)

const OUTSIDE = {
  store: "https://shop.demo.test",
  admin: "https://admin.demo.test",
  gateway: "https://pay.demo.test",
}
const SENTENCE =
  "This demo is public: everything can be read, and orders and crypto payments can be worked on. The rest stays as it is."

const FORBIDDEN = [
  "POST /admin/users/me",
  "POST /admin/users/user_1",
  "DELETE /admin/users/user_1",
  "POST /admin/invites",
  "POST /admin/api-keys",
  "POST /admin/stores/store_1",
  "POST /admin/regions/reg_1",
  "POST /admin/uploads",
  "POST /admin/orders/export",
  "POST /admin/crypto-payments/gateway/move",
  "POST /auth/user/emailpass/register",
  "POST /auth/user/emailpass/reset-password",
  "POST /auth/user/emailpass/update",
  "PUT /admin/orders",
  "POST /ADMIN/api-keys",
  "POST /admin/%61pi-keys",
  "POST /admin/orders/..%2Fapi-keys/cancel",
  "POST /admin/api-keys?/admin/order-edits",
]
const AWAY = "This demo is starting anew. Please come back in a minute."

// A rehearsal of it on this machine: a proxy with three host names, TLS and a browser.
describeInBrowser("the demo on a server", () => {
  let proxy: Proxy
  let demo: Demo
  let browser: BrowserContext
  /** A page whose browser is logged in. */
  let admin: Page
  let firstPayment: string

  beforeAll(async () => {
    const ports = {
      storefront: await freePort(),
      medusa: await freePort(),
      sandbox: await freePort(),
    }
    proxy = await startProxy({
      "shop.demo.test": ports.storefront,
      "admin.demo.test": ports.medusa,
      "pay.demo.test": ports.sandbox,
    })
    leadHere(proxy)
    demo = await startDemo({
      outside: OUTSIDE,
      ports,
      database: "demo_on_server",
      reconcileSchedule: farFromNow(),
    })
    const { port } = proxy
    browser = await openChromium({ hosts: { names: "*.demo.test", port } })
  })

  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
    await proxy?.close()
    jest.restoreAllMocks()
  })

  /** Buys the e-book under the three names, up to the order. */
  async function buy(pay: (visitor: Visitor) => Promise<void>): Promise<void> {
    const visitor = new Visitor(demo, await browser.newPage())
    const { page } = visitor
    await visitor.goTo("/")
    await page
      .getByRole("button", { name: "Add Field guide, e-book to the cart" })
      .click()
    await page.locator("#cart-count", { hasText: "1" }).waitFor()
    await visitor.goTo("/cart")
    await pay(visitor)
    await visitor.atOrder()
    expect(new URL(page.url()).origin).toBe(OUTSIDE.store)
    expect(await visitor.text()).toContain("Order #1")
    expect(visitor.complaints).toEqual([])
    await page.close()
    // Its webhook came through the proxy.
    const [status] = await eventually(
      async () => (proxy.webhooks.length > 0 ? proxy.webhooks : undefined),
      { otherwise: "No webhook came." }
    )
    expect(status).toBe(200)
    proxy.webhooks.length = 0
  }

  /** What Medusa, or what is before it, answers to a page of the admin. */
  async function send(line: string, body?: object): Promise<Answer> {
    const [method, target] = line.split(" ")
    const given = JSON.stringify({
      method,
      headers: { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    })
    return await admin.evaluate<Answer>(
      `fetch(${JSON.stringify(target)}, ${given}).then(async (response) =>
        ({ status: response.status, body: await response.json() }))`
    )
  }

  it("says when it starts anew, and how to log in to the admin", async () => {
    const page = await browser.newPage()
    await page.goto(OUTSIDE.store)
    const notice = page.getByRole("note").nth(1)
    const text = await notice.innerText()
    const time = demo.anew?.at.toISOString().slice(11, 16)
    expect(text).toContain(`This demo starts anew at ${time} UTC.`)
    expect(await notice.getByRole("link").getAttribute("href")).toBe(
      `${OUTSIDE.admin}/app`
    )
    await page.close()
    const [, email = "", password = ""] =
      /log in as (\S+) with (\S+)\./.exec(text) ?? []
    await logInToAdmin(browser, OUTSIDE.admin, { email, password })
  })

  it("sells on the hosted page, and shows the order in the admin", async () => {
    await buy(async (visitor) => {
      const id = await visitor.payOnHostedPage()
      firstPayment = `${OUTSIDE.gateway}/pay/${id}`
      expect(visitor.page.url()).toBe(firstPayment)
      await visitor.payAtGateway()
    })
    admin = await browser.newPage()
    admin.setDefaultTimeout(60_000)
    await admin.goto(`${OUTSIDE.admin}/app/orders`)
    await admin.getByRole("link", { name: "#1" }).first().click()
    const payment = admin.getByRole("region", { name: "Crypto payment" })
    await payment.getByText("Settled").first().waitFor()
  })

  it.each(FORBIDDEN)("forbids %s", async (line) => {
    const body = { title: "Mine", type: "secret" }
    expect(await send(line, body)).toEqual({
      status: 403,
      body: { type: "not_allowed", message: SENTENCE },
    })
  })

  it("shows the sentence where a page of the admin is saved", async () => {
    await admin.goto(`${OUTSIDE.admin}/app/settings/secret-api-keys/create`)
    await admin.getByLabel("Title").fill("Mine")
    await admin.getByRole("button", { name: "Save" }).click()
    await admin.getByText(SENTENCE).waitFor()
    expect(await send("GET /admin/api-keys?type=secret")).toMatchObject({
      status: 200,
      body: { api_keys: [] },
    })
  })

  it("lets an admin work on the payment", async () => {
    const { body } = await send("GET /admin/crypto-payments")
    const [{ id }] = body.crypto_payments ?? []
    const checked = await send(`POST /admin/crypto-payments/${id}/check`, {})
    expect(checked).toMatchObject({
      status: 200,
      body: { crypto_payment: { id, state: "settled" } },
    })
  })

  it("has neither a control page nor the credentials of the sandbox's page", async () => {
    const gateway = `http://127.0.0.1:${proxy.ports["pay.demo.test"]}`
    expect((await fetch(`${gateway}/control`)).status).toBe(404)
    const headers = {
      "x-merchant-id": demo.sandbox.merchantId,
      "x-api-key": "ct_sandbox_key",
    }
    const read = await fetch(`${gateway}/v1/payments`, { headers })
    expect(read.status).toBe(401)
  })

  it("starts anew: orders, payments and carts are gone, and it sells again, inline", async () => {
    const visitor = await browser.newPage()
    const ended = demo.anew?.repeat(1_000).catch(String)
    await eventually(async () => demo.anew?.isUnderWay || undefined, {
      otherwise: "It does not start anew.",
    })
    await visitor.goto(OUTSIDE.store)
    expect(await visitor.getByRole("note").nth(1).innerText()).toBe(AWAY)
    await eventually(
      async () => (await send("GET /admin/orders")).status === 503 || undefined,
      { otherwise: "Medusa was not stopped." }
    )
    expect((await send("GET /admin/orders")).body).toMatchObject({
      message: AWAY,
    })
    await eventually(async () => (demo.anew?.isUnderWay ? undefined : true), {
      limitMs: 120_000,
      otherwise: "It does not come back.",
    })
    await visitor.goto(firstPayment)
    await visitor.getByText("This payment does not exist.").waitFor()
    await visitor.close()
    // Its order is number 1, as the first one's was.
    await buy(async (visitor) => {
      await visitor.chooseCoin("ETH_TEST")
      await visitor.payAsBuyer()
    })
    await demo.stop()
    expect(await ended).toMatch(/ended|stopped/)
  })
})

type Answer = {
  status: number
  body: { message?: string; crypto_payments?: { id: string }[] }
}

type Proxy = Awaited<ReturnType<typeof startProxy>>

/** What Caddy does with three sites: TLS, and a port of this machine for each host name. */
async function startProxy(ports: Record<string, number>) {
  const certificate = makeCertificate(Object.keys(ports))
  const webhooks: (number | undefined)[] = []
  const server: Server = createServer(certificate, (asked, response) => {
    const { host = "" } = asked.headers
    const { method, url, headers } = asked
    const forwarded = {
      "x-forwarded-for": asked.socket.remoteAddress,
      "x-forwarded-host": host,
      "x-forwarded-proto": "https",
    }
    const onward = request(
      {
        host: "127.0.0.1",
        port: ports[host],
        method,
        path: url,
        headers: { ...headers, ...forwarded },
      },
      (answer) => {
        if (url?.startsWith("/hooks/")) webhooks.push(answer.statusCode)
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        pipeline(answer, response).catch(() => {})
      }
    )
    onward.once("error", () => response.destroy())
    pipeline(asked, onward).catch(() => {})
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const bound = server.address()
  return {
    port: typeof bound === "object" && bound ? bound.port : 0,
    ports,
    /** The statuses that webhooks were answered with. */
    webhooks,
    certificate: certificate.cert,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function makeCertificate(names: string[]): { key: Buffer; cert: Buffer } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "certificate-"))
  const key = path.join(folder, "key")
  const cert = path.join(folder, "cert")
  const alternatives = names.map((name) => `DNS:${name}`).join(",")
  try {
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        key,
        "-days",
        "2",
        "-subj",
        "/CN=demo.test",
        "-addext",
        `subjectAltName=${alternatives}`,
        "-out",
        cert,
      ],
      { stdio: "ignore" }
    )
    return { key: fs.readFileSync(key), cert: fs.readFileSync(cert) }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** What DNS and a known authority do on a server, for the webhooks of this process. */
function leadHere({ port, certificate }: Proxy): void {
  const connect = tls.connect as (
    options: tls.ConnectionOptions
  ) => tls.TLSSocket
  jest.spyOn(tls, "connect").mockImplementation(((
    options: tls.ConnectionOptions
  ) => {
    if (!options.servername?.endsWith(".demo.test")) return connect(options)
    return connect({ ...options, host: "127.0.0.1", port, ca: certificate })
  }) as typeof tls.connect)
}
