import { Readable } from "node:stream"
import type { IncomingMessage } from "node:http"
import {
  idSchema,
  MAX_BODY_BYTES,
  momentSchema,
  readBody,
  requestMiddlewares,
  transactionHashSchema,
} from "./requests"

/** What the routes of the admin run before their own handlers, by place. */
async function runMiddleware(
  place: number,
  request: object,
  response: object = {}
) {
  const route = requestMiddlewares.find(
    ({ matcher, middlewares }) =>
      matcher === "/admin/crypto-payments" && middlewares
  )
  const handle = route?.middlewares?.[place]
  if (!handle) throw new Error("There is no such middleware.")
  let passed = false
  await handle(request as never, response as never, () => {
    passed = true
  })
  return passed
}

describe("the hash of a transaction", () => {
  it.each([
    "0x8f2c",
    "AbC12",
    "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb",
    "te6cck_-Bw",
    "te6cck+/Bw==",
    "/Bw=",
  ])("may be %j", (hash) => {
    expect(transactionHashSchema.parse(` ${hash} `)).toBe(hash)
  })

  it.each([
    "",
    "sent by hand",
    "=1+1",
    "+49170",
    "-1",
    "@SUM(A1)",
    "x;=1",
    "a,b",
    "a\tb",
    "a=b",
    "https://x.test/0x1",
    "0x1.",
    "漢字",
  ])("is not %j", (text) => {
    expect(transactionHashSchema.safeParse(text).success).toBe(false)
  })
})

describe("an id", () => {
  it.each([
    "cpay_01",
    "x".repeat(255),
    "pp_crypto-inline_crypto",
    "漢字",
    "👩",
  ])("may be %j", (id) => {
    expect(idSchema.parse(` ${id} `)).toBe(id)
  })

  it.each([
    "",
    "x".repeat(256),
    "a\0",
    "a\nb",
    "a\u001b[2J",
    "a\u202eb",
    "a\u200bb",
    "a\u2028b",
    "a\u0085b",
    "\ud800",
    "a\udfff",
  ])("may not be %j", (id) => {
    expect(idSchema.safeParse(id).success).toBe(false)
    expect(idSchema.safeParse(`a${id}b`).success).toBe(id === "")
  })
})

describe("a moment", () => {
  it.each([
    "2026-01-15",
    "2026-01-15T12:00:00+02:00",
    "0001-01-01",
    "9999-12-31",
  ])("may be %s", (moment) => {
    expect(momentSchema.parse(moment)).toEqual(new Date(moment))
  })

  it.each(["", "soon", "-271821-04-20", "+010000-01-01", "0000-12-31", "\0"])(
    "may not be %j",
    (moment) => {
      expect(momentSchema.safeParse(moment).success).toBe(false)
    }
  )
})

describe("a path", () => {
  async function statusOf(path: string): Promise<number | undefined> {
    let answered: number | undefined
    const json = () => undefined
    const status = (code: number) => {
      answered = code
      return { json }
    }
    const isPassed = await runMiddleware(1, { path }, { status })
    expect(isPassed).toBe(answered === undefined)
    return answered
  }

  it.each(["/", "/cpay_01/resolve", "/cpay_01/%72esolve/", "/a.b", "/...", ""])(
    "may be %j",
    async (path) => expect(await statusOf(path)).toBeUndefined()
  )

  it.each([
    "/..;/check",
    "/./check",
    "/%2e%2E/check",
    "/check;x",
    "/a%3bb",
    "/a%2fb",
    "/a%5Cb",
    "/a%00",
    "/%",
    "/%ff",
    "/a%0a",
  ])("may not be %j", async (path) => expect(await statusOf(path)).toBe(404))
})

describe("the texts of a request", () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? "x" : [nested(depth - 1)]

  it.each([
    [undefined],
    [null],
    [{}],
    [{ q: "müller@example.com", limit: "20", created_at: { $gte: "2026" } }],
    [{ note: "two\r\nlines,\ta tab and 👩‍🚀" }],
    [{ ids: Array.from({ length: 50 }, () => "x".repeat(255)) }],
    [{ "created_at.gte": "2026" }],
    [{ fields: "id,state,".repeat(100) }],
    [{ note: "x".repeat(4_000) }],
    [{ amount: 5, flag: true, nothing: null, deep: nested(3) }],
  ])("may be %j", async (value) => {
    expect(await runMiddleware(3, { query: {}, body: value })).toBe(true)
  })

  it.each<[string, ...unknown[]]>([
    [
      "characters that no text may have",
      { q: "a\0b" },
      { q: "two\nlines" },
      { q: "a\u202eb" },
      { note: "\0" },
      { note: "\u001b[2J" },
      { note: "\ud800 half" },
      "a\nb",
    ],
    [
      "a text that is too long",
      { note: "x".repeat(4_001) },
      { fields: "x".repeat(901) },
      { q: "x".repeat(256) },
      { ids: "x".repeat(256) },
      "x".repeat(256),
    ],
    [
      "a field with a name that none has",
      JSON.parse('{"__proto__":1}'),
      { kind: { toString: 1 } },
      { kind: { valueOf: null } },
      { "kind.constructor": 1 },
      { "a.b.c": 1 },
      { "a\u001b": 1 },
      { ["k".repeat(65)]: 1 },
    ],
    ["values that are nested too deep", nested(6)],
    [
      "too much",
      { ids: Array.from({ length: 501 }, () => 1) },
      { ids: Array.from({ length: 70 }, () => "x".repeat(255)) },
    ],
  ])("may not be %s", async (fault, ...values) => {
    for (const query of values) {
      await expect(runMiddleware(3, { query })).rejects.toThrow(
        new Error(`Invalid request: the query holds ${fault}.`)
      )
    }
  })
})

const json = "application/json"
const REFUSED =
  "Invalid request: the body is no JSON object, or its content type is not application/json."

async function readJson(
  bytes: Buffer,
  contentType: string | undefined,
  body?: object
) {
  const request = Object.assign(Readable.from([bytes]), {
    method: "POST",
    headers: { "content-type": contentType },
    body,
  })
  expect(await runMiddleware(2, request)).toBe(true)
  return request.body
}

describe("a JSON body", () => {
  it.each([
    ["", json, {}],
    ["{}", json, {}],
    [' {"a":[1]} ', "Application/JSON; charset=utf-8", { a: [1] }],
    ["\ufeff[]", json, []],
  ])("may be %j with the content type %s", async (text, contentType, value) => {
    expect(await readJson(Buffer.from(text), contentType)).toEqual(value)
  })

  it.each([
    ['{"a":', json],
    ["\u001b[2Kforged", json],
    ["5", json],
    ["null", json],
    ["{} {}", json],
    ["", "text/plain"],
    ["a=1", "application/x-www-form-urlencoded"],
    ["{}", undefined],
    ["{}", "text/plain"],
    ["{}", "application/jsonp"],
    ["{}", "text/plain; application/json"],
  ])("may not be %j with the content type %s", async (text, contentType) => {
    await expect(readJson(Buffer.from(text), contentType)).rejects.toThrow(
      REFUSED
    )
  })

  it("is taken from a parser of the store's own only where it is no form", async () => {
    const parsed = { a: 1 }
    const none = Buffer.alloc(0)
    expect(await readJson(none, json, parsed)).toBe(parsed)
    expect(await readJson(none, undefined, parsed)).toBe(parsed)
    const form = readJson(none, "application/x-www-form-urlencoded", parsed)
    await expect(form).rejects.toThrow(REFUSED)
  })

  it("may not contain invalid UTF-8", async () => {
    const bytes = Buffer.from('{"a":"\xff\xfe"}', "latin1")
    await expect(readJson(bytes, json)).rejects.toThrow(REFUSED)
  })

  it("keeps __proto__ as an ordinary key", async () => {
    const body = await readJson(Buffer.from('{"__proto__":{"x":1}}'), json)
    expect(Object.keys(body ?? {})).toEqual(["__proto__"])
  })
})

describe("reading a body", () => {
  const request = (stream: Readable) => stream as IncomingMessage

  it("reads up to the limit, and stops at the next byte", async () => {
    const full = Buffer.alloc(MAX_BODY_BYTES, "x")
    expect(await readBody(request(Readable.from([full])))).toEqual({
      bytes: full,
    })
    const more = Readable.from([full, Buffer.from("x"), full])
    expect(await readBody(request(more))).toEqual({ fault: "too_large" })
    expect(more.destroyed).toBe(true)
  })

  it("ends at a deadline, however the bytes drip", async () => {
    const dripping = new Readable({
      read() {
        setTimeout(() => this.push("x"), 5).unref()
      },
    })
    expect(await readBody(request(dripping), 50)).toEqual({ fault: "too_slow" })
    dripping.destroy()
    const inTime = Readable.from([Buffer.from("x")])
    expect(await readBody(request(inTime), 50)).toEqual({
      bytes: Buffer.from("x"),
    })
  })

  it("returns `incomplete` when the sender closes the connection", async () => {
    const aborted = new Readable({
      read() {
        this.destroy(new Error("aborted"))
      },
    })
    expect(await readBody(request(aborted))).toEqual({ fault: "incomplete" })
  })
})
