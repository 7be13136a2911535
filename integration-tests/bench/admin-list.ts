import { startInstances } from "../support/instances"
import { farFromNow } from "../support/store/far-from-now"
import { StoreDriver } from "../support/store-driver"
import { type Figure, atLeast, atMost } from "./figure"
import { type Contender, quantile, ratios, timeRounds } from "./timing"

const SALES = 100_000

/** Customers beside those of the sales, who bought nothing. */
const VISITORS = 100_000

/** Five words, which each name fits. */
const WORST_SEARCH = "q=e+x+a+m+p"

const SEARCHES_AT_ONCE = 12

/**
 * Pages of our list in the admin API against pages of Medusa's own order list,
 * on one server with a hundred thousand of both; and how long the most expensive
 * search, the totals and an export take, among 200,000 customers.
 */
export async function benchAdminList(): Promise<Figure[]> {
  const instances = await startInstances({
    reconcileSchedule: farFromNow(),
    database: "admin-list",
  })
  const driver = new StoreDriver(instances)
  try {
    await driver.open()
    const sale = await driver.openPayment("shirt")
    await driver.control.pay(sale.gatewayId)
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
      ...(await timeExpensive(driver)),
    ]
  } finally {
    await driver.close()
    await instances.stop()
  }
}

async function timeExpensive(driver: StoreDriver): Promise<Figure[]> {
  const { admin } = driver
  await driver.sql(`insert into customer (id, email, first_name, last_name)
    select 'cus_visitor_' || n, n || '-visitor@example.test', 'Anna', 'Example'
      from generate_series(1, ${VISITORS}) as n`)
  await driver.sql("vacuum analyze customer")
  const timed = async (run: () => Promise<unknown>) => {
    const beganMs = performance.now()
    await run()
    return performance.now() - beganMs
  }
  const medianOf = async (times: number, run: () => Promise<unknown>) => {
    const tookMs: number[] = []
    while (tookMs.length < times) tookMs.push(await timed(run))
    return quantile(tookMs, 0.5)
  }
  const path = "/admin/crypto-payments"
  const search = () => admin.get(`${path}?${WORST_SEARCH}`)
  const otherPage = () => admin.get("/admin/products?limit=20")
  const took = [
    ["a search for five words, 200,000 customers", await medianOf(5, search)],
    [
      "totals, 200,000 customers",
      await medianOf(5, () => admin.get(`${path}/summary`)),
    ],
    [
      "totals of a search for five words",
      await medianOf(5, () => admin.get(`${path}/summary?${WORST_SEARCH}`)),
    ],
    [
      "an export of a search for five words",
      await medianOf(3, () => admin.post(`${path}/export`, FEW_OF_MANY)),
    ],
  ] as const
  const alone = await medianOf(20, otherPage)
  let isSearching = true
  const searching = Promise.all(
    Array.from({ length: SEARCHES_AT_ONCE }, search)
  ).finally(() => (isSearching = false))
  const meanwhile: number[] = []
  while (isSearching) meanwhile.push(await timed(otherPage))
  await searching
  const inLists = (ms: number) => ms / alone
  return [
    ...took.map(([what, ms]) =>
      atMost(10, `${what} / a list of products`, inLists(ms))
    ),
    atMost(
      3,
      "a list of products while twelve search for five words / alone",
      inLists(quantile(meanwhile, 0.5))
    ),
  ]
}

/** Few enough to be answered with the file. */
const FEW_OF_MANY = { q: "e x a m p", tab: "paid" }

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
