import { MathBN } from "@medusajs/framework/utils"
import {
  type ConfirmedStock,
  isBeingReleased,
  missingStockOfSale,
  planReservations,
} from "./stock"

const soldAt = new Date("2026-11-29T12:00:00Z")
const later = new Date("2026-11-29T12:01:00Z")

const item = (
  id: string,
  stock: Record<string, number>,
  created_at = soldAt
) => ({
  id,
  title: id,
  quantity: 2,
  created_at,
  detail: { fulfilled_quantity: 0 },
  variant: {
    manage_inventory: true,
    inventory_items: Object.entries(stock).map(
      ([inventory_item_id, required_quantity]) => ({
        inventory_item_id,
        required_quantity,
      })
    ),
  },
})

const orderOf = (...items: ReturnType<typeof item>[]) => ({
  status: "pending",
  version: 1,
  created_at: soldAt,
  items,
})

const reserved = (
  line_item_id: string,
  inventory_item_id: string,
  quantity: number
) => ({
  line_item_id,
  inventory_item_id,
  quantity,
})

const asNumbers = (missing: ReturnType<typeof missingStockOfSale>) =>
  missing?.map(({ quantity, ...each }) => ({
    ...each,
    quantity: Number(quantity),
  }))

const shirt = item("shirt", { cloth: 1 })
const kit = item("kit", { frame: 1, wheel: 2 })

describe("the stock that a sale lacks", () => {
  it.each([
    ["nothing", orderOf(shirt), [reserved("shirt", "cloth", 2)], []],
    [
      "all",
      orderOf(shirt),
      [],
      [{ ...reserved("shirt", "cloth", 2), title: "shirt", count: 2 }],
    ],
    [
      "the rest of it",
      orderOf(shirt),
      [reserved("shirt", "cloth", 1)],
      [{ ...reserved("shirt", "cloth", 1), title: "shirt", count: 1 }],
    ],
    [
      "one part of a kit",
      orderOf(kit),
      [reserved("kit", "frame", 2), reserved("kit", "wheel", 1)],
      [{ ...reserved("kit", "wheel", 3), title: "kit", count: 2 }],
    ],
    [
      "what others have reserved",
      orderOf(shirt),
      [reserved("other", "cloth", 2)],
      [{ ...reserved("shirt", "cloth", 2), title: "shirt", count: 2 }],
    ],
    [
      "what was written five seconds later",
      orderOf(item("shirt", { cloth: 1 }, new Date(soldAt.getTime() + 5_000))),
      [],
      [{ ...reserved("shirt", "cloth", 2), title: "shirt", count: 2 }],
    ],
    [
      "what is not of a later change that is reserved",
      orderOf(shirt, item("exchanged", { cloth: 1 }, later)),
      [reserved("exchanged", "cloth", 2)],
      [{ ...reserved("shirt", "cloth", 2), title: "shirt", count: 2 }],
    ],
  ])("is %s", (_what, order, reservations, expected) => {
    expect(asNumbers(missingStockOfSale(order, reservations))).toEqual(expected)
  })

  it("is not known where an item of a later change has none", () => {
    const order = orderOf(shirt, item("exchanged", { cloth: 1 }, later))
    expect(missingStockOfSale(order, [])).toBeNull()
  })
})

describe("the reservations of what is missing", () => {
  const missing = (id: string, quantity: number) =>
    reserved(id, "cloth", quantity)
  const confirmed = (id: string, patch: Partial<ConfirmedStock> = {}) => ({
    id,
    inventory_item_id: "cloth",
    allow_backorder: false,
    location_ids: ["here", "there"],
    ...patch,
  })
  const levels = [
    { inventory_item_id: "cloth", location_id: "here", available: 3 },
    { inventory_item_id: "cloth", location_id: "there", available: 9 },
  ]
  const planned = { ...reserved("a", "cloth", 3), location_id: "here" }

  it("are made where core would make them", () => {
    expect(
      planReservations([missing("a", 3)], [confirmed("a")], levels)
    ).toEqual([{ ...planned, allow_backorder: false }])
  })

  it("are made where there is enough of each item at its own location", () => {
    const wheel = { inventory_item_id: "wheel" }
    const elsewhere = { location_ids: ["there"] }
    const lacking = [
      missing("a", 3),
      missing("b", 9),
      { ...missing("a", 5), ...wheel },
    ]
    const found = [
      confirmed("a", { ...wheel, ...elsewhere }),
      confirmed("a"),
      confirmed("b", elsewhere),
    ]
    const ofWheels = { ...wheel, location_id: "there", available: 5 }
    const plan = planReservations(lacking, found, [ofWheels, ...levels])
    expect(
      plan?.map((each) => [each.inventory_item_id, each.location_id])
    ).toEqual([
      ["cloth", "here"],
      ["cloth", "there"],
      ["wheel", "there"],
    ])
  })

  it("are made without stock where backorders are allowed", () => {
    const backorder = confirmed("a", { allow_backorder: true })
    const none = [{ ...levels[0], available: 0 }]
    expect(planReservations([missing("a", 3)], [backorder], none)).toEqual([
      { ...planned, allow_backorder: true },
    ])
  })

  it.each([
    ["the location has too little", [missing("a", 4)], [confirmed("a")]],
    [
      "the location has too little for all together",
      [missing("a", 2), missing("b", 2)],
      [confirmed("a"), confirmed("b")],
    ],
    [
      "there is no location",
      [missing("a", 1)],
      [confirmed("a", { location_ids: [] })],
    ],
    [
      "the location does not stock what allows backorders",
      [missing("a", 1)],
      [confirmed("a", { location_ids: ["nowhere"], allow_backorder: true })],
    ],
    ["core found nothing for the item", [missing("a", 1)], [confirmed("b")]],
  ])("are none where %s", (_what, lacking, found) => {
    expect(planReservations(lacking, found, levels)).toBeUndefined()
  })

  it("count numbers of any form", () => {
    const big = [{ ...missing("a", 3), quantity: MathBN.convert("3") }]
    expect(planReservations(big, [confirmed("a")], levels)).toHaveLength(1)
  })
})

describe("stock that was released", () => {
  const now = new Date("2026-11-29T12:00:00Z")
  const released = (secondsAgo: number) => ({
    deleted_at: new Date(now.getTime() - secondsAgo * 1_000),
  })

  it.each([
    ["never", [{ deleted_at: null }, {}], false],
    ["a moment ago", [released(0)], true],
    ["a moment ago, as it says in JSON", [{ deleted_at: now.toJSON() }], true],
    [
      "59 seconds ago, beside an older one",
      [released(59), released(900)],
      true,
    ],
    ["a minute ago", [released(60)], false],
    ["by a clock that is 29 seconds ahead", [released(-29)], true],
    ["by a clock that is far ahead", [released(-30)], false],
  ])("%s says whether core may be at it", (_when, reservations, expected) => {
    expect(isBeingReleased(reservations, now)).toBe(expected)
  })
})
