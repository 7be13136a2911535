import { startInstances } from "../support/instances"
import { farFromNow } from "../support/store/far-from-now"
import { StoreDriver } from "../support/store-driver"
import { type Figure, atLeast } from "./figure"
import { type Contender, ratios, timeRounds } from "./timing"

const SALES = 100_000

/**
 * Pages of our list in the admin API against pages of Medusa's own order list,
 * on one server with a hundred thousand of both.
 */
export async function benchAdminList(): Promise<Figure[]> {
  const instances = await startInstances({
    reconcileSchedule: farFromNow(),
    database: "admin-list",
  })
  const driver = new StoreDriver(instances)
  try {
    await driver.open()
    const sale = await driver.begin("shirt")
    await driver.gateway.pay(sale.gatewayPaymentId)
    await driver.untilState(sale, "settled")
    await cloneSale((sql) => driver.sql(sql), SALES)

    const page = (path: string, count: number): Contender<void> => ({
      prepare: async () => {},
      run: async () => {
        const list = await driver.admin.get<{ count: number }>(path)
        if (list.count !== count) {
          throw new Error(`${path} counts ${list.count}, not ${count}`)
        }
      },
    })
    const all = SALES + 1
    // Medusa looks for the text anywhere: this one is in one address only.
    const q = encodeURIComponent(`${SALES - 1}-shopper@example.test`)
    const pages = await timeRounds(
      {
        payments: page("/admin/crypto-payments?limit=20", all),
        orders: page("/admin/orders?limit=20", all),
        search: page(`/admin/crypto-payments?q=${q}`, 1),
        orderSearch: page(`/admin/orders?q=${q}`, 1),
      },
      { rounds: 5, times: 10 }
    )
    return [
      atLeast(
        1,
        "pages of 100,000 crypto payments per second / of as many orders",
        ratios(pages, "perSecond", "payments", "orders")
      ),
      atLeast(
        1,
        "searches by e-mail in 100,000 crypto payments per second / in as many orders",
        ratios(pages, "perSecond", "search", "orderSearch")
      ),
    ]
  } finally {
    await driver.close()
    await instances.stop()
  }
}

/**
 * Tables of a sale that lists read, what others refer to first, and the ids in
 * them that each copy has its own of, beside its `id`.
 */
const tables = {
  customer: "",
  cart: "customer_id",
  order: "customer_id",
  order_summary: "order_id",
  order_line_item: "",
  order_item: "order_id item_id",
  order_shipping_method: "",
  order_shipping: "order_id shipping_method_id",
  crypto_payment:
    "external_id gateway_payment_id cart_id payment_collection_id payment_session_id payment_id order_id",
}

/** What else tells copies of a row apart. */
const ofItsOwn: Record<string, string> = {
  order: `jsonb_build_object('display_id', 1000 + n, 'email', n || '-' || original.email)`,
  cart: `jsonb_build_object('email', n || '-' || original.email)`,
  customer: `jsonb_build_object('email', n || '-' || original.email)`,
}

/**
 * Copies the sales of a database `count` times each, a minute apart, back from
 * now. Copy n is of the customer `n-` and the original's e-mail address.
 * Without timelines, payments and fulfilments: those would slow down Medusa's
 * own list alone.
 */
async function cloneSale(
  run: (sql: string) => Promise<unknown>,
  count: number
): Promise<void> {
  for (const [table, ids] of Object.entries(tables)) {
    const own = `id ${ids}`
      .trim()
      .split(" ")
      .map((id) => `'${id}', original.${id} || '_' || n`)
    await run(
      `insert into "${table}"
       select copy.*
         from "${table}" as original,
              generate_series(1, ${count}) as n,
              lateral jsonb_populate_record(null::"${table}", to_jsonb(original)
                || jsonb_strip_nulls(jsonb_build_object(${own.join(", ")}))
                || jsonb_build_object(
                     'created_at', original.created_at - n * interval '1 minute',
                     'updated_at', original.created_at - n * interval '1 minute')
                || ${ofItsOwn[table] ?? "'{}'"}) as copy`
    )
  }
  // VACUUM marks as visible only what is on disk by now.
  await run("checkpoint")
  await run("vacuum analyze")
}
