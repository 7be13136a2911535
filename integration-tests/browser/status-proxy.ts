import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"

/** A gateway in front of the sandbox, for statuses that the sandbox does not have. */
export type StatusProxy = {
  url: string
  /** Reports a payment in this status from now on, or as it is when undefined. */
  report(id: string, status: string | undefined): void
  close(): Promise<void>
}

/** Cuts the connection where the sandbox does not answer. */
export async function startStatusProxy(
  sandboxUrl: string
): Promise<StatusProxy> {
  const statuses = new Map<string, string | undefined>()
  const withStatus = (_name: string, value: unknown) => {
    if (typeof value !== "object" || value === null) return value
    const status = "id" in value && statuses.get(String(value.id))
    return status ? { ...value, status } : value
  }
  const server = createServer((incoming, response) => {
    void pass(sandboxUrl, incoming).then(
      ({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json" })
        response.end(body && JSON.stringify(JSON.parse(body, withStatus)))
      },
      () => response.destroy()
    )
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    report: (id, status) => void statuses.set(id, status),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}

async function pass(sandboxUrl: string, incoming: IncomingMessage) {
  const { method = "", url = "" } = incoming
  const names = ["x-merchant-id", "x-api-key", "x-sign", "content-type"]
  const headers = names.flatMap((name): [string, string][] => {
    const value = incoming.headers[name]
    return typeof value === "string" ? [[name, value]] : []
  })
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
  const response = await fetch(sandboxUrl + url, {
    method,
    headers,
    body,
    redirect: "manual",
  })
  return { status: response.status, body: await response.text() }
}
