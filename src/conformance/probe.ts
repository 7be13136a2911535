import { setTimeout as sleep } from "node:timers/promises"
import { createCredential, parseBaseUrl } from "../gateway"
import type { Target } from "./target"

/** A request as a case requests it. */
export type ProbeRequest = {
  /** Method and path from `/v1` on, as "GET /v1/payments". */
  line: string
  query?: [name: string, value: string][]
  body?: string
  /** In place of the merchant id and credential that the target names. */
  headers?: Record<string, string>
}

/** What came back; `json` is undefined when the body is no JSON. */
export type ProbeAnswer = {
  status: number
  text: string
  json: unknown
  /** The fields of a JSON object; of anything else none. */
  fields: Record<string, unknown>
}

/** Plain HTTP to the gateway: each case sees what really came over the wire. */
export class Probe {
  private readonly target: Target
  private readonly origin: string
  private readonly pathPrefix: string

  /** @throws TypeError when address or credentials cannot be used */
  constructor(target: Target) {
    const base = parseBaseUrl(target.baseUrl)
    this.target = target
    this.origin = base.origin
    this.pathPrefix = base.pathPrefix
    this.credentials(target.apiKey === undefined ? "x-sign" : "x-api-key", {
      line: "GET /v1/merchants",
    })
  }

  /**
   * Sends the request; waits and tries again while the gateway answers 429, as
   * contract §7 asks for.
   */
  async send(request: ProbeRequest): Promise<ProbeAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.fetch(request)
      const text = await response.text()
      if (response.status !== 429 || attempt === MAX_ATTEMPTS) {
        const json = parsed(text)
        return { status: response.status, text, json, fields: fieldsOf(json) }
      }
      const asked = Number(response.headers.get("retry-after") ?? "5")
      await sleep(Math.min(Number.isFinite(asked) ? asked : 5, 60) * 1_000)
    }
  }

  /** The merchant id and one credential for a request. @throws TypeError when the target has none of the kind */
  credentials(
    kind: "x-api-key" | "x-sign",
    { line, query = [], body }: ProbeRequest
  ): Record<string, string> {
    const { merchantId, apiKey, privateKey, privateKeyPassphrase } = this.target
    const { method, path } = this.parts(line)
    const credential = createCredential(
      kind === "x-api-key" ? { apiKey } : { privateKey, privateKeyPassphrase }
    )
    const [name, value] = credential({
      method,
      path,
      query,
      body: body === undefined ? undefined : Buffer.from(body),
    })
    return { "x-merchant-id": merchantId, [name]: value }
  }

  private fetch(request: ProbeRequest): Promise<Response> {
    const { method, path } = this.parts(request.line)
    const kind = this.target.apiKey === undefined ? "x-sign" : "x-api-key"
    const query = request.query?.length
      ? `?${new URLSearchParams(request.query)}`
      : ""
    return fetch(`${this.origin}${path}${query}`, {
      method,
      headers: {
        accept: "application/json",
        ...(request.body !== undefined && {
          "content-type": "application/json",
        }),
        ...(request.headers ?? this.credentials(kind, request)),
      },
      body: request.body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  }

  private parts(line: string): { method: string; path: string } {
    const [method = "", path = ""] = line.split(" ")
    return { method, path: this.pathPrefix + path }
  }
}

const MAX_ATTEMPTS = 5
const TIMEOUT_MS = 30_000

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fieldsOf(json: unknown): Record<string, unknown> {
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? { ...json }
    : {}
}
