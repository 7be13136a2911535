import { attemptRow } from "../fixtures/attempt-row"
import type { Attempt } from "../models/rows"
import {
  chooseRemainder,
  paidPart,
  remainderPage,
  remainderToRestore,
  shownRemainder,
} from "./remainder-payments"

describe("the hosted page by which an admin asks for a remainder", () => {
  const merchant = {
    successUrl: "https://shop.example/paid/{payment_session_id}",
    failUrl: "https://shop.example/failed",
  }

  it.each([
    [
      "where the underpaid payment did",
      {
        success_url: "https://app.example/a",
        fail_url: "https://app.example/b",
      },
      merchant,
      ["https://app.example/a", "https://app.example/b"],
    ],
    [
      "where the merchant says, after an inline payment",
      { flow: "h2h" as const },
      merchant,
      ["https://shop.example/paid/payses_1", "https://shop.example/failed"],
    ],
    ["nowhere, where nobody says", {}, {}, [null, null]],
  ])("returns %s", (_where, patch, options, [success_url, fail_url]) => {
    expect(remainderPage(attemptRow(patch), options)).toEqual({
      provider_id: "pp_crypto_crypto",
      flow: "widget",
      target_currency: null,
      success_url,
      fail_url,
    })
  })
})

describe("how a customer pays a remainder", () => {
  const page = {
    provider_id: "pp_crypto_crypto",
    flow: "widget",
    target_currency: null,
  } as const
  const tether = {
    provider_id: "pp_crypto-h2h_crypto",
    flow: "h2h",
    target_currency: "USDT_TRC20",
  } as const
  const missing = { amount: "0.50", currency_code: "eur" }
  const superseded_at = new Date("2026-01-01T00:00:00Z")
  const old = { ...page, state: "open", superseded_at } as const
  const row = (patch: Partial<Attempt>) =>
    attemptRow({ ...page, ...missing, ...patch })

  it.each<
    [string, Partial<Attempt>[], Parameters<typeof chooseRemainder>[1], unknown]
  >([
    ["that nobody asked for", [], page, "not_asked"],
    ["by the open page", [{}], page, 0],
    ["by a page that is being opened", [{ state: "creating" }], page, 0],
    ["by the open payment of the coin", [tether], tether, 0],
    ["with another coin than the open one", [tether, {}], page, "create"],
    [
      "with another coin inline",
      [{ ...tether, target_currency: "BTC" }],
      tether,
      "create",
    ],
    ["inline, where a page is open", [{}], tether, "create"],
    [
      "by another provider, also where that of the page is not configured any more",
      [{ provider_id: "pp_crypto_old" }],
      page,
      "create",
    ],
    [
      "at the price of now, where more coins have arrived",
      [{ amount: "0.70" }],
      page,
      "create",
    ],
    ["however the price is written", [{ amount: "0.5" }], page, 0],
    ["again after it expired", [{ state: "closed" }], page, "create"],
    ["not by a superseded page", [old], page, "create"],
    ["by the one that counts", [tether, old], tether, 0],
    [
      "with three open at the gateway",
      [tether, old, old],
      page,
      "limit_reached",
    ],
    ["with three, of which it is one", [tether, old, old], tether, 0],
    [
      "with three, of which one expired",
      [tether, old, { ...old, state: "closed" }],
      page,
      "create",
    ],
  ])("%s", (_how, patches, terms, expected) => {
    const remainders = patches.map(row)
    expect(chooseRemainder(remainders, terms, missing, 3)).toEqual(
      typeof expected === "number" ? { use: remainders[expected] } : expected
    )
  })

  it.each<[string, Partial<Attempt>[], string]>([
    ["inline, where nobody has used the admin's page", [{}], "create"],
    [
      "inline, where that page is being opened",
      [{ state: "creating" }],
      "create",
    ],
    [
      "not where the page has a coin",
      [{ crypto_currency: "BTC" }],
      "limit_reached",
    ],
    [
      "not where an address is shown",
      [{ ...tether, target_currency: "BTC" }],
      "limit_reached",
    ],
    ["not where a former page is open", [old], "limit_reached"],
    ["not where another one is open, too", [{}, old], "limit_reached"],
  ])("with one open at a time %s", (_how, patches, expected) => {
    const remainders = patches.map(row)
    expect(chooseRemainder(remainders, tether, missing, 1)).toBe(expected)
  })

  it.each<[string, Partial<Attempt>, Partial<Attempt>[], string | undefined]>([
    ["not while one asks for it", {}, [{}], undefined],
    ["not where one expired", {}, [{ state: "closed" }], undefined],
    ["by one that is confirmed", {}, [{}, { state: "paid" }], "rest_1"],
    ["by one that needs attention", {}, [{ state: "attention" }], "rest_0"],
    ["by one that is settled", {}, [{ state: "settled" }], "rest_0"],
    [
      "not by one that a person resolved",
      {},
      [{ state: "resolved" }],
      undefined,
    ],
    [
      "where one completed the payment",
      { remainder_id: "rest_0" },
      [],
      "first",
    ],
  ])("was paid %s", (_how, patch, patches, expected) => {
    const first = attemptRow({ id: "first", ...patch })
    const remainders = patches.map((each, index) =>
      row({ id: `rest_${index}`, ...each })
    )
    expect(paidPart(first, remainders)?.id).toBe(expected)
  })

  it.each<[string, Partial<Attempt>[], boolean]>([
    ["where nothing else asks", [], true],
    ["where it is still being opened", [{ state: "creating" }], true],
    ["not where it was paid", [{ state: "paid" }], false],
    ["not where it expired", [{ state: "closed" }], false],
    ["not where something else is missing", [{ amount: "0.70" }], false],
    ["not where another one asks", [{}, { ...tether, id: "other" }], false],
    [
      "where the other one was refused",
      [{}, { ...tether, id: "other", state: "closed" }],
      true,
    ],
  ])(
    "asks again by a superseded one after the gateway refused another: %s",
    (_what, patches, expected) => {
      const [own = {}, ...others] = patches
      const remainders = [...others, { ...old, id: "own", ...own }].map(row)
      expect(remainderToRestore(remainders, "own", missing)?.id).toBe(
        expected ? "own" : undefined
      )
    }
  )

  it.each<[string, Partial<Attempt>[], number | undefined]>([
    ["none where no coin was chosen", [{}], undefined],
    ["the newest with a coin", [{}, tether, { ...tether, id: "old" }], 1],
    [
      "the one that was restored after a newer one had no address",
      [{ ...tether, id: "newer", state: "closed" }, tether],
      1,
    ],
    ["an expired one", [{ ...tether, state: "closed" }], 0],
    [
      "none that another one superseded",
      [{ ...tether, superseded_at }],
      undefined,
    ],
  ])("shows %s", (_what, patches, expected) => {
    const remainders = patches.map((patch) =>
      row({ ...patch, crypto_currency: patch.target_currency ?? null })
    )
    expect(shownRemainder(remainders)).toBe(
      expected === undefined ? undefined : remainders[expected]
    )
  })
})
