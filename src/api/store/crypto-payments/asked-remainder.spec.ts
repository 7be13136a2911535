import type { Attempt } from "../../../modules/crypto-payment/internal"
import { attemptRow } from "../../../modules/crypto-payment/fixtures/attempt-row"
import { findFirst } from "./asked-remainder"

describe("the attempt whose remainder a collection's other attempts ask for", () => {
  const row = (id: string, patch: Partial<Attempt> = {}) =>
    attemptRow({ id, ...patch })

  it.each<[string, Attempt[], string | undefined]>([
    ["is none without a remainder", [row("b"), row("a")], undefined],
    [
      "is the one that a remainder names",
      [row("rest", { remainder_of: "a" }), row("b"), row("a")],
      "a",
    ],
    [
      "is the one that needs attention, of two",
      [
        row("b", { state: "resolved" }),
        row("a", { state: "attention" }),
        row("rest", { remainder_of: "b" }),
        row("rest_2", { remainder_of: "a" }),
      ],
      "a",
    ],
    [
      "is not one of another collection",
      [row("rest", { remainder_of: "elsewhere" })],
      undefined,
    ],
  ])("%s", (_what, attempts, id) => {
    expect(findFirst(attempts)?.id).toBe(id)
  })
})
