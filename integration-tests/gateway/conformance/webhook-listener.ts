import { createServer, type IncomingHttpHeaders } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

/** A webhook as it arrived. */
export type ArrivedWebhook = {
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

/** Answers every POST with 200 and keeps it. */
export type WebhookListener = {
  /** The first webhook that mentions this text, waiting for it if need be; undefined when none came. */
  waitFor(
    text: string,
    timeoutSeconds: number
  ): Promise<ArrivedWebhook | undefined>
  close(): Promise<void>
}

/** Listens on a port of every address of this machine, since a tunnel may end at any. */
export async function listenForWebhooks(
  port: number
): Promise<WebhookListener> {
  const arrived: ArrivedWebhook[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const rawBody = Buffer.concat(chunks)
      arrived.push({ headers: request.headers, rawBody })
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, resolve)
  })
  return {
    async waitFor(text, timeoutSeconds) {
      const deadlineMs = performance.now() + timeoutSeconds * 1_000
      for (;;) {
        const found = arrived.find(({ rawBody }) => rawBody.includes(text))
        if (found || performance.now() > deadlineMs) {
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
