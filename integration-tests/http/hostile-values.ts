import type { Random } from "../support/random"

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

const dates = [
  "-271821-04-20",
  "+275760-09-13T00:00:00.001Z",
  "0000-01-01",
  "9999-12-31T23:59:59.999-24:00",
  "2026-02-30",
  "soon",
]

const megabyte = 1024 * 1024

/** What stands in for a text: never anything that a route has a use for. */
export function hostileText(random: Random, size: "url" | "body"): string {
  switch (
    random.weighted({
      control: 4,
      bidi: 3,
      nul: 3,
      surrogate: 3,
      terminal: 3,
      date: 2,
      sql: 1,
      template: 1,
      long: 1,
    })
  ) {
    case "control":
      return `x${String.fromCodePoint(random.whole(1, 31))}forged`
    case "bidi":
      return `${random.pick(["\u202e", "\u2066", "\u200f", "\ufeff"])}evil`
    case "nul":
      return random.pick(["\0", "a\0b", "\0".repeat(100)])
    case "surrogate":
      return random.pick(["\ud800", "a\udfff", "\udc00\ud800"])
    case "terminal":
      return random.pick(["x\r\n\u001b[2Kforged", "\u009b2J", "\u2028\u2029"])
    case "date":
      return `${random.pick(dates)}\u0085`
    case "sql":
      return `' OR 1=1; DROP TABLE crypto_payment --\u0000`
    case "template":
      return "${process.exit()}\u007f{{7*7}}"
    case "long":
      return "x".repeat(
        size === "url"
          ? random.pick([256, 5_000, 12_000])
          : random.pick([256, 5_000, 90_000, megabyte])
      )
  }
}

/** What stands in for a text in JSON. */
function hostileJson(random: Random, depth = 0): unknown {
  const text = () => hostileText(random, "body")
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
    : hostileText(random, "url")
}

export type HostileBody = { bytes: Buffer; contentType: string }

/** A body that no route has a use for. */
export function hostileBody(random: Random): HostileBody {
  const json = () =>
    JSON.stringify(
      random.chance(0.1) ? [hostileJson(random)] : hostileObject(random, 0)
    )
  switch (random.weighted({ json: 8, cut: 2, noJson: 2, type: 1 })) {
    case "json":
      return { bytes: Buffer.from(json()), contentType: "application/json" }
    case "cut":
      return {
        bytes: Buffer.from(json().slice(0, -1)),
        contentType: "application/json",
      }
    case "noJson":
      return {
        bytes: random.pick(noJson),
        contentType: random.pick(contentTypes),
      }
    case "type":
      return {
        bytes: Buffer.from(json()),
        contentType: random.pick(contentTypes.slice(1)),
      }
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
export const brokenEncodings = ["%", "%ZZ", "%E2%80", "a%", "%C0%AF", "%u0000"]

/** A query with at least one hostile name or value. */
export function hostileQuery(random: Random): string {
  const parts = Array.from({ length: random.whole(1, 4) }, () => {
    const name = random.pick(queryNames)
    const value = encode(hostileText(random, "url").slice(0, 3_000))
    switch (
      random.weighted({
        text: 5,
        list: 2,
        object: 2,
        prototype: 2,
        name: 2,
        many: 1,
      })
    ) {
      case "text":
        return `${name}=${value}`
      case "list":
        return `${name}[]=${value}&${name}[]=${value}`
      case "object":
        return `${name}[${random.pick(bodyNames)}][a][b]=${value}`
      case "prototype":
        return `${name}[${random.pick(prototypeNames)}]=${value}`
      case "name":
        return `${encode(hostileName(random).slice(0, 300))}=${value}`
      case "many":
        return Array.from({ length: 400 }, (_, n) => `${name}[${n}]=x`).join(
          "&"
        )
    }
  })
  return parts.join("&")
}

/** Percent-encoded, each lone surrogate as the three bytes that UTF-8 forbids. */
export function encode(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character)
      const bytes = [0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      return bytes.map((byte) => `%${byte.toString(16)}`).join("")
    })
    .join("")
}
