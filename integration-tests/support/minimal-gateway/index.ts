import { randomUUID, timingSafeEqual, verify } from "node:crypto"
import { once } from "node:events"
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import {
  ApiError,
  CURRENCIES,
  type MinimalPayment,
  Payments,
  type Status,
  readCreateRequest,
} from "./payments"
import { webhookHeaders } from "../webhook-headers"

export type { MinimalPayment, Status } from "./payments"

export type MinimalGateway = {
  url: string
  merchantId: string
  apiKey: string
  webhookSecret: string
  /** Oldest first. */
  payments(): MinimalPayment[]
  /** Each as `METHOD /path`, without its query. */
  requests(): string[]
  /** The bodies, as they came, of the requests that had one. */
  bodies(): string[]
  /** Marks the payment paid and announces it, again where it is asked to; the status it was answered. */
  confirm(id: string, status?: Status): Promise<number>
  /** Changes the status and sends no webhook. */
  markOnly(id: string, status: Status): void
  /** Sends one webhook about the payment as it is. */
  deliver(id: string, options?: DeliveryOptions): Promise<DeliveryAnswer>
  /** Lets the next requests fail, those whose `METHOD /path` matches. */
  failNext(count: number, kind: Fault, matching?: RegExp): void
  /** Lets each answer take so long, from now on. */
  answerAfter(milliseconds: number): void
  /** Changes what each further answer says; nothing, without a rewrite. */
  rewriteAnswers(rewrite?: (body: object) => object): void
  /** Forgets the requests and bodies seen so far. */
  forgetRequests(): void
  /** Forgets payments and planned faults as well, and answers at once. */
  startOver(): void
  close(): Promise<void>
}

/** Longer than core keeps a cart's lock on a busy machine. */
const DELIVERY_LIMIT_MS = 180_000
const RETRY_MS = 500

/**
 * A second stand-in for the gateway, written from the contract alone: no
 * code of the plugin, and nothing that a real gateway was only observed to do
 * (no expiring by DELETE, no priced amount on reads, no status `pending` of its own).
 */
export async function startMinimalGateway({
  publicKey,
}: {
  /** PEM; with it requests may be signed (`x-sign`) in place of the key. */
  publicKey?: string
} = {}): Promise<MinimalGateway> {
  const merchant = {
    merchantId: randomUUID(),
    apiKey: `key-${randomUUID()}`,
    webhookSecret: `secret-${randomUUID()}`,
    publicKey,
  }
  let payments = new Payments()
  let faults = new Faults()
  let requests: string[] = []
  let bodies: string[] = []
  let answerAfterMs = 0
  let rewritten = (body: object) => body

  const server = createServer((request, response) => {
    void serve(request, response)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  async function serve(
    incoming: IncomingMessage,
    response: ServerResponse
  ): Promise<void> {
    const body = await readAll(incoming)
    const request = {
      method: incoming.method ?? "",
      url: new URL(incoming.url ?? "/", url),
      headers: incoming.headers,
      body,
    }
    const line = `${request.method} ${request.url.pathname}`
    requests.push(line)
    if (body.length > 0) bodies.push(body.toString("utf8"))
    if (answerAfterMs > 0) await sleep(answerAfterMs)

    const fault = faults.next(line)
    if (fault && fault !== "lost_answer") {
      return misbehave(fault, response, merchant)
    }
    const answer = refusable(() => {
      authenticate(merchant, request)
      return answerTo(request, { ...merchant, payments, url })
    })
    if (fault === "lost_answer") response.destroy()
    else {
      send(response, { ...answer, body: answer.body && rewritten(answer.body) })
    }
  }

  function forgetRequests(): void {
    requests = []
    bodies = []
  }

  return {
    url,
    merchantId: merchant.merchantId,
    apiKey: merchant.apiKey,
    webhookSecret: merchant.webhookSecret,
    payments: () => payments.all(),
    requests: () => [...requests],
    bodies: () => [...bodies],
    async confirm(id, status = "confirmed") {
      const payment = payments.mark(id, status)
      const deadline = Date.now() + DELIVERY_LIMIT_MS
      for (;;) {
        const answer = await deliverWebhook(payment, merchant)
        if (answer.status !== 503 || Date.now() > deadline) return answer.status
        await sleep(RETRY_MS)
      }
    },
    markOnly: (id, status) => void payments.mark(id, status),
    deliver: (id, delivery) =>
      deliverWebhook(payments.get(id), merchant, delivery),
    failNext: (count, kind, matching = /./) =>
      faults.plan(count, kind, matching),
    answerAfter(milliseconds) {
      answerAfterMs = milliseconds
    },
    rewriteAnswers: (rewrite = (body) => body) => {
      rewritten = rewrite
    },
    forgetRequests,
    startOver() {
      forgetRequests()
      answerAfterMs = 0
      rewritten = (body) => body
      payments = new Payments()
      faults = new Faults()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function refusable(answer: () => Answer): Answer {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: { code: error.code } }
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  if (body === undefined) {
    response.writeHead(status).end()
    return
  }
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify(body))
}

/**
 * What goes wrong with a request. All but `lost_answer` go wrong before the
 * gateway did anything: `server_error` 500, `rate_limited` 429 (no
 * Retry-After), `html_error` 502 with a proxy's page, `cut` connection closed
 * unanswered, `hang` never answered, `broken_json` a 200 that stops half-way.
 * `echo_secret` 400 with the webhook secret in code and message. `lost_answer`
 * does what was asked, then closes the connection.
 */
export type Fault =
  | "server_error"
  | "rate_limited"
  | "html_error"
  | "cut"
  | "hang"
  | "broken_json"
  | "echo_secret"
  | "lost_answer"

export class Faults {
  private planned: { left: number; kind: Fault; matching: RegExp }[] = []

  plan(count: number, kind: Fault, matching: RegExp): void {
    this.planned.push({ left: count, kind, matching })
  }

  /** The fault of this request, if one is due; it is used up by asking. */
  next(request: string): Fault | undefined {
    const due = this.planned.find(({ matching }) => matching.test(request))
    if (!due) return undefined
    due.left -= 1
    this.planned = this.planned.filter(({ left }) => left > 0)
    return due.kind
  }
}

/** Answers, or not, in place of the gateway. */
function misbehave(
  kind: Exclude<Fault, "lost_answer">,
  response: ServerResponse,
  { webhookSecret }: { webhookSecret: string }
): void {
  switch (kind) {
    case "server_error":
      response.writeHead(500).end()
      return
    case "rate_limited":
      response.writeHead(429).end()
      return
    case "html_error":
      response
        .writeHead(502, { "content-type": "text/html" })
        .end("<html><body><h1>502 Bad Gateway</h1></body></html>")
      return
    case "broken_json":
      response
        .writeHead(200, { "content-type": "application/json" })
        .end('{"id":"abc","sta')
      return
    case "echo_secret":
      response.writeHead(400, { "content-type": "application/json" }).end(
        JSON.stringify({
          code: `NOT_${webhookSecret}`,
          message: `Your secret is ${webhookSecret}.`,
        })
      )
      return
    case "cut":
      response.destroy()
      return
    case "hang":
      return
  }
}

export type Credentials = {
  merchantId: string
  apiKey: string
  /** PEM of the key that `x-sign` is checked with; none: signing is off. */
  publicKey?: string
}

/** contract §5; throws the error that the rules name. */
export function authenticate(
  credentials: Credentials,
  request: {
    method: string
    url: URL
    headers: IncomingHttpHeaders
    body: Buffer
  }
): void {
  const { headers } = request
  if (headers["x-merchant-id"] !== credentials.merchantId) {
    throw new ApiError(401, "MERCHANT_NOT_FOUND")
  }
  const apiKey = headers["x-api-key"]
  // With both headers present only the key counts.
  const accepted =
    typeof apiKey === "string"
      ? sameText(apiKey, credentials.apiKey)
      : signatureIsGood(credentials.publicKey, request)
  if (!accepted) throw new ApiError(401, "INVALID_CREDENTIALS")
}

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function signatureIsGood(
  publicKey: string | undefined,
  request: Parameters<typeof authenticate>[1]
): boolean {
  const signature = request.headers["x-sign"]
  if (!publicKey || typeof signature !== "string") return false
  const query = Object.fromEntries(request.url.searchParams)
  const signed = Buffer.concat([
    Buffer.from(request.method + request.url.pathname),
    Buffer.from(Object.keys(query).length > 0 ? JSON.stringify(query) : ""),
    request.body,
  ])
  return verify("sha256", signed, publicKey, Buffer.from(signature, "hex"))
}

export type Answer = { status: number; body?: unknown }

/** The endpoints of contract §4, and no others. */
function answerTo(
  request: { method: string; url: URL; body: Buffer },
  context: { payments: Payments; merchantId: string; url: string }
): Answer {
  const { method, url } = request
  const { payments } = context
  const id = /^\/v1\/payments\/([^/]+)$/.exec(url.pathname)?.[1]

  switch (`${method} ${url.pathname}`) {
    case "POST /v1/payments/widget":
    case "POST /v1/payments/h2h": {
      const flow = id === "widget" ? "widget" : "h2h"
      const input = readCreateRequest(request.body.toString("utf8"), flow)
      const payment = payments.create(flow, input)
      return { status: 200, body: createShape(payment, context.url) }
    }
    case "GET /v1/payments": {
      const limit = Number(url.searchParams.get("limit") ?? 20)
      const offset = Number(url.searchParams.get("offset") ?? 0)
      const all = payments.all()
      const items = all
        .slice(offset, offset + limit)
        .map((payment) => readShape(payment, context.url))
      return { status: 200, body: { items, total: all.length, limit, offset } }
    }
    case "GET /v1/currencies":
      return { status: 200, body: CURRENCIES }
    case "GET /v1/merchants":
      return {
        status: 200,
        body: {
          id: context.merchantId,
          name: "Minimal merchant",
          balance: "0",
          created_at: "2024-01-01T00:00:00.000Z",
        },
      }
  }
  if (id !== undefined && method === "GET") {
    return { status: 200, body: readShape(payments.get(id), context.url) }
  }
  return { status: id === undefined ? 404 : 405 }
}

/** A payment as GET shows it: two shapes, contract §4. */
function readShape(payment: MinimalPayment, url: string) {
  const common = {
    id: payment.id,
    external_id: payment.externalId,
    status: payment.status,
    created_at: payment.createdAt.toISOString(),
    is_test: payment.isTest,
    ...(payment.flow === "widget" && { url: `${url}/pay/${payment.id}` }),
  }
  const withoutCoin =
    payment.status === "created" || payment.status === "expired"
  return withoutCoin ? common : { ...common, ...coinFields(payment) }
}

/**
 * A payment as its creation answers it: the inline flow tells the address at
 * once, though a later read of a `created` payment does not repeat it.
 */
function createShape(payment: MinimalPayment, url: string) {
  const shape = readShape(payment, url)
  return payment.flow === "h2h" && payment.status !== "expired"
    ? { ...shape, ...coinFields(payment) }
    : shape
}

function coinFields({ crypto }: MinimalPayment) {
  return {
    wallet_address: crypto?.walletAddress,
    amount: crypto?.amount,
    currency: crypto?.currency,
  }
}

export type DeliveryOptions = {
  /** Sent in place of the payment's own status. */
  status?: Status | (string & {})
  /** @default now */
  timestampSeconds?: number
  /** Signed with this secret in place of the merchant's. */
  secret?: string
  /** Changes the event before it is signed: authentic, though odd. */
  mutate?: (event: WebhookBody) => unknown
  /** Changes the bytes after they are signed: not authentic any more. */
  tamper?: (rawBody: string) => string
  /** Sent here in place of the payment's callback_url. */
  url?: string
}

type DeliveryAnswer = { status: number; body: string }

type WebhookBody = {
  status: string
  external_id: string
  id: string
  original_amount: string
  original_currency: string
  amount?: string
  currency?: string
  terminal_id: string
  merchant_id: string
}

/** One signed delivery, contract §6. It is not retried. */
async function deliverWebhook(
  payment: MinimalPayment,
  merchant: { merchantId: string; webhookSecret: string },
  options: DeliveryOptions = {}
): Promise<DeliveryAnswer> {
  const target = options.url ?? payment.callbackUrl
  if (target === undefined) {
    throw new Error(`Payment ${payment.id} was created without callback_url.`)
  }
  const event: WebhookBody = {
    status: options.status ?? payment.status,
    external_id: payment.externalId,
    id: payment.id,
    original_amount: payment.amount,
    original_currency: payment.currency,
    amount: payment.crypto?.amount,
    currency: payment.crypto?.currency,
    terminal_id: "deprecated",
    merchant_id: merchant.merchantId,
  }
  const rawBody = JSON.stringify(options.mutate ? options.mutate(event) : event)
  const { timestampSeconds, secret = merchant.webhookSecret } = options
  const response = await fetch(target, {
    method: "POST",
    headers: webhookHeaders(rawBody, secret, timestampSeconds?.toString()),
    body: options.tamper ? options.tamper(rawBody) : rawBody,
  })
  return { status: response.status, body: await response.text() }
}
