import fc from "fast-check"

import { action, perform, tell, type Action } from "./actions"
import { comeToRest, endState, faultsAtAnyTime, faultsAtRest } from "./law"
import { ShopWorld } from "./shop-world"

/** Two carts, and a difference that an order owes without a cart. */
function newWorld(): ShopWorld {
  const world = new ShopWorld()
  for (const [id, isCart] of [
    ["cart_1", true],
    ["cart_2", true],
    ["difference", false],
  ] as const) {
    world.sales.push({
      id,
      collectionId: `collection_of_${id}`,
      isCart,
      total: "5.00",
      gone: false,
      blocked: false,
      order: isCart
        ? null
        : { id: "order_0", canceled: false, placed: null, transactions: [] },
    })
  }
  return world
}

/** The same stories each time; another number (and more of them) to look further. */
const seed = Number(process.env.LAW_SEED ?? 20261121)

/** Without a size fast-check keeps to a handful, in which little can happen. */
const story = fc.array(action, { maxLength: 40, size: "max" })

describe("whatever happens to a shop,", () => {
  it("each confirmed payment ends as one paid order or in front of a person, and nothing else is captured", () => {
    fc.assert(
      fc.property(story, (actions) => {
        const world = newWorld()
        for (const each of actions) {
          perform(world, each)
          expect(faultsAtAnyTime(world)).toEqual([])
        }
        comeToRest(world)
        expect(faultsAtRest(world)).toEqual([])
      }),
      { numRuns: Number(process.env.LAW_RUNS ?? 4_000), seed }
    )
  })
})

type Chapter = { changes: Action[]; told: { payment: number; word: number }[] }

/** A passing failure of core hits whoever comes first, so it is left out here. */
const change = action.filter(
  ({ do: kind }) => !["tell", "kill", "fail_in_passing"].includes(kind)
)
const chapter = fc.record({
  changes: fc.array(change, { maxLength: 8, size: "max" }),
  told: fc.array(fc.record({ payment: fc.nat(5), word: fc.nat(5) }), {
    maxLength: 5,
    size: "max",
  }),
})

describe("the same facts between the same changes", () => {
  it("come to the same, in whatever order and however often they are told", () => {
    const chapters = fc.array(chapter, { maxLength: 6, size: "max" })
    fc.assert(
      fc.property(
        chapters,
        fc.infiniteStream(fc.nat()),
        (chapters, numbers) => {
          const straight = live(chapters, ({ told }) => told)
          const mixed = live(chapters, ({ told }) => {
            const repeated = [...told, ...told]
            return repeated
              .map((each) => ({ each, at: Number(numbers.next().value) }))
              .sort((one, other) => one.at - other.at)
              .map(({ each }) => each)
          })
          expect(endState(mixed)).toEqual(endState(straight))
        }
      ),
      { numRuns: 2_000, seed }
    )
  })
})

function live(
  chapters: Chapter[],
  inOrder: (chapter: Chapter) => Chapter["told"]
): ShopWorld {
  const world = newWorld()
  for (const chapter of chapters) {
    for (const each of chapter.changes) perform(world, each)
    for (const { payment, word } of inOrder(chapter)) {
      const about = world.gateway[payment % world.gateway.length]
      if (!about) continue
      tell(world, about.id, about.history[word % about.history.length])
    }
  }
  comeToRest(world)
  return world
}
