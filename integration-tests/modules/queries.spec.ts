import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { manyAttempts, manyRefunds } from "./many-attempts"
import { migratedDatabase, newDatabaseName } from "./migrated-database"
import { observation } from "./seed-attempt"
import { DueQueue } from "../../src/modules/crypto-payment/attempts/due-queue"
import { Observations } from "../../src/modules/crypto-payment/attempts/observations"
import { attempts } from "../../src/modules/crypto-payment/attempts/rows"
import { Sessions } from "../../src/modules/crypto-payment/attempts/sessions"
import {
  type ListFilters,
  Search,
  type Sort,
} from "../../src/modules/crypto-payment/search/search"

const rows = 100_000
const MERCHANT = "0b5c2f0e-7f34-4c63-9b53-5a1f7c2d9e10"
const newestFirst: Sort = { column: "created_at", direction: "desc" }
const text = (text: string): ListFilters => ({
  text: { text, order_ids: [], cart_ids: [], payment_collection_ids: [] },
})
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const lists: [what: string, filters: ListFilters, count: number][] = [
  ["everything", {}, rows],
  ["a common state", { state: ["settled"] }, 66_600],
  ["a rare state", { state: ["attention"] }, 100],
  ["several states", { state: ["open", "attention"] }, 166],
  ["what needs a person", { attention: true }, 100],
  ["a reason", { attention: ["amount_mismatch"] }, 100],
  ["a reason of none", { attention: ["late_payment"] }, 0],
  ["an hour", { created_at: { gte: minutesAgo(59.5) } }, 60],
  [
    "an hour long ago",
    { created_at: { gte: minutesAgo(50_060), lt: minutesAgo(50_000) } },
    60,
  ],
  ["a cart's id", text("cart_4711"), 1],
  ["a gateway id", text("Gateway99999"), 1],
  ["an order's id", text("order_77"), 1],
  ["a part of an address, in another case", text("Dress2000"), 2],
  ["an amount", text("7,5"), 1],
  ["an amount as the list shows it", text("€7.50"), 1],
  ["an amount of a coin", text("4.71 ETH"), 1],
  ["the beginning of a gateway id", text("Gateway9999"), 11],
  ["the address of a quarter of all", text("0xabcdef1"), 25_000],
  ["a refund's transaction", text("0xFEED500"), 3],
  ["one session", text("payses_9"), 1],
  ["one id of ours", text("cpay_9"), 1],
  ["nothing that exists", text("nothing"), 0],
  ["a percent sign", text("%"), 0],
  [
    "a customer's orders and carts",
    {
      text: {
        text: "anna@example.test",
        order_ids: ["order_1", "order_2"],
        cart_ids: ["cart_2", "cart_3"],
        payment_collection_ids: [],
      },
    },
    3,
  ],
]

const sorts: Sort[] = (["created_at", "state"] as const).flatMap((column) => [
  { column, direction: "asc" },
  { column, direction: "desc" },
])

type Reading = [
  what: string,
  index: string,
  read: (db: Knex) => PromiseLike<unknown>,
]

const dueQueue = (db: Knex) => new DueQueue(db, () => 7)

const readings: Reading[] = [
  [
    "the attempt of a session",
    "session_pkey",
    (db) => new Sessions(db).findAttempt("payses_77"),
  ],
  [
    "an attempt's sessions",
    "session_crypto_payment_id",
    (db) => new Sessions(db).linksTo(["cpay_77"]),
  ],
  [
    "the attempt of an observation",
    "external_id_merchant_id_unique",
    (db) =>
      new Observations(db, console).findAttempt(
        observation("confirmed", {
          merchant_id: MERCHANT,
          gateway_payment_id: "Gateway0",
          external_id: "cart_80",
        })
      ),
  ],
  [
    "a recorded observation",
    "gateway_payment_id_merchant_id_unique",
    (db) =>
      new Observations(db, console).findRecorded(
        observation("confirmed", {
          merchant_id: MERCHANT,
          gateway_payment_id: "Gateway77",
        })
      ),
  ],
  ["what is due", "next_check_at", (db) => dueQueue(db).dequeue(50, 60)],
  [
    "a paid attempt that is due",
    "state_created_at",
    (db) => dueQueue(db).dequeue(50, 60, ["paid"]),
  ],
  ...(
    ["cart_id", "order_id", "payment_collection_id", "payment_id"] as const
  ).map((column): Reading => [
    `attempts by ${column}`,
    column,
    (db) => attempts(db).where({ [column]: "id_77" }),
  ]),
]

describe("among 100,000 attempts", () => {
  let db: Knex
  let search: Search

  beforeAll(async () => {
    const url = await migratedDatabase(newDatabaseName("ledger-queries"))
    db = knex({ client: "pg", connection: url })
    search = new Search(db)
    await db.raw(manyAttempts(rows))
    await db.raw(manyRefunds(rows))
    await db.raw(
      "update crypto_payment set amount = '7.50' where id = 'cpay_7'"
    )
    await db.raw(
      "update crypto_payment set crypto_amount = '4.71' where id = 'cpay_8'"
    )
    await db.raw(
      "update crypto_payment set next_check_at = created_at where state = 'open'"
    )
    // VACUUM marks as visible only what is on disk by now, and the test
    // database writes late; without the marks an index is not enough to count.
    await db.raw("checkpoint")
    await db.raw(
      "vacuum analyze crypto_payment, crypto_payment_refund, crypto_payment_session"
    )
  })

  afterAll(() => db.destroy())

  const list = (filters: ListFilters, sort = newestFirst, skip = 0) =>
    search.list({ filters, columns: ["id", "state"], sort, skip, take: 20 })

  it.each(lists)("the list finds and counts %s by an index", async (...row) => {
    const [, filters, count] = row
    const { plans, answer } = await explained(() => list(filters))
    expect(answer.count).toBe(count)
    expect(answer.rows).toHaveLength(Math.min(count, 20))
    expect(plans).not.toMatch(/Seq Scan/)
  })

  it.each(sorts)(
    "the list is sorted by $column, $direction, by an index",
    async (sort) => {
      for (const filters of [{}, { state: ["settled"] }] as ListFilters[]) {
        const { plans } = await explained(() => list(filters, sort))
        expect(plans).not.toMatch(/Seq Scan/)
      }
      const { plans } = await explained(() => list({}, sort))
      // Nothing is sorted but what an index leaves equal.
      expect(plans.replace("Incremental Sort", "")).not.toMatch(
        /\bSort\b(?! Key)/
      )
    }
  )

  it.each<[what: string, filters: ListFilters, count: number]>([
    ["a merchant", { merchant_id: [MERCHANT] }, rows],
    ["another merchant", { merchant_id: ["merchant-9"] }, 0],
    ["no refund", { refund_status: ["refunded"] }, 0],
  ])("the list finds what has no index of its own: %s", async (...row) => {
    const [, filters, count] = row
    const answer = await list(filters)
    expect(answer.count).toBe(count)
    expect(answer.rows).toHaveLength(Math.min(count, 20))
  })

  it("the states are counted of each merchant, and by an index what needs a person", async () => {
    expect(await search.counts()).toContainEqual({
      merchant_id: MERCHANT,
      state: "attention",
      count: 100,
    })
    const { plans, answer } = await explained(() => search.attentionCounts())
    expect(plans).not.toMatch(/Seq Scan/)
    expect(answer).toEqual([{ merchant_id: MERCHANT, count: 100 }])
  })

  it("the list pages through all attempts of a filter, each once, though many have one time", async () => {
    await db.raw(
      "update crypto_payment set created_at = now() where state = 'attention'"
    )
    const seen: unknown[] = []
    for (let skip = 0; skip < 120; skip += 20) {
      const { rows } = await list({ attention: true }, newestFirst, skip)
      seen.push(...rows.map(({ id }) => id))
    }
    expect(seen).toHaveLength(100)
    expect(new Set(seen).size).toBe(100)
  })

  it.each(readings)("%s is found by its index", async (_what, index, read) => {
    const { plans } = await explained(async () => await read(db))
    expect(plans).not.toContain("Seq Scan")
    expect(plans).toMatch(`crypto_payment_${index}`)
  })

  /** What `ask` answers, and how PostgreSQL goes about each of its statements. */
  async function explained<Answer>(
    ask: () => Promise<Answer>
  ): Promise<{ answer: Answer; plans: string }> {
    const sent: { sql: string; bindings: readonly Knex.RawBinding[] }[] = []
    const note = (query: (typeof sent)[number]) => sent.push(query)
    db.on("query", note)
    const answer = await ask()
    db.removeListener("query", note)
    const plans: string[] = []
    for (const { sql, bindings } of sent) {
      if (/^(begin|set|commit)/i.test(sql)) continue
      const { rows } = await db.raw<{ rows: { "QUERY PLAN": string }[] }>(
        `explain (costs off) ${sql.replace(/\$\d+/g, "?")}`,
        bindings
      )
      plans.push(...rows.map((row) => row["QUERY PLAN"]))
    }
    expect(sent.length).toBeGreaterThan(0)
    return { answer, plans: plans.join("\n") }
  }
})
