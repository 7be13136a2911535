import { Readable } from "node:stream"
import type { IncomingMessage } from "node:http"

import { MAX_BODY_BYTES, parseJsonBody, readBody } from "./request-body"

const json = "application/json"

describe("a JSON body", () => {
  it.each([
    ["", json, {}],
    ["{}", json, {}],
    [' {"a":[1]} ', "Application/JSON; charset=utf-8", { a: [1] }],
    ["\ufeff[]", json, []],
  ])("may be %j with the content type %s", (text, contentType, value) => {
    expect(parseJsonBody(Buffer.from(text), contentType)).toEqual(value)
  })

  it.each([
    ['{"a":', json],
    ["\u001b[2Kforged", json],
    ["5", json],
    ["null", json],
    ['"text"', json],
    ["{} {}", json],
    ["", "text/plain"],
    ["", "application/x-www-form-urlencoded"],
    ["", "multipart/form-data; boundary=x"],
    ["a=1", "application/x-www-form-urlencoded"],
    ["{}", undefined],
    ["{}", "text/plain"],
    ["{}", "application/jsonp"],
    ["{}", "text/plain; application/json"],
  ])("may not be %j with the content type %s", (text, contentType) => {
    expect(parseJsonBody(Buffer.from(text), contentType)).toBeUndefined()
  })

  it("may not contain invalid UTF-8", () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ])
    expect(parseJsonBody(bytes, json)).toBeUndefined()
  })

  it("keeps __proto__ as an ordinary key", () => {
    const body = parseJsonBody(Buffer.from('{"__proto__":{"x":1}}'), json)
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
