import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { DueQueue } from "../../src/modules/crypto-payment/attempts/due-queue"
import { Observations } from "../../src/modules/crypto-payment/attempts/observations"
import { attempts } from "../../src/modules/crypto-payment/attempts/rows"
import { Search } from "../../src/modules/crypto-payment/search/search"
import { Sessions } from "../../src/modules/crypto-payment/attempts/sessions"
import { describeLedger } from "./describe-ledger"
import { observation } from "./observation"

/** Rows as a busy store has them: most are over and done with. */
const manyRows = `
  insert into crypto_payment
    (id, provider_id, merchant_id, external_id, gateway_payment_id, cart_id,
     payment_collection_id, payment_session_id, payment_id, order_id, state,
     next_check_at, created_at)
  select 'cpay_' || n, 'pp_crypto_crypto', 'merchant-' || n % 2, 'cart_' || n,
         case when n % 20 > 0 then 'gateway-' || n end, 'cart_' || n,
         'pay_col_' || n, 'payses_' || n, 'pay_' || n,
         case when n % 3 > 0 then 'order_' || n end,
         case when n % 50 = 0 then 'open' when n % 3 > 0 then 'settled' else 'closed' end,
         case when n % 50 = 0 then now() - n * interval '1 second' end,
         now() - n * interval '1 minute'
    from generate_series(1, 10000) as n;
  insert into crypto_payment_session (id, crypto_payment_id)
  select kind || n, 'cpay_' || n
    from generate_series(1, 10000) as n, unnest(array['payses_old_', 'payses_']) as kind;
  insert into crypto_unpaid_order (id, provider_id, cancel_at, next_check_at)
  select 'cart_' || n, 'pp_crypto_crypto', now() + interval '1 hour', now()
    from generate_series(1, 10) as n`

const dueQueue = (db: Knex) => new DueQueue(db, () => 7)

type Case = [
  what: string,
  indexes: string[],
  ask: (db: Knex) => PromiseLike<unknown>,
]

const cases: Case[] = [
  [
    "the attempt of a session, an old one too,",
    ["session_pkey"],
    (db) => new Sessions(db).findAttempt("payses_old_77"),
  ],
  [
    "an attempt's sessions",
    ["session_crypto_payment_id"],
    (db) => new Sessions(db).linksTo(["cpay_77"]),
  ],
  [
    "the attempt of an observation",
    ["gateway_payment_id_merchant_id_unique", "external_id_merchant_id_unique"],
    (db) =>
      new Observations(db, console).findAttempt(
        observation("confirmed", {
          merchant_id: "merchant-0",
          gateway_payment_id: "gateway-unknown",
          external_id: "cart_80",
        })
      ),
  ],
  ["what is due", ["next_check_at"], (db) => dueQueue(db).dequeue(50, 60)],
  [
    "a paid attempt that is due",
    ["state_created_at"],
    (db) => dueQueue(db).dequeue(50, 60, ["paid"]),
  ],
  [
    "a cart's attempts",
    ["cart_id"],
    (db) =>
      attempts(db).where({ merchant_id: "merchant-1", cart_id: "cart_77" }),
  ],
  [
    "an order's attempts",
    ["order_id"],
    (db) => attempts(db).where({ order_id: "order_77" }),
  ],
  [
    "a collection's attempts",
    ["payment_collection_id"],
    (db) => attempts(db).where({ payment_collection_id: "pay_col_77" }),
  ],
  [
    "the attempt of a payment of Medusa",
    ["payment_id"],
    (db) => attempts(db).where({ payment_id: "pay_77" }),
  ],
  [
    "what a search finds",
    [
      "external_id_merchant_id_unique",
      "gateway_payment_id_merchant_id_unique",
      "address_search",
      "session_pkey",
    ],
    (db) =>
      new Search(db).list({
        filters: {
          text: {
            text: "payses_77",
            order_ids: ["order_1"],
            cart_ids: ["cart_1"],
            payment_collection_ids: ["pay_col_1"],
          },
        },
        columns: ["id"],
        sort: { column: "created_at", direction: "desc" },
        skip: 0,
        take: 20,
      }),
  ],
  [
    "the newest page of the list",
    ["created_at"],
    (db) => attempts(db).orderBy("created_at", "desc").limit(20),
  ],
  [
    "the newest page of one state",
    ["state_created_at"],
    (db) =>
      attempts(db)
        .where({ state: "paid" })
        .orderBy("created_at", "desc")
        .limit(20),
  ],
]

describeLedger("among 10,000 attempts", ({ url, sql }) => {
  it.each(cases)("%s is found by its index", async (_what, indexes, ask) => {
    await sql(manyRows)
    await sql("vacuum analyze crypto_payment")
    await sql("vacuum analyze crypto_payment_session")
    await sql("vacuum analyze crypto_unpaid_order")
    const plans = await plansOf(ask)
    expect(plans).not.toContain("Seq Scan on crypto_payment")
    for (const index of indexes) {
      expect(plans).toMatch(`crypto_payment_${index}`)
    }
  })

  /** How PostgreSQL goes about each statement that `ask` sends. */
  async function plansOf(ask: Case[2]): Promise<string> {
    const db = knex({ client: "pg", connection: url })
    const sent: { sql: string; bindings: readonly Knex.RawBinding[] }[] = []
    db.on("query", (query) => sent.push(query))
    try {
      await ask(db)
      const plans: string[] = []
      for (const query of [...sent]) {
        if (/^(BEGIN|COMMIT)/i.test(query.sql)) continue
        const { rows } = await db.raw<{ rows: { "QUERY PLAN": string }[] }>(
          `explain (costs off) ${query.sql.replace(/\$\d+/g, "?")}`,
          query.bindings
        )
        plans.push(...rows.map((row) => row["QUERY PLAN"]))
      }
      return plans.join("\n")
    } finally {
      await db.destroy()
    }
  }
})
