/** An error of Medusa's HTTP API, with its whole answer. */
export class HttpError extends Error {
  constructor(
    readonly request: string,
    readonly status: number,
    /** As JSON if it was JSON, else as text. */
    readonly body: unknown
  ) {
    super(`${request} was answered ${status}: ${JSON.stringify(body)}`)
  }
}

/** What a test names before the store runs that it is of. */
export type Late<Value> = Value | (() => Value)

/**
 * Sends JSON and reads JSON, with `headers` on every request. Answers other
 * than 2xx are thrown as HttpError.
 */
export class HttpClient {
  /** What is a function is asked for at each request. */
  constructor(
    private readonly baseUrl: Late<string>,
    private readonly headers: Late<Record<string, string>>
  ) {}

  /** The same client with one more header. */
  with(name: string, value: string): HttpClient {
    return new HttpClient(this.baseUrl, () => ({
      ...now(this.headers),
      [name]: value,
    }))
  }

  get<Body>(path: string): Promise<Body> {
    return this.request<Body>("GET", path)
  }

  post<Body>(path: string, body: unknown = {}): Promise<Body> {
    return this.request<Body>("POST", path, body)
  }

  delete<Body>(path: string): Promise<Body> {
    return this.request<Body>("DELETE", path)
  }

  private async request<Body>(
    method: string,
    path: string,
    body?: unknown
  ): Promise<Body> {
    const response = await fetch(new URL(path, now(this.baseUrl)), {
      method,
      headers: { ...now(this.headers), "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = parsed(await response.text())
    if (!response.ok) {
      throw new HttpError(`${method} ${path}`, response.status, answer)
    }
    return answer
  }
}

/** Status and body of the answer that refuses a request; "accepted" where it is not refused. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
    return "accepted"
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { status, body } = error
    return { status, body }
  }
}

function now<Value extends string | object>(value: Late<Value>): Value {
  return typeof value === "function" ? value() : value
}

/** The callers name the type they expect of an endpoint. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
function parsed(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
