import { randomUUID } from "node:crypto"
import { once } from "node:events"
import {
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { authenticate } from "./authentication"
import { type Fault, Faults, misbehave } from "./faults"
import { type MinimalPayment, Payments, type Status } from "./payments"
import { ApiError } from "./create-request"
import { type Answer, answerTo } from "./routes"
import {
  type DeliveryAnswer,
  type DeliveryOptions,
  deliverWebhook,
} from "./webhook"

export type { Fault } from "./faults"
export type { MinimalPayment, Status } from "./payments"
export type { DeliveryAnswer, DeliveryOptions, WebhookBody } from "./webhook"

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
