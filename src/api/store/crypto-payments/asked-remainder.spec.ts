import type { ConfigModule } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import {
  type Attempt,
  Merchants,
  parseOptions,
} from "../../../modules/crypto-payment/internal"
import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import { rightOptions } from "../../../modules/crypto-payment/fixtures/options"
import {
  findAskedRemainder,
  findFirsts,
  findPaidPart,
  remainderProviders,
} from "./asked-remainder"

const row = (id: string, patch: Partial<Attempt> = {}) =>
  attemptRow({ id, ...patch })

describe("the attempts whose remainder a collection's other attempts ask for", () => {
  it.each<[string, Attempt[], string[]]>([
    ["are none without a remainder", [row("b"), row("a")], []],
    [
      "are those that a remainder names",
      [row("rest", { remainder_of: "a" }), row("b"), row("a")],
      ["a"],
    ],
    [
      "begin with those that need attention",
      [
        row("c", { state: "resolved" }),
        row("b", { state: "attention" }),
        row("a", { state: "attention" }),
        ...["a", "b", "c"].map((id) => row(`rest_${id}`, { remainder_of: id })),
      ],
      ["b", "a", "c"],
    ],
    [
      "are not those of another collection",
      [row("rest", { remainder_of: "elsewhere" })],
      [],
    ],
  ])("%s", (_what, attempts, ids) => {
    expect(findFirsts(attempts).map(({ id }) => id)).toEqual(ids)
  })
})

describe("the remainder that a page asks for", () => {
  const short = (id: string, patch: Partial<Attempt> = {}) =>
    row(id, {
      state: "attention",
      attention_reason: "underpaid",
      quoted_crypto_amount: "20",
      received_crypto_amount: "18",
      ...patch,
    })
  const rest = (id: string, patch: Partial<Attempt> = {}) =>
    row(`rest_${id}`, { remainder_of: id, ...patch })
  const decided = { shortfall_accepted_at: new Date(0) }

  const find = async (attempts: Attempt[]) => {
    const readFacts = (id: string) => {
      const [attempt] = attempts.filter((each) => each.id === id)
      const remainders = attempts.filter((each) => each.remainder_of === id)
      const none = { first: null, refunds: [], requests: [] }
      return Promise.resolve({ attempt, remainders, ...none })
    }
    return (await findAskedRemainder({ readFacts }, attempts))?.first.id
  }

  const paidRest = rest("b", { state: "attention" })
  it.each<[string, Attempt[], string?]>([
    ["none where none is asked for", [short("a")]],
    ["that of the underpaid payment", [rest("a"), short("a")], "a"],
    ["none after another decision", [rest("a"), short("a", decided)]],
    [
      "that of the other one, where a person decided about the newer one",
      [rest("b"), short("b", decided), rest("a"), short("a")],
      "a",
    ],
    [
      "that of the other one, where the newer one's is paid",
      [paidRest, short("b"), rest("a"), short("a")],
      "a",
    ],
  ])("is %s", async (_what, attempts, ...[id]) => {
    expect(await find(attempts)).toBe(id)
  })

  const settled = { state: "settled" } as const
  it.each<[string, Attempt[], string?]>([
    ["not while it is asked for", [rest("a"), short("a")]],
    ["once confirmed", [rest("a", { state: "paid" }), short("a")], "rest_a"],
    [
      "once both are settled",
      [rest("a", settled), row("a", { ...settled, remainder_id: "rest_a" })],
      "a",
    ],
    [
      "not where another payment was, too",
      [row("b", settled), rest("a"), short("a")],
    ],
  ])("was paid %s", (_when, attempts, ...[id]) => {
    expect(findPaidPart(attempts)?.id).toBe(id)
  })
})

describe("the providers by which a remainder can be paid", () => {
  // One merchant under two keys, and another one.
  const options = {
    merchants: {
      live: rightOptions,
      test: { ...rightOptions, testMode: true },
      other: { ...rightOptions, merchantId: "merchant-2" },
    },
  }
  const providers = ["live", "test", "other"].map((merchant) => ({
    id: merchant,
    options: { merchant },
  }))
  const config = { modules: { [Modules.PAYMENT]: { options: { providers } } } }
  const merchants = new Merchants(
    parseOptions(options),
    config as unknown as ConfigModule
  )

  it.each<[string, Partial<Attempt>, string[], string[]]>([
    ["are those of its merchant", {}, ["live", "other"], ["live"]],
    ["are those of its mode", { is_test: true }, ["live", "test"], ["test"]],
    ["are none of an unknown mode", { is_test: null }, ["live", "test"], []],
    ["are its own where the region has none", {}, ["test", "other"], ["live"]],
    [
      "are none, its own gone",
      { provider_id: "pp_crypto_gone" },
      ["other"],
      [],
    ],
    ["are none of another merchant", { merchant_id: "m-0" }, ["other"], []],
  ])("%s", (_which, patch, offered, expected) => {
    const first = row("a", { provider_id: "pp_crypto_live", ...patch })
    const found = remainderProviders(
      first,
      offered.map((key) => merchants.retrieveProvider(`pp_crypto_${key}`)),
      merchants
    )
    expect(found.map(({ merchantKey }) => merchantKey)).toEqual(expected)
  })
})
