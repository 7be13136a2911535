import { once } from "node:events"
import {
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http"
import { pipeline } from "node:stream/promises"

const READING = ["GET", "HEAD", "OPTIONS"]

/** As Medusa and the plugin make them: with a prefix, so that no word of a path is one. */
const ID = "[a-z]+_[A-Za-z0-9_-]+"

/**
 * Everything that visitors may change, by method and path; `:id` is an id.
 * Users, invites, passwords, keys, settings, regions and uploads are not among it.
 */
const WRITING = [
  "POST /auth/user/emailpass",
  "POST /auth/session",
  "DELETE /auth/session",
  "POST /auth/token/refresh",

  "POST /store/carts",
  "POST /store/carts/:id",
  "POST /store/carts/:id/line-items",
  "POST /store/carts/:id/line-items/:id",
  "DELETE /store/carts/:id/line-items/:id",
  "POST /store/carts/:id/shipping-methods",
  "POST /store/carts/:id/complete",
  "POST /store/payment-collections",
  "POST /store/payment-collections/:id/payment-sessions",
  "POST /store/crypto-refunds/:id",
  "POST /hooks/crypto/:id",

  "POST /admin/crypto-payments/:id/[a-z-]+",
  "POST /admin/crypto-payments/(check|export)",
  "POST /admin/crypto-payments/gateway/self-test",
  "POST /admin/crypto-payments/refund-requests/:id/[a-z-]+",
  "POST /admin/orders/:id/(cancel|complete|archive|fulfillments)",
  "POST /admin/orders/:id/fulfillments/:id/(cancel|shipments|mark-as-delivered)",
  "POST /admin/order-edits",
  "DELETE /admin/order-edits/:id",
  "POST /admin/order-edits/:id/(items|request|confirm)",
  "POST /admin/order-edits/:id/items/item/:id",
  "(POST|DELETE) /admin/order-edits/:id/items/:id",
  "POST /admin/payments/:id/(capture|refund)",
  "POST /admin/payment-collections",
].map((each) => new RegExp(`^${each.replaceAll(":id", ID)}$`))

/** Whether the public demo lets a request through. */
export function isAllowed(method: string, target: string): boolean {
  if (READING.includes(method)) return true
  // As it was sent: a path in another spelling is not in the list.
  const [path] = target.split("?")
  return WRITING.some((each) => each.test(`${method} ${path}`))
}

const FORBIDDEN =
  "This demo is public: everything can be read, and orders and crypto payments can be worked on. The rest stays as it is."
const AWAY = "This demo is starting anew. Please come back in a minute."

/** Answers in place of Medusa while that is away, or where a request is not allowed. */
export async function openGuard(
  port: number,
  { medusaPort, storeUrl }: { medusaPort: number; storeUrl: string }
): Promise<{ close(): Promise<void> }> {
  const server = createServer((asked, response) => {
    const refuse = refuseBy(response, storeUrl)
    const { method = "", url = "", headers } = asked
    if (!isAllowed(method, url)) {
      refuse(403, "not_allowed", FORBIDDEN)
      return
    }
    const onward = request(
      { host: "127.0.0.1", port: medusaPort, method, path: url, headers },
      (answer) => passOn(answer, response)
    )
    onward.once("error", () => refuse(503, "unavailable", AWAY))
    response.once("close", () => onward.destroy())
    pipeline(asked, onward).catch(() => {})
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return {
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function passOn(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  pipeline(answer, response).catch(() => {})
}

function refuseBy(response: ServerResponse, storeUrl: string) {
  return (status: number, type: string, message: string) => {
    if (response.headersSent || response.destroyed) return
    response.writeHead(status, {
      "content-type": "application/json",
      "cache-control": "no-store",
      // The shop reads the sentence as well.
      "access-control-allow-origin": storeUrl,
    })
    response.end(JSON.stringify({ type, message }))
  }
}
