import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { z } from "zod"
import type { GatewayExchange } from "./exchanges"
import { describeIssues } from "./schemas"
import { MAX_ANSWER_BYTES } from "./transport"

/** A gateway that answers what another one has answered. */
export type ReplayedGateway = {
  /** For the option `baseUrl`. */
  baseUrl: string
  close(): Promise<void>
}

const exchangeSchema: z.ZodType<GatewayExchange> = z.object({
  method: z.string(),
  path: z.string().startsWith("/v1"),
  body: z.string().optional(),
  answer: z
    .object({
      status: z.number().int().min(200).max(599),
      retry_after: z.string().optional(),
      body: z.string().nullable(),
    })
    .optional(),
  failure: z.string().optional(),
})

/**
 * Serves recorded exchanges on the loopback interface. A request gets the next answer that was
 * recorded for its method and path, and the last one from then on; where no complete response
 * came, its connection is dropped. Any other request gets 501 with the code `NOT_RECORDED`.
 * @param exchanges as `JSON.parse` reads the fixture.
 * @throws TypeError for what is no list of exchanges
 */
export async function replayGateway(
  exchanges: unknown
): Promise<ReplayedGateway> {
  const parsed = z.array(exchangeSchema).safeParse(exchanges)
  if (!parsed.success) {
    throw new TypeError(
      `These are no recorded exchanges: ${describeIssues(parsed.error)}`
    )
  }
  const left = parsed.data
  const server = createServer((request, response) => {
    const { method = "", url = "" } = request
    const key = keyOf({ method, path: url })
    const exchange = takeNext(left, key)
    request.resume().once("end", () => respond(response, key, exchange))
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** The last one of its method and path stays. */
function takeNext(left: GatewayExchange[], key: string) {
  const [next, ...later] = left.filter((each) => keyOf(each) === key)
  if (next && later.length > 0) left.splice(left.indexOf(next), 1)
  return next
}

function keyOf({ method, path }: Pick<GatewayExchange, "method" | "path">) {
  return `${method} ${path}`
}

function respond(
  response: ServerResponse,
  key: string,
  exchange: GatewayExchange | undefined
): void {
  if (!exchange) {
    const message = `${key} was not recorded`
    response.writeHead(501, { "content-type": "application/json" })
    response.end(JSON.stringify({ code: "NOT_RECORDED", message }))
    return
  }
  const { answer } = exchange
  if (!answer) {
    response.destroy()
    return
  }
  const { status, retry_after, body } = answer
  response.writeHead(status, {
    "content-type": "application/json",
    ...(retry_after !== undefined && { "retry-after": retry_after }),
  })
  response.end(body ?? " ".repeat(MAX_ANSWER_BYTES + 1))
}
