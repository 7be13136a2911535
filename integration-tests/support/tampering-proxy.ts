import { once } from "node:events"
import { createServer } from "node:http"

/** A request on its way to the gateway, and what comes back. */
export type Passing = {
  method: string
  target: string
  headers: Record<string, string>
  body: string
}

/** An answer on its way to the caller. */
export type Returning = {
  status: number
  body: string
}

/** How a gateway is made to break its contract. */
export type Tampering = {
  request?: (request: Passing) => Passing
  answer?: (answer: Returning, request: Passing) => Returning
}

/** A gateway in front of a gateway, with one flaw; cuts the connection where that one does not answer. */
export async function startTamperingProxy(
  gatewayUrl: string,
  { request: change, answer: spoil }: Tampering
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      const came: Passing = {
        method: incoming.method ?? "",
        target: incoming.url ?? "",
        headers: Object.fromEntries(
          ["x-merchant-id", "x-api-key", "x-sign", "content-type"].flatMap(
            (name) => {
              const value = incoming.headers[name]
              return typeof value === "string" ? [[name, value]] : []
            }
          )
        ),
        body: Buffer.concat(chunks).toString("utf8"),
      }
      void pass(gatewayUrl, change?.(came) ?? came).then(
        (answer) => {
          const { status, body } = spoil?.(answer, came) ?? answer
          response.writeHead(status, { "content-type": "application/json" })
          response.end(body)
        },
        () => response.destroy()
      )
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}

async function pass(
  gatewayUrl: string,
  { method, target, headers, body }: Passing
): Promise<Returning> {
  const response = await fetch(gatewayUrl + target, {
    method,
    headers,
    body: body === "" ? undefined : body,
    redirect: "manual",
  })
  return { status: response.status, body: await response.text() }
}
