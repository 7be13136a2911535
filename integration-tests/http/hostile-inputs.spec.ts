import { Agent, request as send } from "node:http"
import { Client } from "pg"
import {
  brokenEncodings,
  encode,
  hostileBody,
  type HostileBody,
  hostileQuery,
  hostileText,
} from "./hostile-values"
import { type PluginRoute, pluginRoutes } from "./plugin-routes"
import { requestBodySuite } from "./request-body-suite"
import { requestTextSuite } from "./request-text-suite"
import { startMinimalGateway } from "../support/minimal-gateway"
import { Random } from "../support/random"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"
import { testShop } from "../support/shop/test-shop"
import { newRefundLink } from "../../src/modules/crypto-payment/refunds/ledger"

/** `HOSTILE_INPUTS=20000` for a thorough run, `HOSTILE_SEED` for other inputs. */
const inputs = Number(process.env.HOSTILE_INPUTS ?? 2_000)
const seed = Number(process.env.HOSTILE_SEED ?? 158_292)

const atOnce = 12
/** On a busy machine; a free one takes 7 ms for each. */
const timeoutMs = Math.max(600_000, inputs * 100)
const maxAnswerBytes = 64 * 1024

/** What a webhook's error counts up: one row a provider, whoever sent it. */
const countedTables = ["crypto_webhook_health"]

/**
 * What the plugin and its validators say. Not in here, since it is core's and the
 * same on every other route of Medusa: core logs a body that it cannot parse with
 * its first characters, whoever sent it. The plugin's routes parse by themselves.
 */
const composedLines = [
  /^crypto (webhook|payment)s? /,
  /^Invalid request: /,
  /^There is no such (id|crypto payment provider)\.$/,
  /^Crypto payment [\w-]+ was not found\.$/,
  /^There is no order to pay for this payment collection\.$/,
  /^Refund request [\w-]+ was not found\.$/,
  /^This refund link is not valid /,
  /^No crypto payment belongs to this payment session\.$/,
  /^provider_id is needed: /,
]

/**
 * An empty body or one with a note is good for an export of everything, and for a request of all that
 * is left.
 */
const OTHER_ROUTES = /\/(export|:id\/refund-requests)$/

const emptyObject: HostileBody = {
  bytes: Buffer.from("{}"),
  contentType: "application/json",
}

/** Parts of hostile texts: whoever finds one in the log wrote it there. */
const planted = /forged|evil|DROP TABLE|process\.exit|xxxx|\[2J/

type Input = PluginRoute & { url: string; body?: HostileBody }
type Answer = { status: number; bytes: number; text: string }

const hostileInputs = paymentSuite(`hostile inputs (seed ${seed})`, (shop) => {
  const { books, store, payOrder, payTooLittle } = shop
  const log = shop.watchLog()
  /** One for each test: the server ends a connection that was idle while the next one was prepared. */
  let agent: Agent
  /** A value for each parameter of a route's path that its handler knows. */
  let known: Record<string, string>
  let refundSecret: string

  afterEach(() => agent.destroy())

  beforeEach(async () => {
    const { id, session } = await payTooLittle()
    const order = await books.attemptOf((await payOrder()).session.id)
    await shop.workflowsToEnd()
    const attempt = await books.attemptOf(session.id)
    expect(attempt.state).toBe("attention")
    known = {
      id,
      payment_session_id: session.id,
      payment_collection_id: String(order.payment_collection_id),
      order_id: String(order.order_id),
      provider_id: HOSTED,
      request_id: await requestRefund(order.id),
    }
    agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  })

  /** By its ledger: no gateway is asked for the coin's name. */
  async function requestRefund(id: string): Promise<string> {
    const { secret, token_hash } = newRefundLink()
    refundSecret = secret
    const { refundRequests } = books.ledger
    const { request } = await refundRequests.create(
      id,
      {
        asked: { amount: "1.00" },
        coin: { crypto_name: null, crypto_network: "Tron" },
        note: null,
        by: "user_1",
      },
      token_hash
    )
    return request.id
  }

  const ask = ({ method, url, body }: Input) =>
    new Promise<Answer>((resolve, reject) => {
      const request = send(
        `${shop.baseUrl()}`,
        {
          agent,
          method,
          path: url,
          headers: {
            authorization: `Bearer ${shop.adminToken()}`,
            "x-publishable-api-key": store.publishableKey,
            "x-crypto-refund-secret": refundSecret,
            ...(body === undefined
              ? {}
              : {
                  "content-type": body.contentType,
                  "content-length": body.bytes.length,
                }),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on("data", (chunk: Buffer) => chunks.push(chunk))
          response.on("error", reject)
          response.on("end", () => {
            const bytes = Buffer.concat(chunks)
            resolve({
              status: response.statusCode ?? 0,
              bytes: bytes.length,
              text: bytes.toString("utf8"),
            })
          })
        }
      )
      request.on("error", (error: NodeJS.ErrnoException) => {
        // The server stopped reading, and closed before all was sent.
        const cut = ["ECONNRESET", "EPIPE"].includes(error.code ?? "")
        if (cut) resolve({ status: 413, bytes: 0, text: "" })
        else reject(error)
      })
      request.end(body?.bytes)
    })

  /** The route's address with known ids, or with others for some of them. */
  const addressOf = (
    { path }: PluginRoute,
    value: (parameter: string) => string = knownValue
  ) =>
    path.replace(/:(\w+)/g, (_, name: string) =>
      value(path.startsWith("/store/crypto-refunds") ? "request_id" : name)
    )

  function knownValue(parameter: string): string {
    const value = known[parameter]
    if (value) return value
    throw new Error(`No value is known here for :${parameter} of a path.`)
  }

  const hostileInput = (random: Random, route: PluginRoute): Input => {
    const hasPath = route.path.includes(":")
    const hasBody = route.method !== "GET"
    const place = random.weighted({
      path: hasPath ? 3 : 0,
      query: hasBody ? 1 : 3,
      body: hasBody ? 4 : 0,
    })
    const address = addressOf(route, (name) =>
      place === "path" ? hostileId(random, route) : knownValue(name)
    )
    const query = place === "query" || random.chance(0.2)
    // What comes with a GET is of no interest to any route.
    const body = place === "body" || random.chance(hasBody ? 0.8 : 0.1)
    return {
      ...route,
      // Some names never reach a route: without this one, a query of only
      // those would be a valid request.
      url: query ? `${address}?x=%0Bforged&${hostileQuery(random)}` : address,
      ...(body ? { body: hostileBody(random) } : {}),
    }
  }

  it.each(hostileRoutes())("can be tried on $method $path", async (route) => {
    const body = route.method === "GET" ? undefined : emptyObject
    const url = addressOf(route)
    const query = url.endsWith("/currencies")
      ? "?provider_id=pp_crypto_crypto"
      : ""
    const answer = await ask({ ...route, url: `${url}${query}`, body })
    const isHook = route.path.startsWith("/hooks/")
    expect(isHook ? [401] : [200, 400]).toContain(answer.status)
    // Its own handler or validator: Medusa has no such words for others.
    expect(answer.text).not.toContain("Cannot ")
  })

  it(
    `of any kind, ${inputs} over all routes, are refused without a trace`,
    async () => {
      const random = new Random(seed)
      const routes = hostileRoutes()
      // What a first look at a payment completes is not of these inputs.
      for (const route of routes.filter(({ method }) => method === "GET")) {
        await ask({ ...route, url: addressOf(route) })
      }
      await shop.workflowsToEnd()
      const before = await contents(shop.databaseUrl())
      const faults: string[] = []
      let left = inputs
      log.start()
      const worker = async () => {
        while (left > 0 && faults.length < 20) {
          const route = routes[left % routes.length]
          left -= 1
          const input = hostileInput(random, route)
          const { status, bytes } = await ask(input)
          const isAccepted = input.method !== "GET" && status < 300
          if (
            isAccepted ||
            status >= 500 ||
            status === 0 ||
            bytes > maxAnswerBytes
          ) {
            faults.push(
              `${status}, ${bytes} bytes: ${input.method} ${input.url.slice(0, 400)} ${input.body?.contentType} ${JSON.stringify(input.body?.bytes.toString("utf8", 0, 400))}`
            )
          }
        }
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      log.stop()
      await shop.workflowsToEnd()

      expect(faults).toEqual([])
      expect(left).toBe(0)
      expect(log.lines.filter((line) => !isComposed(line))).toEqual([])
      expect(await contents(shop.databaseUrl())).toEqual(before)
    },
    timeoutMs
  )
})

testShop({
  startGateway: () => startMinimalGateway(),
  suites: [requestTextSuite, requestBodySuite, hostileInputs],
})

function hostileRoutes(): PluginRoute[] {
  return pluginRoutes().filter(({ path }) => !OTHER_ROUTES.test(path))
}

/** Bytes that are no UTF-8 Medusa itself answers under /admin, on every path, with 500. */
function hostileId(random: Random, { path }: PluginRoute): string {
  const isCores = path.startsWith("/admin/")
  if (!isCores && random.chance(0.2)) return random.pick(brokenEncodings)
  const text = hostileText(random, "url")
  return encode(isCores ? text.replace(/\p{Cs}/gu, "\0") : text)
}

function isComposed(line: string): boolean {
  return (
    !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(line) &&
    !planted.test(line) &&
    line.length <= 1_000 &&
    composedLines.some((composed) => composed.test(line))
  )
}

/** The number of rows of each table, and a digest of what they hold. */
async function contents(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`
    )
    const held: Record<string, string> = {}
    for (const { name } of tables) {
      if (countedTables.includes(name)) continue
      const { rows } = await client.query<{ digest: string }>(
        `SELECT count(*) || ':' || md5(coalesce(string_agg(row::text, '|' ORDER BY row::text), '')) AS digest
           FROM public."${name}" AS row`
      )
      held[name] = rows[0].digest
    }
    return held
  } finally {
    await client.end()
  }
}
