import { once } from "node:events"
import { readdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { Server } from "node:http"
import { tmpdir } from "node:os"
import path from "node:path"
import { createAdaptorServer } from "@hono/node-server"
import { serveStatic } from "@hono/node-server/serve-static"
import type { HttpTypes } from "@medusajs/framework/types"
import { Hono } from "hono"
import { html } from "hono/html"
import { cleanEnvironment } from "../../support/clean-environment"
import { Teardown } from "../../support/medusa/teardown"
import { runCommand } from "../../support/run-command"
import type { SeededStore } from "../../support/store"

const REPOSITORY = path.resolve(__dirname, "../../..")

/** Path, title, and what fills the page in the browser. */
const PAGES = [
  ["/", "Shop", "shop"],
  ["/cart", "Cart", "cart"],
  ["/return", "Your payment", "payment"],
  ["/order", "Your order", "order"],
  ["/payment-collection/:id", "Pay for your order", "payment"],
  ["/crypto-refund", "Your refund", "payment"],
  ["/themes", "Themes", "themes"],
] as const

type StorefrontOptions = {
  /** TCP port on the loopback interface. */
  port: number
  medusaUrl: string
  gatewayUrl: string
  store: Pick<SeededStore, "publishableKey" | "regionId" | "countryCode">
  /** Of a demo that is public: how to log in to the admin, and when it starts anew. */
  notice?: () => Notice
}

type Notice = {
  email: string
  password: string
  anew: { at: Date; isUnderWay: boolean }
}

export type RunningStorefront = { url: string; close(): Promise<void> }

/**
 * Serves the demo's shop: plain pages that talk to Medusa's store API from
 * the browser, with the storefront kit for the payment, and load nothing from
 * anywhere else.
 */
export async function startStorefront(
  options: StorefrontOptions
): Promise<RunningStorefront> {
  const teardown = new Teardown()
  const folder = await mkdtemp(path.join(tmpdir(), "demo-payments-"))
  teardown.add(() => rm(folder, { recursive: true, force: true }))
  try {
    await bundlePayments(path.join(folder, "assets"))
    const server = createAdaptorServer({ fetch: shop(options, folder).fetch })
    server.listen(options.port, "127.0.0.1")
    await once(server, "listening")
    teardown.add(async () => {
      const closed = once(server, "close")
      server.close()
      if (server instanceof Server) server.closeAllConnections()
      await closed
    })
  } catch (error) {
    await teardown.run()
    throw error
  }
  const url = `http://localhost:${options.port}`
  return { url, close: () => teardown.run() }
}

/** The storefront kit as the browser gets it, `payments.mjs` first of all. */
async function bundlePayments(folder: string): Promise<void> {
  const vite = path.join(REPOSITORY, "node_modules/vite/bin/vite.js")
  const config = path.join(__dirname, "payments/vite.config.mts")
  await runCommand(
    process.execPath,
    [vite, "build", "--config", config, "--outDir", folder],
    { cwd: REPOSITORY, env: cleanEnvironment({ NODE_ENV: "production" }) }
  )
}

function shop(
  { medusaUrl, gatewayUrl, store, notice }: StorefrontOptions,
  folder: string
): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header("cache-control", "no-store")
    c.header("x-content-type-options", "nosniff")
    c.header(
      "content-security-policy",
      "default-src 'none'; base-uri 'none'; script-src 'self'; " +
        `style-src 'self'; img-src 'self' data:; connect-src 'self' ${medusaUrl}`
    )
  })
  for (const [at, title, script] of PAGES) {
    app.get(at, (c) => {
      const shown = notice && noticeOf(notice(), `${medusaUrl}/app`)
      return c.html(page(title, script, shown))
    })
  }
  app.get("/settings.json", (c) =>
    c.json({
      medusa_url: medusaUrl,
      publishable_key: store.publishableKey,
      region_id: store.regionId,
      country_code: store.countryCode,
    })
  )
  // The page at the sandbox on which a visitor sends the coins of the cart's payment.
  app.get("/buyer/:cart_id", async (c) => {
    const url = new URL(`/store/carts/${c.req.param("cart_id")}`, medusaUrl)
    const headers = { "x-publishable-api-key": store.publishableKey }
    const answer = await fetch(url, { headers })
    if (!answer.ok) return c.notFound()
    const { cart } = (await answer.json()) as HttpTypes.StoreCartResponse
    const sessions = cart.payment_collection?.payment_sessions ?? []
    const id = sessions.at(-1)?.data?.gateway_payment_id
    if (typeof id !== "string") return c.notFound()
    return c.redirect(`${gatewayUrl}/pay/${id}`, 303)
  })
  const style = path.join(REPOSITORY, "src/storefront/style.css")
  app.get("/assets/kit.css", serveStatic({ path: style }))
  app.get("/assets/*", serveStatic({ root: __dirname }))
  app.get("/assets/*", serveStatic({ root: folder }))
  return app
}

/** Of the kit, each by its own name. */
const LANGUAGES = readdirSync(path.join(REPOSITORY, "src/storefront/locales"))
  .flatMap((file) => /^([a-z]{2})\.(?:json|ts)$/.exec(file)?.[1] ?? [])
  .map((code) => {
    const names = new Intl.DisplayNames(code, { type: "language" })
    return { code, name: names.of(code) ?? code }
  })

function noticeOf({ anew, email, password }: Notice, adminUrl: string) {
  if (anew.isUnderWay) {
    return html`<p class="banner" role="note">
      This demo is starting anew. Please come back in a minute.
    </p>`
  }
  const time = anew.at.toISOString().slice(11, 16)
  return html`<p class="banner" role="note">
    This demo starts anew at ${time} UTC. Everybody can read what you enter, in
    the <a href="${adminUrl}">admin</a>: log in as ${email} with ${password}.
  </p>`
}

function page(
  title: string,
  script: string,
  notice: ReturnType<typeof noticeOf> | undefined
) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} - Demo shop</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/kit.css" />
        <link rel="stylesheet" href="/assets/style.css" />
        <link rel="stylesheet" href="/assets/themes.css" />
        <script type="module" src="/assets/language.mjs"></script>
        <script type="module" src="/assets/${script}.mjs"></script>
      </head>
      <body>
        <p class="banner" role="note">
          <strong>This is a demo.</strong> Nothing is for sale and only test
          coins are taken. Never send real coins.
        </p>
        ${notice}
        <header>
          <a class="brand" href="/">Demo shop</a>
          <select id="language" aria-label="Language of the payment">
            ${LANGUAGES.map(
              ({ code, name }) =>
                html`<option value="${code}" lang="${code}">${name}</option>`
            )}
          </select>
          <a href="/cart">Cart <span id="cart-count"></span></a>
        </header>
        <main id="main"><p class="soft">Loading</p></main>
        <noscript><p class="banner">This shop needs JavaScript.</p></noscript>
      </body>
    </html>`
}
