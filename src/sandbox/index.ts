import { once } from "node:events"
import { Server } from "node:http"
import { isIPv6 } from "node:net"
import { createAdaptorServer, type HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { checkoutRoutes } from "./checkout"
import { controlRoutes } from "./control"
import { apiRoutes } from "./merchant-api"
import type { SandboxOptions } from "./surroundings"
import { World } from "./world"

export type { SandboxMerchant, SandboxOptions } from "./surroundings"

export type Sandbox = {
  /** Base address, without a slash at the end. */
  url: string
  /** Public id of the first merchant. */
  merchantId: string
  apiKey: string
  webhookSecret: string
  /** The control API and its page, if enabled. */
  controlUrl?: string
  /** Stops listening and sending; resolves when everything has ended. Idempotent. */
  close(): Promise<void>
}

/**
 * Starts a stand-in gateway with the whole Merchant API over HTTP. Rejects when the port is taken,
 * or publicUrl is not a URL.
 */
export async function startSandbox(
  options: SandboxOptions = {}
): Promise<Sandbox> {
  if (options.publicUrl !== undefined && !URL.canParse(options.publicUrl)) {
    throw new Error(`publicUrl must be a URL, not "${options.publicUrl}"`)
  }
  const world = new World(options)
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.route("/v1", apiRoutes(world))
  app.route("/pay", checkoutRoutes(world))
  if (options.control) app.route("/control", controlRoutes(world))

  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(options.port ?? 0, options.host ?? "127.0.0.1")
  try {
    await once(server, "listening")
  } catch (error) {
    await world.close()
    throw error
  }
  const bound = server.address()
  const port = typeof bound === "object" ? bound?.port : undefined
  const { host = "127.0.0.1", publicUrl } = options
  const own = `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
  const url = publicUrl?.replace(/\/+$/, "") ?? own
  world.surroundings.baseUrl = url

  const [merchant] = world.surroundings.merchants.values()
  let closing: Promise<void> | undefined
  return {
    url,
    merchantId: merchant.id,
    apiKey: merchant.api_keys[0] ?? "",
    webhookSecret: merchant.webhook_secret,
    controlUrl: options.control ? `${url}/control` : undefined,
    close: () => (closing ??= stop()),
  }

  async function stop(): Promise<void> {
    const closed = once(server, "close")
    server.close()
    if (server instanceof Server) server.closeAllConnections()
    await closed
    await world.close()
  }
}
