import type { ServerResponse } from "node:http"

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
export function misbehave(
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
