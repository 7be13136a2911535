import { createServer, type IncomingHttpHeaders } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

/** One attempt of a webhook, as it arrived. */
export type ArrivedWebhook = {
  method: string
  /** Path and query. */
  target: string
  headers: IncomingHttpHeaders
  rawBody: Buffer
  at: Date
}

/** Keeps every request, and answers it as it is told to. */
export type WebhookListener = {
  /** The attempts that mention this text, once there are so many, or time is up. */
  waitFor(
    text: string,
    count: number,
    timeoutSeconds: number
  ): Promise<ArrivedWebhook[]>
  close(): Promise<void>
}

/** Far more than the cases cause, since the address is public. */
const MAX_WEBHOOKS = 1_000
const MAX_BODY_BYTES = 64 * 1024

/** Listens on a port of every address of this machine, since a tunnel may end at any. */
export async function listenForWebhooks(
  port: number,
  statusOf: (webhook: ArrivedWebhook) => number
): Promise<WebhookListener> {
  const arrived: ArrivedWebhook[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BODY_BYTES) request.destroy()
      else chunks.push(chunk)
    })
    request.on("end", () => {
      const webhook = {
        method: request.method ?? "",
        target: request.url ?? "",
        headers: request.headers,
        rawBody: Buffer.concat(chunks),
        at: new Date(),
      }
      response.writeHead(statusOf(webhook)).end()
      arrived.push(webhook)
      if (arrived.length > MAX_WEBHOOKS) arrived.shift()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, resolve)
  })
  return {
    async waitFor(text, count, timeoutSeconds) {
      const deadlineMs = performance.now() + timeoutSeconds * 1_000
      for (;;) {
        const found = arrived.filter(({ rawBody }) => rawBody.includes(text))
        if (found.length >= count || performance.now() > deadlineMs) {
          return found
        }
        await sleep(50)
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
