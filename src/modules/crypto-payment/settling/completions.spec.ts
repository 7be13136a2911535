import {
  type Completion,
  hasAddressOf,
  isOfStoppedCompletion,
  isTouched,
} from "./completions"

const at = (second: number) => new Date(Date.UTC(2026, 10, 29, 12, 0, second))
const order = { created_at: at(10), updated_at: at(10) }

const run = (state: string, patch: Partial<Completion> = {}): Completion => ({
  state,
  began: at(9),
  created: false,
  named: false,
  ...patch,
})
const created = { created: true, named: true }

describe("an order of a completion that core did not end", () => {
  it.each<[what: string, runs: Completion[], isOfCart: boolean, boolean]>([
    ["there is no completion", [], true, false],
    ["the one that created it failed", [run("failed", created)], false, true],
    [
      "the one that created it is not undone",
      [run("waiting_to_compensate", created)],
      false,
      true,
    ],
    ["the one that created it ended", [run("done", created)], true, false],
    [
      "the one that created it ended, and another was killed",
      [run("done", created), run("not_started")],
      true,
      false,
    ],
    ["one of its cart was killed before", [run("not_started")], true, true],
    ["one of its cart was stopped in a step", [run("invoking")], true, true],
    ["one of another cart was killed", [run("not_started")], false, false],
    [
      "one of its cart was killed that began later",
      [run("not_started", { began: at(11) })],
      true,
      false,
    ],
    ["one of its cart failed without it", [run("failed")], true, false],
    ["one found it and failed", [run("failed", { named: true })], true, false],
  ])("where %s", (_what, runs, isOfCart, expected) => {
    expect(isOfStoppedCompletion(order, runs, isOfCart)).toBe(expected)
  })
})

describe("an order that somebody has touched", () => {
  it.each<[what: string, updatedAt: number, changes: number, Completion[]]>([
    ["its row was written later", 13, 0, []],
    ["it has a change", 10, 1, []],
    ["core has answered it", 10, 0, [run("done", { named: true })]],
  ])("where %s", (_what, second, changes, runs) => {
    const changed = { ...order, updated_at: at(second) }
    expect(isTouched(changed, changes, runs)).toBe(true)
  })

  it.each<[what: string, updatedAt: number, Completion[]]>([
    ["nothing happened", 10, []],
    ["core wrote it twice", 12, []],
    ["its own completion ended", 10, [run("done", created)]],
    ["a completion that found it failed", 10, [run("failed", { named: true })]],
    ["a completion ended without it", 10, [run("done")]],
  ])("is none where %s", (_what, second, runs) => {
    const changed = { ...order, updated_at: at(second) }
    expect(isTouched(changed, 0, runs)).toBe(false)
  })
})

describe("the address of a cart", () => {
  const written = { created_at: at(1) }
  it.each<[string, Parameters<typeof hasAddressOf>, boolean]>([
    [
      "shipping",
      [{ shipping_address: written }, { shipping_address: written }],
      true,
    ],
    [
      "billing, as text",
      [
        { billing_address: { created_at: at(1).toISOString() } },
        { billing_address: written },
      ],
      true,
    ],
    [
      "written at another moment",
      [
        { shipping_address: { created_at: at(2) } },
        { shipping_address: written },
      ],
      false,
    ],
    [
      "of the other kind",
      [{ billing_address: written }, { shipping_address: written }],
      false,
    ],
    [
      "without a moment",
      [
        { shipping_address: { created_at: null } },
        { shipping_address: { created_at: null } },
      ],
      false,
    ],
    ["none", [{}, { shipping_address: null }], false],
  ])("%s", (_what, [ofOrder, ofCart], expected) => {
    expect(hasAddressOf(ofOrder, ofCart)).toBe(expected)
  })
})
