import {
  type OrderPlacement,
  type StockReservation,
  stockToReserve,
  type Unfinished,
  unfinishedOrder,
} from "./facts"

type Item = NonNullable<NonNullable<OrderPlacement["items"]>[number]>

const SHIRT = [{ inventory_item_id: "shirt", required_quantity: 1 }]
const KIT = [
  { inventory_item_id: "frame", required_quantity: 1 },
  { inventory_item_id: "wheel", required_quantity: 2 },
]

const item = (changes: Partial<Item> = {}): Item => ({
  id: "line",
  quantity: 3,
  detail: { fulfilled_quantity: 0 },
  variant: { manage_inventory: true, inventory_items: SHIRT },
  ...changes,
})

const ofKit = (changes: Partial<Item> = {}) =>
  item({
    variant: { manage_inventory: true, inventory_items: KIT },
    ...changes,
  })

const orderOf = (...items: Item[]): OrderPlacement => ({
  status: "pending",
  version: 1,
  items,
})

const reserve = (
  inventory_item_id: string,
  quantity: number,
  line_item_id: string | null = "line"
): StockReservation => ({ line_item_id, inventory_item_id, quantity })

const done = { completed: true, used: false }

describe("the stock of an order", () => {
  it.each<[what: string, order: OrderPlacement, reserved: StockReservation[]]>([
    ["reserved", orderOf(item()), [reserve("shirt", 3)]],
    [
      "reserved at two locations",
      orderOf(item()),
      [reserve("shirt", 1), reserve("shirt", 2)],
    ],
    [
      "reserved in each part of a kit",
      orderOf(ofKit()),
      [reserve("frame", 3), reserve("wheel", 6)],
    ],
    [
      "reserved for what a first fulfillment left",
      orderOf(ofKit({ detail: { fulfilled_quantity: 2 } })),
      [reserve("frame", 1), reserve("wheel", 2)],
    ],
    ["fulfilled", orderOf(item({ detail: { fulfilled_quantity: 3 } })), []],
    ["taken out of the order", orderOf(item({ quantity: 0 })), []],
    ["not needed, canceled", { ...orderOf(item()), status: "canceled" }, []],
    [
      "not counted",
      orderOf(
        item({ variant: { manage_inventory: false, inventory_items: SHIRT } })
      ),
      [],
    ],
    ["of a deleted variant", orderOf(item({ variant: null })), []],
    ["of an item without a variant", orderOf(item({ variant: undefined })), []],
    [
      "of a variant without inventory items",
      orderOf(item({ variant: { manage_inventory: true } })),
      [],
    ],
    ["of no items", { ...orderOf(), items: null }, []],
  ])("is complete where it is %s", (_what, order, reserved) => {
    expect(unfinishedOrder(order, reserved, done)).toBeNull()
  })

  it.each<[what: string, order: OrderPlacement, reserved: StockReservation[]]>([
    ["nothing is reserved", orderOf(item()), []],
    ["too little is reserved", orderOf(item()), [reserve("shirt", 2)]],
    [
      "one of two items is not reserved",
      orderOf(item(), item({ id: "other" })),
      [reserve("shirt", 3)],
    ],
    [
      "one part of a kit is not reserved",
      orderOf(ofKit()),
      [reserve("frame", 3), reserve("wheel", 3)],
    ],
    [
      "the rest of a fulfillment is not reserved",
      orderOf(item({ detail: { fulfilled_quantity: 1 } })),
      [],
    ],
    [
      "the same stock is reserved for others",
      orderOf(item()),
      [reserve("shirt", 3, "other"), reserve("shirt", 3, null)],
    ],
    [
      "it was not read what is fulfilled",
      orderOf(item({ detail: undefined })),
      [],
    ],
  ])("is missing where %s", (_what, order, reserved) => {
    expect(unfinishedOrder(order, reserved, done)).toBe("unreserved")
  })

  it("has the quantities that core reserves", () => {
    expect(
      stockToReserve(orderOf(ofKit({ detail: { fulfilled_quantity: 1 } }))).map(
        ({ quantity, ...rest }) => ({ ...rest, quantity: Number(quantity) })
      )
    ).toEqual([reserve("frame", 2), reserve("wheel", 4)])
  })
})

describe("an order of a cart", () => {
  const failed = { completed: false, used: false }
  const shirts = orderOf(item())
  const fulfilled = orderOf(item({ detail: { fulfilled_quantity: 1 } }))

  it.each<[string, OrderPlacement, number, typeof done, Unfinished | null]>([
    ["that core completed", shirts, 3, done, null],
    ["without its stock", shirts, 0, done, "unreserved"],
    ["of a cart that is not completed", shirts, 3, failed, "undo"],
    ["of neither", shirts, 0, failed, "undo"],
    ["of nothing to reserve", orderOf(), 0, failed, "undo"],
    ["that was edited", { ...shirts, version: 2 }, 3, failed, null],
    ["that was edited", { ...shirts, version: 2 }, 0, failed, "unreserved"],
    ["that is archived", { ...shirts, status: "archived" }, 3, failed, null],
    ["that was fulfilled in part", fulfilled, 2, failed, null],
    ["that is used", shirts, 3, { ...failed, used: true }, null],
    ["that is used", shirts, 1, { ...failed, used: true }, "unreserved"],
  ])("%s", (_what, order, quantity, known, expected) => {
    const reserved = [reserve("shirt", quantity)]
    expect(unfinishedOrder(order, reserved, known)).toBe(expected)
  })
})
