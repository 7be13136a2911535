import { z } from "@medusajs/framework/zod"

import { idSchema, isPlainId, momentSchema, textFault } from "./request-text"

describe("an id", () => {
  it.each(["cpay_01", "x".repeat(255), "pp_crypto-h2h_crypto", "漢字", "👩"])(
    "may be %j",
    (id) => {
      expect(isPlainId(id)).toBe(true)
      expect(idSchema.parse(` ${id} `)).toBe(id)
    }
  )

  it.each([
    ...["", "x".repeat(256), "a\0", "a\nb", "a\u001b[2J", "a\u202eb"],
    ...["a\u200bb", "a\u2028b", "a\u0085b", "\ud800", "a\udfff"],
  ])("may not be %j", (id) => {
    expect(isPlainId(id)).toBe(false)
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

  it("can be optional", () => {
    expect(z.object({ at: momentSchema.optional() }).parse({})).toEqual({})
  })
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
  ])("may be %j", (value) => {
    expect(textFault(value, "the body")).toBeUndefined()
  })

  it.each([
    [{ q: "a\0b" }, "characters that no text may have"],
    [{ q: "two\nlines" }, "characters that no text may have"],
    [{ q: "a\u202eb" }, "characters that no text may have"],
    [{ note: "\0" }, "characters that no text may have"],
    [{ note: "\u001b[2J" }, "characters that no text may have"],
    [{ note: "\ud800 half" }, "characters that no text may have"],
    ["a\nb", "characters that no text may have"],
    [{ note: "x".repeat(4_001) }, "a text that is too long"],
    [{ fields: "x".repeat(901) }, "a text that is too long"],
    [{ q: "x".repeat(256) }, "a text that is too long"],
    [{ ids: "x".repeat(256) }, "a text that is too long"],
    ["x".repeat(256), "a text that is too long"],
    [JSON.parse('{"__proto__":1}'), "a field with a name that none has"],
    [{ kind: { toString: 1 } }, "a field with a name that none has"],
    [{ kind: { valueOf: null } }, "a field with a name that none has"],
    [{ "kind.constructor": 1 }, "a field with a name that none has"],
    [{ "a.b.c": 1 }, "a field with a name that none has"],
    [{ "a\u001b": 1 }, "a field with a name that none has"],
    [{ ["k".repeat(65)]: 1 }, "a field with a name that none has"],
    [nested(6), "values that are nested too deep"],
    [{ ids: Array.from({ length: 501 }, () => 1) }, "too much"],
    [{ ids: Array.from({ length: 70 }, () => "x".repeat(255)) }, "too much"],
  ])("may not be %j", (value, fault) => {
    expect(textFault(value, "the query")).toBe(
      `Invalid request: the query holds ${fault}.`
    )
  })
})
