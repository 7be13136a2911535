import { once } from "node:events"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** A gateway in front of the sandbox, for statuses that the sandbox does not have. */
export class StatusProxy {
  private readonly statuses = new Map<string, string>()

  private constructor(
    private readonly server: Server,
    readonly url: string
  ) {}

  static async start(sandboxUrl: string): Promise<StatusProxy> {
    const server = createServer()
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const proxy = new StatusProxy(server, `http://127.0.0.1:${port}`)
    server.on("request", (request: IncomingMessage, response) => {
      void proxy.forward(sandboxUrl, request).then(
        ({ status, body }) => {
          response.writeHead(status, { "content-type": "application/json" })
          response.end(body)
        },
        // The client reads a cut connection as a gateway that does not answer.
        () => response.destroy()
      )
    })
    return proxy
  }

  /** Reports a payment in this status from now on, or as it is when undefined. */
  report(id: string, status: string | undefined): void {
    if (status === undefined) this.statuses.delete(id)
    else this.statuses.set(id, status)
  }

  async close(): Promise<void> {
    const closed = once(this.server, "close")
    this.server.close()
    this.server.closeAllConnections()
    await closed
  }

  private async forward(
    sandboxUrl: string,
    request: IncomingMessage
  ): Promise<{ status: number; body: string }> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await fetch(sandboxUrl + request.url, {
      method: request.method,
      headers: forwardedHeaders(request),
      body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
    })
    const body = await answer.text()
    return { status: answer.status, body: this.withStatuses(body) }
  }

  private withStatuses(body: string): string {
    if (body === "") return body
    return JSON.stringify(
      JSON.parse(body, (_name, value: unknown) => {
        if (typeof value !== "object" || value === null) return value
        const status = "id" in value && this.statuses.get(String(value.id))
        return status ? { ...value, status } : value
      })
    )
  }
}

/** Those that sign the request; fetch writes the others anew. */
function forwardedHeaders({ headers }: IncomingMessage): Headers {
  const forwarded = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== "string" || OF_THE_CONNECTION.has(name)) continue
    forwarded.set(name, value)
  }
  return forwarded
}

const OF_THE_CONNECTION = new Set([
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
])
