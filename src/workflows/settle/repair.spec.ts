import { playMedusa } from "./fixtures/played-medusa"
import { ago, placed, settled, type Shown } from "./fixtures/played-world"
import { repair } from "./repair"

const refund = (id: string, record?: string, amount = 5) => ({
  id,
  amount,
  created_at: ago(300),
  note: record
    ? `Sent back from the wallet (${record}), transaction 0xaaa`
    : null,
})
const refunded = (...refunds: ReturnType<typeof refund>[]): Shown => ({
  ...placed,
  payment: { refunds },
})

const links = {
  order_cart: [{ order_id: "order_1", cart_id: "cart_1" }],
  order_payment_collection: [
    { order_id: "order_1", payment_collection_id: "pay_col_1" },
  ],
}

/** An order of an interrupted completion, whose link to the cart core deleted. */
const orphaned: Shown = {
  ...placed,
  otherOrders: [{ id: "order_2", display_id: 13 }],
  completions: [{ created: ["order_2"] }],
  links: {
    order_payment_collection: [
      ...links.order_payment_collection,
      { order_id: "order_2", payment_collection_id: "pay_col_1" },
    ],
  },
}

/** Beside the order of a settled attempt, one of the same cart that has no link at all. */
const unlinked = (
  order: NonNullable<Shown["otherOrders"]>[number] = {},
  rest: Shown = {}
): Shown => ({
  ...placed,
  attempt: settled,
  otherOrders: [{ id: "order_2", display_id: 13, ...order }],
  completions: [{ created: ["order_2"] }],
  ...rest,
})
/** Core was killed while it completed the cart: it does not say what it made. */
const killed = [{ state: "invoking", created: [], created_at: ago(700) }]

const takenBack = ["delete order_2", "unlink order_2 from cart_1"]
const detached = ["lock cart_1", "unlink order_2 from pay_col_1"]
const unlinkedGone = [
  "lock cart_1",
  "open cart_1",
  "unlink order_1 from cart_1",
]

describe("what a killed process left", () => {
  it.each<[string, Shown, string[], string[]]>([
    ["is nothing where nothing was begun", {}, [], []],
    ["is nothing beside an order that was placed to its end", placed, [], []],
    [
      "is nothing beside one that was compared",
      unlinked({}, { otherOrders: [], completions: [] }),
      [],
      [],
    ],
    [
      "is a refund that nobody sent",
      refunded(refund("ref_1")),
      ["write pay_col_1: refunded_amount 0", "delete ref_1"],
      ["refund_removed"],
    ],
    [
      "is such a refund beside a recorded one, which stays",
      {
        ...refunded(refund("ref_1"), refund("ref_2", "cpayref_2", 3)),
        refunds: [{ id: "cpayref_2", refund_id: "ref_2" }],
      },
      ["write pay_col_1: refunded_amount 3", "delete ref_1"],
      ["refund_removed"],
    ],
    [
      "is a second refund for one record",
      {
        ...refunded(refund("ref_1", "cpayref_1"), refund("ref_2", "cpayref_1")),
        refunds: [{ id: "cpayref_1", refund_id: "ref_2" }],
      },
      ["write pay_col_1: refunded_amount 5", "delete ref_1"],
      ["refund_removed"],
    ],
    [
      "is no refund of a payment that core canceled",
      {
        order: {},
        payment: { refunds: [refund("ref_1")], canceled_at: ago(60) },
      },
      [],
      [],
    ],
    [
      "is the link of an order that core deleted",
      { links: { order_cart: links.order_cart } },
      unlinkedGone,
      [],
    ],
    [
      "is no link of an order that the attempt had: somebody else deleted that",
      {
        attempt: { order_id: "order_1" },
        links: { order_cart: links.order_cart },
      },
      [],
      [],
    ],
    [
      "is no link of a cart that is deleted",
      { cart: null, links: { order_cart: links.order_cart } },
      [],
      [],
    ],
    [
      "is an order that is linked to the collection alone",
      orphaned,
      detached,
      ["orphaned_order"],
    ],
    [
      "is such an order of a completion that never ended",
      { ...orphaned, completions: killed },
      detached,
      ["orphaned_order"],
    ],
    [
      "is such an order, on which core booked the payment",
      {
        ...orphaned,
        bookings: [
          {},
          { id: "ordtrx_2", order_id: "order_2" },
          { id: "ordtrx_3", order_id: "order_2", reference_id: "capt_9" },
        ],
      },
      [
        "lock cart_1",
        "lock order_2",
        "move ordtrx_2 to version 1",
        "delete ordtrx_2",
        "unlink order_2 from pay_col_1",
      ],
      ["orphaned_order"],
    ],
    [
      "is such an order that is canceled, which nobody needs to know",
      { ...orphaned, otherOrders: [{ id: "order_2", canceled_at: ago(60) }] },
      detached,
      [],
    ],
    [
      "is the collection's link of an order that is deleted",
      { ...orphaned, otherOrders: [] },
      detached,
      [],
    ],
    [
      "is no order that somebody linked to the collection",
      { ...orphaned, completions: [] },
      [],
      [],
    ],
    [
      "is no order of a completion that ended well",
      { ...orphaned, completions: [{ state: "done", created: ["order_2"] }] },
      [],
      [],
    ],
    [
      "is no order of a collection that nobody paid",
      { ...orphaned, attempt: { state: "open", gateway_status: "created" } },
      [],
      [],
    ],
    [
      "is an order without any link, which core names as made by a failed completion",
      unlinked(),
      takenBack,
      ["order_taken_back"],
    ],
    [
      "is such an order with its stock, which is released",
      unlinked({}, { reservations: [{}, { line_item_id: "ordli_2" }] }),
      ["lock iitem_1", "release ordli_2", ...takenBack],
      ["order_taken_back"],
    ],
    [
      "is such an order that core cannot delete: a person cancels it",
      unlinked({}, { fails: ["delete order_2"] }),
      ["delete order_2"],
      ["orphaned_order"],
    ],
    [
      "is such an order that was paid since: a person cancels it",
      unlinked(
        {},
        {
          bookings: [
            {},
            { id: "ordtrx_2", order_id: "order_2", reference_id: "capt_9" },
          ],
        }
      ),
      [],
      ["orphaned_order"],
    ],
    [
      "is such an order that was written since: a person cancels it",
      unlinked({ updated_at: ago(60) }),
      [],
      ["orphaned_order"],
    ],
    [
      "is such an order whose completion was killed: a person cancels it",
      unlinked({}, { completions: killed }),
      [],
      ["orphaned_order"],
    ],
    [
      "is no order that only looks alike",
      unlinked({}, { completions: [] }),
      [],
      [],
    ],
    [
      "is no order that a killed completion may have made, without the cart's address",
      unlinked({ shipping_address: null }, { completions: killed }),
      [],
      [],
    ],
    ["is no order for another price", unlinked({ total: 24.99 }), [], []],
    ["is no order of other items", unlinked({ quantity: 2 }), [], []],
    ["is no canceled order", unlinked({ canceled_at: ago(60) }), [], []],
    ["is no draft", unlinked({ is_draft_order: true }), [], []],
    [
      "is no order of another customer",
      unlinked({ customer_id: "cus_2" }),
      [],
      [],
    ],
    [
      "is no order of a guest",
      unlinked({ customer_id: null }, { order: { customer_id: null } }),
      [],
      [],
    ],
    [
      "is no order that was placed before the attempt",
      unlinked({}, { attempt: { ...settled, created_at: ago(300) } }),
      [],
      [],
    ],
    [
      "is no order of another cart",
      unlinked(
        {},
        {
          links: {
            order_cart: [
              ...links.order_cart,
              { order_id: "order_2", cart_id: "cart_2" },
            ],
          },
        }
      ),
      [],
      [],
    ],
    [
      "is not searched for before the attempt is settled",
      unlinked({}, { attempt: { ...settled, state: "attention" } }),
      [],
      [],
    ],
  ])("%s", async (_what, shown, asked, noted) => {
    const played = playMedusa(shown)
    await repair(played.container, { ...played.attempt })
    expect(played.asked).toEqual(asked)
    expect(played.timeline.map(({ type }) => type)).toEqual(noted)
    expect(played.refunds).toEqual(shown.refunds ?? [])
  })

  it("is the record of a refund, where the ledger was lost", async () => {
    const { container, attempt, asked, refunds } = playMedusa(
      refunded(refund("ref_1", "cpayref_1"))
    )
    await repair(container, { ...attempt })
    expect(asked).toEqual([])
    expect(refunds).toMatchObject([
      {
        id: "cpayref_1",
        refund_id: "ref_1",
        amount: "5.00",
        currency_code: "eur",
        transaction_hash: "0xaaa",
      },
    ])
  })

  it.each<[string, Shown, string[], string[]]>([
    [
      "a refund's sum",
      refunded(refund("ref_1")),
      ["write pay_col_1: refunded_amount 0"],
      ["delete ref_1"],
    ],
    [
      "the link of an order that is gone",
      { links: { order_cart: links.order_cart } },
      ["unlink order_1 from cart_1"],
      unlinkedGone,
    ],
    [
      "the link of an order that is left over",
      orphaned,
      ["unlink order_2 from pay_col_1"],
      detached,
    ],
  ])(
    "is found again after a crash at %s, and noted once",
    async (_at, shown, fails, asked) => {
      const failing = [...fails]
      const played = playMedusa({ ...shown, fails: failing })
      const run = () => repair(played.container, { ...played.attempt })
      await expect(run()).rejects.toThrow("Connection lost.")
      const noted = [...played.timeline]
      failing.length = 0
      await run()
      expect(played.asked.slice(-asked.length)).toEqual(asked)
      expect(played.timeline).toEqual(noted)
      const before = played.asked.length
      await run()
      expect(played.asked).toHaveLength(before)
    }
  )
})
