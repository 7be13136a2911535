import { Modules } from "@medusajs/framework/utils"
import { type OpenPayment, openedBy } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED } from "../support/shop/shop-fixture"
import type { Item } from "../support/store"

type Part = { inventory_item_id: string; required_quantity: number }

type Order = OpenPayment & { orderId: string }

type Created<Name extends string> = Record<Name, { id: string }>

/** The stock of an order that lost its reservations, compared with what core reserves for it. */
export const reserveStockSuite = paymentSuite(
  "an order that lost its reservations",
  (shop) => {
    const { admin, actions, books, gateway, resolve, shopper, store } = shop
    const { runJob, verifyAgain, orderOtherwise } = shop

    let made = 0

    /** Of which so many pieces are stocked, by location. */
    const makePart = async (
      stock: Record<string, number>,
      required_quantity = 1
    ): Promise<Part> => {
      const { inventory_item } = await admin.post<Created<"inventory_item">>(
        "/admin/inventory-items",
        { sku: `part-${++made}` }
      )
      for (const [location_id, stocked_quantity] of Object.entries(stock)) {
        await admin.post(
          `/admin/inventory-items/${inventory_item.id}/location-levels`,
          { location_id, stocked_quantity }
        )
      }
      return { inventory_item_id: inventory_item.id, required_quantity }
    }

    const restock = (
      { inventory_item_id }: Part,
      location_id: string,
      stocked_quantity: number
    ) =>
      admin.post(
        `/admin/inventory-items/${inventory_item_id}/location-levels/${location_id}`,
        { stocked_quantity }
      )

    /** A product that consists of these parts. */
    const makeProduct = async (
      inventory_items: Part[],
      { allow_backorder = false, isManaged = true } = {}
    ): Promise<string> => {
      const { product } = await admin.post<{
        product: { id: string; variants: { id: string }[] }
      }>("/admin/products", {
        title: `Product ${++made}`,
        status: "published",
        shipping_profile_id: store.shippingProfileId,
        sales_channels: [{ id: store.salesChannelId }],
        options: [{ title: "Size", values: ["One"] }],
        variants: [
          {
            title: "One size",
            options: { Size: "One" },
            prices: [{ currency_code: store.currencyCode, amount: 10 }],
            manage_inventory: true,
            allow_backorder,
            inventory_items,
          },
        ],
      })
      const [{ id }] = product.variants
      if (!isManaged) {
        // Core removes the inventory items here, and takes them again.
        const path = `/admin/products/${product.id}/variants/${id}`
        await admin.post(path, { manage_inventory: false })
        for (const part of inventory_items) {
          await admin.post(`${path}/inventory-items`, part)
        }
      }
      return id
    }

    const makeLocation = async (sales_channel_id: string): Promise<string> => {
      const { stock_location } = await admin.post<Created<"stock_location">>(
        "/admin/stock-locations",
        { name: `Location ${++made}` }
      )
      await admin.post(
        `/admin/stock-locations/${stock_location.id}/sales-channels`,
        { add: [sales_channel_id] }
      )
      return stock_location.id
    }

    const makeChannel = async (): Promise<string> => {
      const { sales_channel } = await admin.post<Created<"sales_channel">>(
        "/admin/sales-channels",
        { name: `Channel ${++made}` }
      )
      return sales_channel.id
    }

    const fillCart = (items: Item[]) =>
      shopper.prepareCart(items, { shippingOptionId: store.shippingOptionId })

    const buy = async (items: Item[]): Promise<Order> => {
      const cart = await fillCart(items)
      const opened = openedBy(await shopper.startPayment(cart.id, HOSTED))
      expect(await gateway.confirm(opened.gatewayId)).toBe(200)
      const { order_id } = await books.attemptOf(opened.session.id)
      return { cart, ...opened, orderId: String(order_id) }
    }

    /** The reservations of an order, each with the variant of its line item. */
    const reservedFor = async (orderId: string) => {
      const { items = [] } = await resolve(Modules.ORDER).retrieveOrder(
        orderId,
        { relations: ["items"] }
      )
      const variants = new Map(
        items.map(({ id, variant_id }) => [id, variant_id])
      )
      const rows = await resolve(Modules.INVENTORY).listReservationItems({
        line_item_id: [...variants.keys()],
      })
      return rows.map((row) => ({
        id: row.id,
        inventory_item_id: row.inventory_item_id,
        reservation: {
          variant_id: variants.get(String(row.line_item_id)),
          inventory_item_id: row.inventory_item_id,
          location_id: row.location_id,
          quantity: Number(row.quantity),
          allow_backorder: row.allow_backorder,
        },
      }))
    }

    const reservationsOf = async (orderId: string) =>
      (await reservedFor(orderId))
        .map(({ reservation }) => reservation)
        .sort((a, b) => keyOf(a).localeCompare(keyOf(b)))

    /** How many pieces core counts as reserved, by part and location. */
    const countedOf = async (parts: Part[]) => {
      const levels = await resolve(Modules.INVENTORY).listInventoryLevels({
        inventory_item_id: parts.map((each) => each.inventory_item_id),
      })
      return Object.fromEntries(
        levels.map((level) => [keyOf(level), Number(level.reserved_quantity)])
      )
    }

    const loseReservations = async (orderId: string, lost: Part[]) => {
      const ids = lost.map((each) => each.inventory_item_id)
      const rows = (await reservedFor(orderId)).filter((each) =>
        ids.includes(each.inventory_item_id)
      )
      expect(rows).not.toEqual([])
      const rowIds = rows.map(({ id }) => id)
      await resolve(Modules.INVENTORY).deleteReservationItems(rowIds)
      // As if they were never made: nobody released them a moment ago.
      await shop.db()("reservation_item").whereIn("id", rowIds).delete()
    }

    const expectSettled = async ({ session, orderId, id }: Order) => {
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "settled",
        order_id: orderId,
        verified_at: expect.any(Date),
      })
      const { events } = await actions.show(id)
      expect(events.map(({ type }) => type)).not.toContain("reopened")
    }

    /**
     * Two buy the same, and what core reserved for the second one is lost, of some of its parts.
     * @returns what core reserved for the first one, and reserves for the second one again
     */
    const expectReservedAsByCore = async (
      items: Item[],
      parts: Part[],
      lost: Part[] = parts
    ) => {
      const undisturbed = await buy(items)
      const byCore = await reservationsOf(undisturbed.orderId)
      const order = await buy(items)
      expect(await reservationsOf(order.orderId)).toEqual(byCore)
      const counted = await countedOf(parts)
      await loseReservations(order.orderId, lost)
      expect(await reservationsOf(order.orderId)).not.toEqual(byCore)
      expect(await countedOf(parts)).not.toEqual(counted)

      await verifyAgain()

      expect(await reservationsOf(order.orderId)).toEqual(byCore)
      expect(await countedOf(parts)).toEqual(counted)
      await expectSettled(order)
      expect(await reservationsOf(undisturbed.orderId)).toEqual(byCore)
      return byCore
    }

    const PLENTY = 100

    const makeBicycle = async (stock: { frames: number; wheels: number }) => {
      const frame = await makePart({ [store.stockLocationId]: stock.frames })
      const wheel = await makePart({ [store.stockLocationId]: stock.wheels }, 2)
      const variantId = await makeProduct([frame, wheel])
      const parts = [frame, wheel]
      return { items: [{ variantId, quantity: 3 }], parts, frame, wheel }
    }

    const LOST_PARTS = [
      ["the part that it has twice", ["wheel"]],
      ["the part that it has once", ["frame"]],
      ["all of its parts", ["frame", "wheel"]],
    ] as const

    it.each(LOST_PARTS)(
      "gets them as core made them, where it is a kit, of %s",
      async (_what, lost) => {
        const bicycle = await makeBicycle({ frames: PLENTY, wheels: PLENTY })
        const { items, parts, frame, wheel } = bicycle
        const [{ variantId: variant_id }] = items
        const byCore = await expectReservedAsByCore(
          items,
          parts,
          lost.map((name) => bicycle[name])
        )
        const { stockLocationId: location_id } = store
        const rest = { variant_id, location_id, allow_backorder: false }
        expect(byCore).toHaveLength(2)
        expect(byCore).toEqual(
          expect.arrayContaining([
            {
              ...rest,
              inventory_item_id: frame.inventory_item_id,
              quantity: 3,
            },
            {
              ...rest,
              inventory_item_id: wheel.inventory_item_id,
              quantity: 6,
            },
          ])
        )
      }
    )

    it.each(LOST_PARTS)(
      "gets the last pieces of %s, where nothing else is left of its kit",
      async (_what, lost) => {
        const bicycle = await makeBicycle({ frames: 6, wheels: 12 })
        const { items, parts } = bicycle
        await expectReservedAsByCore(
          items,
          parts,
          lost.map((name) => bicycle[name])
        )
      }
    )

    it("gets the last piece that one of its reservations lacks", async () => {
      const { items, parts, wheel } = await makeBicycle({
        frames: 3,
        wheels: 6,
      })
      const order = await buy(items)
      const counted = await countedOf(parts)
      const reserved = await reservedFor(order.orderId)
      const ofWheel = reserved.find(
        (each) => each.inventory_item_id === wheel.inventory_item_id
      )
      await admin.post(`/admin/reservations/${ofWheel?.id}`, { quantity: 5 })

      await verifyAgain()

      const wheels = (await reservationsOf(order.orderId)).filter(
        (each) => each.inventory_item_id === wheel.inventory_item_id
      )
      expect(wheels.map(({ quantity }) => quantity).sort()).toEqual([1, 5])
      expect(await countedOf(parts)).toEqual(counted)
      await expectSettled(order)
    })

    it("gets them without stock where its item allows backorders", async () => {
      const { stockLocationId: location_id } = store
      const part = await makePart({ [location_id]: 0 })
      const variantId = await makeProduct([part], { allow_backorder: true })
      expect(
        await expectReservedAsByCore([{ variantId, quantity: 2 }], [part])
      ).toMatchObject([{ location_id, quantity: 2, allow_backorder: true }])
    })

    describe("of a sales channel with two locations", () => {
      let here = ""
      let there = ""

      beforeEach(async () => {
        here = store.stockLocationId
        there = await makeLocation(store.salesChannelId)
      })

      it.each([
        ["first", PLENTY, 2],
        ["second", 2, PLENTY],
      ])(
        "gets them at the %s one, where the other has too little",
        async (which, stockHere, stockThere) => {
          const part = await makePart({
            [here]: stockHere,
            [there]: stockThere,
          })
          const variantId = await makeProduct([part])
          expect(
            await expectReservedAsByCore([{ variantId, quantity: 3 }], [part])
          ).toMatchObject([
            { location_id: which === "first" ? here : there, quantity: 3 },
          ])
        }
      )

      it("gets them at both, where each stocks one part of its kit", async () => {
        const frame = await makePart({ [here]: PLENTY })
        const wheel = await makePart({ [there]: PLENTY }, 2)
        const variantId = await makeProduct([frame, wheel])
        const byCore = await expectReservedAsByCore(
          [{ variantId, quantity: 2 }],
          [frame, wheel]
        )
        expect(
          new Map(byCore.map((each) => [each.location_id, each.quantity]))
        ).toEqual(
          new Map([
            [here, 2],
            [there, 4],
          ])
        )
      })

      it.each(["of one item", "of both"])(
        "gets those %s at the one that stocks both, though the other has enough of one",
        async (which) => {
          const shirt = await makePart({ [there]: PLENTY })
          const shoe = await makePart({ [here]: PLENTY, [there]: PLENTY })
          const items = [
            { variantId: await makeProduct([shirt]), quantity: 1 },
            { variantId: await makeProduct([shoe]), quantity: 1 },
          ]
          const parts = [shirt, shoe]
          const lost = which === "of both" ? parts : [shoe]
          expect(
            await expectReservedAsByCore(items, parts, lost)
          ).toMatchObject([{ location_id: there }, { location_id: there }])
        }
      )

      it("gets those of one item, though the location of the other is one of another channel by now", async () => {
        const shirt = await makePart({ [here]: PLENTY })
        const shoe = await makePart({ [there]: PLENTY })
        const order = await buy([
          { variantId: await makeProduct([shoe]), quantity: 1 },
          { variantId: await makeProduct([shirt]), quantity: 1 },
        ])
        const byCore = await reservationsOf(order.orderId)
        await loseReservations(order.orderId, [shirt])
        await admin.post(`/admin/stock-locations/${there}/sales-channels`, {
          add: [await makeChannel()],
          remove: [store.salesChannelId],
        })

        await verifyAgain()

        expect(await reservationsOf(order.orderId)).toEqual(byCore)
        await expectSettled(order)
      })
    })

    type Move = (part: Part) => Promise<unknown>

    const STOCKED_ELSEWHERE: [what: string, move: Move, error: RegExp][] = [
      [
        "its location has none left, and that of another sales channel has enough",
        async (part) => {
          await restock(part, store.stockLocationId, 0)
          const location_id = await makeLocation(await makeChannel())
          await admin.post(
            `/admin/inventory-items/${part.inventory_item_id}/location-levels`,
            { location_id, stocked_quantity: PLENTY }
          )
        },
        /does not have the required inventory/,
      ],
      [
        "its location is one of another sales channel by now",
        async () =>
          admin.post(
            `/admin/stock-locations/${store.stockLocationId}/sales-channels`,
            { add: [await makeChannel()], remove: [store.salesChannelId] }
          ),
        /is not associated with any stock location/,
      ],
      [
        "two locations have enough together, and neither alone",
        async (part) => {
          // Three are reserved for the order before it.
          await restock(part, store.stockLocationId, 3 + 2)
          const location_id = await makeLocation(store.salesChannelId)
          await admin.post(
            `/admin/inventory-items/${part.inventory_item_id}/location-levels`,
            { location_id, stocked_quantity: 2 }
          )
        },
        /Not enough stock/,
      ],
    ]

    it.each(STOCKED_ELSEWHERE)(
      "gets none, and needs a person, where %s: core sells none either",
      async (_what, moveStock, error) => {
        const { stockLocationId: location_id } = store
        const part = await makePart({ [location_id]: PLENTY })
        const variantId = await makeProduct([part])
        const items = [{ variantId, quantity: 3 }]
        const byCore = await reservationsOf((await buy(items)).orderId)
        const order = await buy(items)
        await loseReservations(order.orderId, [part])
        await moveStock(part)
        const counted = await countedOf([part])

        for (const look of [verifyAgain, runJob]) {
          await look()
          expect(await books.attemptOf(order.session.id)).toMatchObject(
            attention("order_not_placed", {
              attention_detail: expect.stringMatching(
                /^Order #\d+ is paid, but has no stock for 3 × Product \d+ \(One size\)\. Nothing is reserved for it\.$/
              ),
            })
          )
        }
        expect(await reservationsOf(order.orderId)).toEqual([])
        expect(await countedOf([part])).toEqual(counted)
        const sellAgain = async () => orderOtherwise((await fillCart(items)).id)
        await expect(sellAgain()).rejects.toThrow(error)

        await restock(part, location_id, PLENTY)
        await admin.post(
          `/admin/stock-locations/${location_id}/sales-channels`,
          { add: [store.salesChannelId] }
        )
        await runJob()
        expect(await reservationsOf(order.orderId)).toEqual(byCore)
        await shop.expectPaidOnce(order.cart.id, order.session.id, 33)
      }
    )

    it("gets none, and needs a person, where its location no longer stocks a part that allows backorders", async () => {
      const { stockLocationId: location_id } = store
      const frame = await makePart({ [location_id]: PLENTY })
      const elsewhere = await makeLocation(await makeChannel())
      const wheel = await makePart({ [location_id]: 0, [elsewhere]: PLENTY })
      const variantId = await makeProduct([frame, wheel], {
        allow_backorder: true,
      })
      const order = await buy([{ variantId, quantity: 3 }])
      await loseReservations(order.orderId, [frame, wheel])
      await admin.delete(
        `/admin/inventory-items/${wheel.inventory_item_id}/location-levels/${location_id}`
      )

      for (const look of [verifyAgain, runJob]) {
        await look()
        expect(await books.attemptOf(order.session.id)).toMatchObject(
          attention("order_not_placed", {
            attention_detail: expect.stringMatching(
              /has no stock for 3 × Product/
            ),
          })
        )
      }
      expect(await reservationsOf(order.orderId)).toEqual([])
    })

    it("gets them of the item whose inventory is managed, and not of the one beside it", async () => {
      const { stockLocationId: location_id } = store
      const part = await makePart({ [location_id]: PLENTY })
      const free = await makePart({ [location_id]: PLENTY })
      const managed = await makeProduct([part])
      const unmanaged = await makeProduct([free], { isManaged: false })
      const items = [
        { variantId: unmanaged, quantity: 2 },
        { variantId: managed, quantity: 3 },
      ]
      expect(
        await expectReservedAsByCore(items, [part, free], [part])
      ).toMatchObject([{ variant_id: managed, location_id, quantity: 3 }])
      expect(Object.values(await countedOf([free]))).toEqual([0])
    })
  }
)

/** Of a row of Medusa's inventory: a reservation or a level. */
function keyOf(row: { inventory_item_id: string; location_id: string }) {
  return `${row.inventory_item_id} ${row.location_id}`
}
