import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { Server } from "node:http"
import path from "node:path"
import { createAdaptorServer } from "@hono/node-server"
import { Hono } from "hono"
import type { SeededStore } from "../../store"

const PUBLIC_FOLDER = path.join(__dirname, "public")

const PAGES: Record<string, string> = {
  "/": "shop.html",
  "/cart": "cart.html",
  "/return": "return.html",
}

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
}

export type StorefrontOptions = {
  /** TCP port on the loopback interface. */
  port: number
  medusaUrl: string
  store: Pick<SeededStore, "publishableKey" | "regionId" | "countryCode">
}

export type RunningStorefront = { url: string; close(): Promise<void> }

/**
 * Serves the demo's shop: plain pages that talk to Medusa's store API from
 * the browser, and load nothing from anywhere else.
 */
export async function startStorefront({
  port,
  medusaUrl,
  store,
}: StorefrontOptions): Promise<RunningStorefront> {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header("cache-control", "no-store")
    c.header(
      "content-security-policy",
      "default-src 'none'; base-uri 'none'; script-src 'self'; " +
        `style-src 'self'; img-src 'self' data:; connect-src 'self' ${medusaUrl}`
    )
  })
  app.get("/settings.json", (c) =>
    c.json({
      medusa_url: medusaUrl,
      publishable_key: store.publishableKey,
      region_id: store.regionId,
      country_code: store.countryCode,
    })
  )
  for (const [address, file] of Object.entries(PAGES)) {
    app.get(address, () => sendFile(file))
  }
  app.get("/assets/:file{[a-z-]+\\.(css|mjs|svg)}", (c) =>
    sendFile(path.join("assets", c.req.param("file")))
  )

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
    },
  }
}

async function sendFile(file: string): Promise<Response> {
  try {
    return new Response(await readFile(path.join(PUBLIC_FOLDER, file)), {
      headers: {
        "content-type": CONTENT_TYPES[path.extname(file)] ?? "text/plain",
      },
    })
  } catch {
    return new Response("There is no such page.", { status: 404 })
  }
}
