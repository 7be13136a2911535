import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import {
  createAdaptorServer,
  type HttpBindings,
  type ServerType,
} from "@hono/node-server"
import { type Context, Hono, type Next } from "hono"
import { SandboxControl } from "./instances/sandbox-control"
import { HttpClient } from "./store/http-client"
import { webhookHeaders } from "./webhook-headers"
import { checkoutRoutes } from "../../src/sandbox/checkout"
import { controlRoutes } from "../../src/sandbox/control"
import { apiRoutes } from "../../src/sandbox/merchant-api"
import { type SandboxOptions, takeFault } from "../../src/sandbox/surroundings"
import { webhookBody, World } from "../../src/sandbox/world"

export type GatewayOptions = SandboxOptions & {
  /**
   * Whether it expires a payment by DELETE, as was observed; the contract has no such endpoint.
   * @default false
   */
  expires?: boolean
}

type Env = { Bindings: HttpBindings }

/** What a start anew forgets. */
type State = {
  world: World
  app: Hono<Env>
  requests: string[]
  bodies: string[]
  faults: { count: number; kind: Fault; matching: RegExp }[]
  answerAfterMs: number
  rewrite?: (body: object) => object
}

/** Longer than core keeps a cart's lock on a busy machine. */
const DELIVERY_LIMIT_MS = 180_000
const RETRY_MS = 500

/**
 * What goes wrong with a request. All but `lost_answer` go wrong before the
 * gateway did anything: a response in its place, `cut` connection closed
 * unanswered, `hang` never answered. `lost_answer` does what was asked, then
 * closes the connection.
 */
export type Fault =
  keyof ReturnType<typeof faultResponses> | "cut" | "hang" | "lost_answer"

export type DeliveryOptions = {
  /** Sent in place of the payment's own status. */
  status?: string
  /** @default now */
  timestampSeconds?: number
  /** Signed with this secret in place of the merchant's. */
  secret?: string
  /** Changes the event before it is signed: authentic, though odd. */
  mutate?: (event: Record<string, unknown>) => unknown
  /** Changes the bytes after they are signed: not authentic any more. */
  tamper?: (rawBody: string) => string
  /** Sent here in place of the payment's callback_url. */
  url?: string
  /** The address that a proxy says it came from. */
  from?: string
}

/** The sandbox in this process, so that a test sees and changes all of it at once. */
export class Gateway {
  /** Its other side: its buyers, its clock and its faults. */
  readonly control = new SandboxControl(this)
  readonly merchantId: string
  readonly apiKey: string
  readonly webhookSecret: string
  private readonly server: ServerType
  private address?: string
  private state: State

  constructor(private readonly options: GatewayOptions = {}) {
    this.server = createAdaptorServer({
      fetch: (request, env) => this.state.app.fetch(request, env),
    })
    this.state = this.anew()
    const [merchant] = this.state.world.surroundings.merchants.values()
    this.merchantId = merchant.id
    this.webhookSecret = merchant.webhook_secret
    this.apiKey = merchant.api_keys[0]
  }

  async listen(): Promise<this> {
    this.server.listen(0, "127.0.0.1")
    await once(this.server, "listening")
    const { port } = this.server.address() as AddressInfo
    this.address = `http://127.0.0.1:${port}`
    this.state.world.surroundings.baseUrl = this.address
    return this
  }

  get url(): string {
    if (!this.address) throw new Error("The gateway does not listen yet.")
    return this.address
  }

  get controlUrl(): string {
    return `${this.url}/control`
  }

  /** Oldest first. */
  payments() {
    return [...this.state.world.payments.byId.values()]
  }

  /** Each as `METHOD /path`, without its query. */
  requests(): string[] {
    return [...this.state.requests]
  }

  /** The bodies, as they came, of the requests that had one. */
  bodies(): string[] {
    return [...this.state.bodies]
  }

  /** Forgets the requests and bodies seen so far. */
  forgetRequests(): void {
    Object.assign(this.state, { requests: [], bodies: [] })
  }

  /** Opens a payment of the merchant, as another shop of theirs does. */
  create(payment: {
    amount: number
    external_id: string
    callback_url?: string
  }): Promise<{ id: string; status: string }> {
    const merchant = new HttpClient(this.url, {
      "x-merchant-id": this.merchantId,
      "x-api-key": this.apiKey,
    })
    return merchant.post("/v1/payments/widget", { currency: "EUR", ...payment })
  }

  /**
   * Marks the payment paid and announces it, again where it is asked to;
   * the status it was answered.
   */
  async confirm(id: string, status = "confirmed"): Promise<number> {
    this.markOnly(id, status)
    const deadline = Date.now() + DELIVERY_LIMIT_MS
    for (;;) {
      const answer = await this.deliver(id)
      if (answer.status !== 503 || Date.now() > deadline) return answer.status
      await sleep(RETRY_MS)
    }
  }

  /** Changes the status, also to one that nobody names, and sends no webhook. */
  markOnly(id: string, status: string): void {
    const { payments, surroundings } = this.state.world
    const payment = this.find(id)
    if (!["created", "expired", "underpaid"].includes(status)) {
      payment.target ??= payments.targetOf(payment)
    }
    surroundings.deadlines.clear(id)
    Object.assign(payment, { status })
  }

  /** One signed delivery about the payment as it is, contract §6. It is not retried. */
  async deliver(
    id: string,
    {
      status,
      timestampSeconds,
      secret = this.webhookSecret,
      mutate = (event) => event,
      tamper = (rawBody) => rawBody,
      url = String(this.find(id).callback_url),
      from,
    }: DeliveryOptions = {}
  ): Promise<{ status: number; body: string }> {
    const event = {
      ...JSON.parse(webhookBody(this.find(id))),
      ...(status && { status }),
    }
    const rawBody = JSON.stringify(mutate(event))
    const response = await fetch(url, {
      method: "POST",
      headers: {
        ...webhookHeaders(rawBody, secret, timestampSeconds?.toString()),
        ...(from && { "x-forwarded-for": from }),
      },
      body: tamper(rawBody),
    })
    return { status: response.status, body: await response.text() }
  }

  /** Lets the next requests fail, those whose `METHOD /path` matches. */
  failNext(count: number, kind: Fault, matching = /./): void {
    this.state.faults.push({ count, kind, matching })
  }

  /** Lets each answer take so long, from now on. */
  answerAfter(milliseconds: number): void {
    this.state.answerAfterMs = milliseconds
  }

  /** Changes what each further answer says; nothing, without a rewrite. */
  rewriteAnswers(changed?: (body: object) => object): void {
    this.state.rewrite = changed
  }

  /** Forgets payments, requests and planned faults, and answers at once. */
  startOver(): void {
    void this.state.world.close()
    this.state = this.anew()
  }

  async close(): Promise<void> {
    this.server.close()
    if ("closeAllConnections" in this.server) this.server.closeAllConnections()
    await this.state.world.close()
  }

  private anew(): State {
    const world = new World(this.options)
    world.surroundings.baseUrl = this.address ?? ""
    return {
      world,
      app: new Hono<Env>()
        .use("/v1/*", (c, next) => this.front(c, next))
        .route("/v1", apiRoutes(world))
        .route("/pay", checkoutRoutes(world))
        .route("/control", controlRoutes(world)),
      requests: [],
      bodies: [],
      faults: [],
      answerAfterMs: 0,
    }
  }

  private async front(c: Context<Env>, next: Next): Promise<Response | void> {
    const { state } = this
    const { method, path } = c.req
    const line = `${method} ${path}`
    state.requests.push(line)
    const sent = Buffer.from(await c.req.arrayBuffer()).toString()
    if (sent) state.bodies.push(sent)
    if (state.answerAfterMs > 0) await sleep(state.answerAfterMs)

    const fault = takeFault(state.faults, (each) => each.matching.test(line))
    if (fault?.kind === "hang") return await new Promise<never>(() => {})
    if (fault?.kind === "lost_answer") await next()
    if (fault?.kind === "lost_answer" || fault?.kind === "cut") {
      c.env.incoming.socket.destroy()
      return c.body(null)
    }
    if (fault) return faultResponses(this.webhookSecret)[fault.kind]
    if (method === "DELETE" && !this.options.expires) return c.body(null, 405)
    await next()
    if (!state.rewrite) return
    const { res } = c
    const body = state.rewrite(JSON.parse(await res.text()))
    // Otherwise Hono keeps the headers of the replaced response.
    c.res = undefined
    c.res = Response.json(body, res)
  }

  private find(id: string) {
    const payment = this.state.world.payments.byId.get(id)
    if (!payment) throw new Error(`The gateway has no payment ${id}.`)
    return payment
  }
}

function faultResponses(secret: string) {
  const html = { "content-type": "text/html" }
  const json = { "content-type": "application/json" }
  return {
    server_error: new Response(null, { status: 500 }),
    /** No Retry-After. */
    rate_limited: new Response(null, { status: 429 }),
    /** Until a moment, where seconds are meant. */
    rate_limited_until: new Response(null, {
      status: 429,
      headers: { "retry-after": "1795950402" },
    }),
    /** A proxy's page. */
    html_error: new Response("<h1>502 Bad Gateway</h1>", {
      status: 502,
      headers: html,
    }),
    /** Stops half-way. */
    broken_json: new Response('{"id":"abc","sta', { headers: json }),
    echo_secret: Response.json(
      { code: `NOT_${secret}`, message: `Your secret is ${secret}.` },
      { status: 400 }
    ),
  }
}
