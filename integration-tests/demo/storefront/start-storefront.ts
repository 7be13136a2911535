import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { Server } from "node:http"
import path from "node:path"
import { createAdaptorServer } from "@hono/node-server"
import { Hono } from "hono"
import type { SeededStore } from "../../support/store"
import { bundlePayments } from "./bundle-payments"
import { page } from "./page"

const ASSETS_FOLDER = path.join(__dirname, "assets")
const KIT_STYLE = path.resolve(__dirname, "../../../src/storefront/style.css")

const CONTENT_TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
}

type StorefrontOptions = {
  /** TCP port on the loopback interface. */
  port: number
  medusaUrl: string
  store: Pick<SeededStore, "publishableKey" | "regionId" | "countryCode">
}

export type RunningStorefront = { url: string; close(): Promise<void> }

/**
 * Serves the demo's shop: plain pages that talk to Medusa's store API from
 * the browser, with the storefront kit for the payment, and load nothing from
 * anywhere else.
 */
export async function startStorefront({
  port,
  medusaUrl,
  store,
}: StorefrontOptions): Promise<RunningStorefront> {
  const payments = await bundlePayments()
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
  app.get("/", (c) => c.html(page({ title: "Shop", script: "shop.mjs" })))
  app.get("/cart", (c) => c.html(page({ title: "Cart", script: "cart.mjs" })))
  app.get("/return", (c) =>
    c.html(page({ title: "Your payment", script: "return.mjs" }))
  )
  app.get("/order", (c) =>
    c.html(page({ title: "Your order", script: "order.mjs" }))
  )
  app.get("/payment-collection/:id", (c) =>
    c.html(page({ title: "Pay for your order", script: "pay.mjs" }))
  )
  app.get("/themes", (c) =>
    c.html(page({ title: "Themes", script: "themes.mjs", style: "themes.css" }))
  )
  app.get("/crypto-refund", (c) =>
    c.html(page({ title: "Your refund", script: "refund.mjs" }))
  )
  app.get("/settings.json", (c) =>
    c.json({
      medusa_url: medusaUrl,
      publishable_key: store.publishableKey,
      region_id: store.regionId,
      country_code: store.countryCode,
    })
  )
  app.get("/assets/kit.css", () => asset(KIT_STYLE))
  app.get("/assets/:file{[a-z-]+\\.(?:css|mjs|svg)}", async (c) => {
    const file = c.req.param("file")
    const own = await asset(path.join(ASSETS_FOLDER, file))
    return own.ok ? own : await asset(path.join(payments.folder, file))
  })
  app.notFound((c) => c.text("There is no such page.", 404))

  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://localhost:${port}`,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      if (server instanceof Server) server.closeAllConnections()
      await closed
      await payments.remove()
    },
  }
}

async function asset(file: string): Promise<Response> {
  try {
    return new Response(await readFile(file), {
      headers: { "content-type": CONTENT_TYPES[path.extname(file)] ?? "" },
    })
  } catch {
    return new Response("There is no such file.", { status: 404 })
  }
}
