import { Agent } from "node:http"
import { Client } from "pg"
import { pathSpellingSuite } from "./path-spelling-suite"
import {
  addressOf,
  type PluginRoute,
  pluginRoutes,
  type RouteValues,
  routeValues,
} from "./plugin-routes"
import { requestBodySuite, sendBytes } from "./request-body-suite"
import { Random } from "../support/random"
import { paymentSuite } from "../support/shop/payment-fixture"
import { testShop } from "../support/shop/test-shop"

/** `HOSTILE_INPUTS=20000` for a thorough run, `HOSTILE_SEED` for other inputs. */
const inputs = Number(process.env.HOSTILE_INPUTS ?? 2_000)
const seed = Number(process.env.HOSTILE_SEED ?? 158_292)

const atOnce = 12
/** On a busy machine; a free one takes 7 ms for each. */
const timeoutMs = Math.max(600_000, inputs * 100)
const maxAnswerBytes = 64 * 1024

/**
 * What a webhook's error counts up, whoever sent it: one row a provider, one for the alarm of its
 * merchant, and the event of that alarm, once an hour.
 */
const countedRows: Record<string, string> = {
  crypto_webhook_health: "true",
  crypto_payment_task: "id = 'alarm webhooks default'",
  crypto_payment_outbox: "name = 'crypto_payment.gateway_refused'",
}

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
 * An empty body or one with a note is good for an export of everything,
 * and for a request of all that is left.
 */
const OTHER_ROUTES = /\/(export|:id\/refund-requests)$/

const emptyObject: HostileBody = {
  bytes: Buffer.from("{}"),
  contentType: "application/json",
}

/** Parts of hostile texts: whoever finds one in the log wrote it there. */
const planted = /forged|evil|DROP TABLE|process\.exit|xxxx|\[2J/

type Input = PluginRoute & { url: string; body?: HostileBody }
type Answer = { status: number; text: string }

const hostileInputs = paymentSuite(`hostile inputs (seed ${seed})`, (shop) => {
  const { store } = shop
  const log = shop.watchLog()
  /**
   * One for each test: the server ends a connection that was idle while the next one was prepared.
   */
  let agent: Agent
  /** A value for each parameter of a route's path that its handler knows. */
  let known: RouteValues
  let refundSecret: string

  afterEach(() => agent.destroy())

  beforeEach(async () => {
    const prepared = await routeValues(shop)
    known = prepared.values
    refundSecret = prepared.refundSecret
    agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  })

  const ask = async ({ method, url, body }: Input): Promise<Answer> => {
    try {
      return await sendBytes(shop.baseUrl(), body?.bytes, {
        agent,
        method,
        path: url,
        headers: {
          authorization: `Bearer ${shop.adminToken()}`,
          "x-publishable-api-key": store.publishableKey,
          "x-crypto-refund-secret": refundSecret,
          ...(body ? { "content-type": body.contentType } : {}),
        },
      })
    } catch (error) {
      // The server stopped reading, and closed before all was sent.
      const { code = "" } = error as NodeJS.ErrnoException
      if (["ECONNRESET", "EPIPE"].includes(code)) {
        return { status: 413, text: "" }
      }
      throw error
    }
  }

  const hostileInput = (random: Random, route: PluginRoute): Input => {
    const hasPath = route.path.includes(":")
    const hasBody = route.method !== "GET"
    const place = random.weighted({
      path: hasPath ? 3 : 0,
      query: hasBody ? 1 : 3,
      body: hasBody ? 4 : 0,
    })
    const values =
      place === "path"
        ? Object.fromEntries(
            Object.keys(known).map((name) => [name, hostileId(random, route)])
          )
        : known
    const address = addressOf(route, values)
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
    const url = addressOf(route, known)
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
        await ask({ ...route, url: addressOf(route, known) })
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
          const { status, text } = await ask(input)
          const bytes = Buffer.byteLength(text)
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
  suites: [requestBodySuite, pathSpellingSuite, hostileInputs],
})

function hostileRoutes(): PluginRoute[] {
  return pluginRoutes().filter(({ path }) => !OTHER_ROUTES.test(path))
}

/** Bytes that are no UTF-8 Medusa itself answers under /admin, on every path, with 500. */
function hostileId(random: Random, { path }: PluginRoute): string {
  const isCores = path.startsWith("/admin/")
  if (!isCores && random.chance(0.2)) return random.pick(brokenEncodings)
  const text = hostileText(random, 12_000)
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
      const { rows } = await client.query<{ digest: string }>(
        `SELECT count(*) || ':' || md5(coalesce(string_agg(row::text, '|' ORDER BY row::text), '')) AS digest
           FROM public."${name}" AS row
          WHERE NOT (${countedRows[name] ?? "false"})`
      )
      held[name] = rows[0].digest
    }
    return held
  } finally {
    await client.end()
  }
}

/** Names that the plugin's routes read from a query. */
const queryNames = [
  "attention",
  "cart_id",
  "created_at",
  "created_at[$lt]",
  "created_at[gte]",
  "fields",
  "limit",
  "merchant_id",
  "offset",
  "order",
  "provider_id",
  "q",
  "refund_status",
  "state",
  "with_deleted",
]

/** Names that they read from a body. */
const bodyNames = [
  "amount",
  "ids",
  "id",
  "external_id",
  "kind",
  "note",
  "provider_id",
  "status",
  "transaction_hash",
]

const prototypeNames = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
]

/** What stands in for a text: never anything that a route has a use for. */
const hostileTexts = [
  ...Array.from(
    { length: 31 },
    (_, n) => `x${String.fromCodePoint(n + 1)}forged`
  ),
  ...["\u202e", "\u2066", "\u200f", "\ufeff"].map((bidi) => `${bidi}evil`),
  "\0",
  "a\0b",
  "\0".repeat(100),
  "\ud800",
  "a\udfff",
  "\udc00\ud800",
  "x\r\n\u001b[2Kforged",
  "\u009b2J",
  "\u2028\u2029",
  ...[
    "-271821-04-20",
    "+275760-09-13T00:00:00.001Z",
    "0000-01-01",
    "9999-12-31T23:59:59.999-24:00",
    "2026-02-30",
    "soon",
  ].map((date) => `${date}\u0085`),
  `' OR 1=1; DROP TABLE crypto_payment --\u0000`,
  "${process.exit()}\u007f{{7*7}}",
]

function hostileText(random: Random, longest: number): string {
  return random.chance(0.05)
    ? "x".repeat(
        random.pick(
          [256, 5_000, 90_000, longest].filter((length) => length <= longest)
        )
      )
    : random.pick(hostileTexts)
}

const URL_TEXT = 12_000
const BODY_TEXT = 1024 * 1024

/** What stands in for a text in JSON. */
function hostileJson(random: Random, depth = 0): unknown {
  const text = () => hostileText(random, BODY_TEXT)
  switch (
    random.weighted({ text: 6, list: 2, object: 2, number: 2, deep: 1 })
  ) {
    case "text":
      return text()
    case "list":
      return random.chance(0.2)
        ? Array.from({ length: 600 }, () => "x\0")
        : [text(), depth > 2 ? 1 : hostileJson(random, depth + 1)]
    case "object":
      return depth > 2 ? {} : hostileObject(random, depth + 1)
    case "number":
      return random.pick([1e308, -1, 0.1, Number.MAX_SAFE_INTEGER, 0])
    case "deep": {
      let deep: unknown = text()
      for (let level = 0; level < 200; level++) deep = { toString: [deep] }
      return deep
    }
  }
}

function hostileObject(random: Random, depth: number): object {
  const names = Array.from({ length: random.whole(1, 4) }, () =>
    random.chance(0.7) ? random.pick(bodyNames) : hostileName(random)
  )
  // Not by assignment: `__proto__` is to be a key that is sent.
  return Object.fromEntries(
    names.map((name) => [name, hostileJson(random, depth)])
  )
}

function hostileName(random: Random): string {
  return random.chance(0.5)
    ? random.pick(prototypeNames)
    : hostileText(random, URL_TEXT)
}

type HostileBody = { bytes: Buffer; contentType: string }

/** A body that no route has a use for. */
function hostileBody(random: Random): HostileBody {
  const json = JSON.stringify(
    random.chance(0.1) ? [hostileJson(random)] : hostileObject(random, 0)
  )
  const text = random.chance(0.15) ? json.slice(0, -1) : json
  return random.chance(0.15)
    ? { bytes: random.pick(noJson), contentType: random.pick(contentTypes) }
    : {
        bytes: Buffer.from(text),
        contentType: random.chance(0.1)
          ? random.pick(contentTypes)
          : contentTypes[0],
      }
}

const contentTypes = [
  "application/json",
  'application/json; charset="\u009b2Jforged"',
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
]

const noJson = [
  Buffer.from("\r\n\u001b[2Kforged"),
  Buffer.from("\u202eevil"),
  Buffer.from('"x'.repeat(200)),
  Buffer.from("null"),
  Buffer.from("kind=other&note=%0D%0Aforged"),
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.concat([Buffer.from('{"note":"'), Buffer.from([0xff, 0x22, 0x7d])]),
]

/** Percent-encoding that encodes nothing, in a path. */
const brokenEncodings = ["%", "%ZZ", "%E2%80", "a%", "%C0%AF", "%u0000"]

/** A query with at least one hostile name or value. */
function hostileQuery(random: Random): string {
  const parts = Array.from({ length: random.whole(1, 4) }, () => {
    const name = random.pick(queryNames)
    const value = encode(hostileText(random, URL_TEXT).slice(0, 3_000))
    return random.pick([
      `${name}=${value}`,
      `${name}=${value}`,
      `${name}[]=${value}&${name}[]=${value}`,
      `${name}[${random.pick(bodyNames)}][a][b]=${value}`,
      `${name}[${random.pick(prototypeNames)}]=${value}`,
      `${encode(hostileName(random).slice(0, 300))}=${value}`,
      Array.from({ length: 400 }, (_, n) => `${name}[${n}]=x`).join("&"),
    ])
  })
  return parts.join("&")
}

/** Percent-encoded, each lone surrogate as the three bytes that UTF-8 forbids. */
function encode(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character)
      const bytes = [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      return bytes.map((byte) => `%${byte.toString(16)}`).join("")
    })
    .join("")
}
