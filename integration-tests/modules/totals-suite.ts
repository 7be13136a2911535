import type { ListFilters } from "../../src/modules/crypto-payment/search/search"
import type { Total } from "../../src/modules/crypto-payment/search/totals"
import { configModule, describeLedger } from "./describe-ledger"

const now = Date.now()
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000)

/** Of eur, live and paid, where nothing else is said; the n-th is n minutes old. */
const payments = [
  {
    amount: "19.99",
    crypto_currency: "ETH",
    received_crypto_amount: "0.000000000000000001",
  },
  {
    // The gateway's own price counts, where it names one.
    amount: "4711.11",
    gateway_amount: "90071992547409931.07",
    gateway_currency: "EUR",
    order_id: "order_2",
    crypto_currency: "ETH",
    received_crypto_amount: "123456789012345678.9",
  },
  {
    amount: "0.01",
    state: "attention",
    merchant_id: "merchant-2",
    crypto_currency: "USDT_TRC20",
    received_crypto_amount: "20.500",
  },
  { amount: "19.99", state: "resolved" },
  {
    amount: "19.99",
    gateway_amount: "7.5",
    gateway_currency: "USD",
    crypto_currency: "ETH",
  },
  { amount: "1200", currency_code: "jpy", crypto_currency: "BTC" },
  { amount: "1.234", currency_code: "kwd", is_test: true },
  { amount: "19.99", is_test: true },
  { amount: "0.01", is_test: null, crypto_currency: "ETH" },
  { amount: null, currency_code: null, state: "attention" },
  {
    // What counted when it was settled stays.
    amount: "10.00",
    gateway_amount: "50",
    gateway_currency: "EUR",
    state: "settled",
    settled_at: new Date(now),
    crypto_currency: "BTC",
    received_crypto_amount: "0.5",
  },
  ...["creating", "open", "closed"].map((state) => ({ amount: "5", state })),
  { amount: "5", deleted_at: new Date(now) },
]

const refunds = [
  { amount: "5.00" },
  { amount: "0.01" },
  { amount: "0.50", kind: "return" },
  { amount: "3", kind: "surplus" },
  { amount: "2", deleted_at: new Date(now) },
  { amount: "3", crypto_payment_id: "cpay_5" },
]

const tomorrow = new Date(now + 86_400_000)

const requests = [
  { amount: "1.00" },
  { amount: "0.10", state: "address_entered", kind: "return" },
  { amount: "0.20", state: "sent" },
  { amount: "0.30", state: "revoked" },
  { amount: "0.40", expires_at: new Date(now - 1) },
  { amount: "0.50", kind: "surplus" },
]

describeLedger("the totals", ({ ledger, sql }) => {
  const insert = async (table: string, rows: object[]) => {
    await sql(
      `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)]
    )
  }

  const seed = async () => {
    const updated_at = new Date(now)
    await insert(
      "crypto_payment",
      payments.map((payment, n) => ({
        id: `cpay_${n + 1}`,
        external_id: `cart_${n + 1}`,
        provider_id: "pp_crypto_crypto",
        merchant_id: "merchant-1",
        revision: 1,
        checks: 0,
        tries: 0,
        state: "paid",
        currency_code: "eur",
        is_test: false,
        updated_at,
        created_at: minutesAgo(n + 1),
        ...payment,
      }))
    )
    await insert(
      "crypto_payment_refund",
      refunds.map((refund, n) => ({
        id: `cpayref_${n}`,
        crypto_payment_id: "cpay_1",
        kind: "refund",
        transaction_hash: `0x${n}`,
        currency_code: "eur",
        created_at: updated_at,
        updated_at,
        ...refund,
      }))
    )
  }

  const seedRequests = async () => {
    const updated_at = new Date(now)
    await insert(
      "crypto_refund_request",
      requests.map((request, n) => ({
        id: `cpayreq_${n}`,
        crypto_payment_id: "cpay_1",
        kind: "refund",
        state: "waiting_for_address",
        currency_code: "eur",
        crypto_amount: "1",
        crypto_currency: "ETH",
        expires_at: tomorrow,
        created_at: updated_at,
        updated_at,
        ...request,
      }))
    )
  }

  it("are those of each currency and coin, to the last digit", async () => {
    await seed()
    await seedRequests()
    const sumsOf = (sums: Total | Total["coins"][number]) => [
      sums.count,
      sums.on_orders_amount,
      sums.on_no_order_amount,
      sums.refunded_amount,
      sums.returned_amount,
      sums.to_send_amount,
    ]
    const totals = (await ledger.totals.read({})).map((total) => {
      const { is_test, currency_code, coins } = total
      return {
        of: `${is_test ? "test" : "live"} ${currency_code}`,
        sums: sumsOf(total),
        coins: coins.map((coin) => [
          coin.crypto_currency,
          ...sumsOf(coin),
          coin.received_crypto_amount,
        ]),
      }
    })
    expect(totals).toEqual([
      {
        of: "live eur",
        sums: [6, "10.00", "90071992547409971.07", "5.01", "0.50", "1.10"],
        coins: [
          ["BTC", 1, "10.00", "0.00", "0.00", "0.00", "0.00", "0.5"],
          [
            "ETH",
            3,
            "0.00",
            "90071992547409951.07",
            "5.01",
            "0.50",
            "1.10",
            "123456789012345678.900000000000000001",
          ],
          ["USDT_TRC20", 1, "0.00", "0.01", "0.00", "0.00", "0.00", "20.5"],
          [null, 1, "0.00", "19.99", "0.00", "0.00", "0.00", null],
        ],
      },
      {
        of: "live jpy",
        sums: [1, "0", "1200", "0", "0", "0"],
        coins: [["BTC", 1, "0", "1200", "0", "0", "0", null]],
      },
      {
        of: "live usd",
        sums: [1, "0.00", "7.50", "3.00", "0.00", "0.00"],
        coins: [["ETH", 1, "0.00", "7.50", "3.00", "0.00", "0.00", null]],
      },
      {
        of: "live null",
        sums: [1, "0", "0", "0", "0", "0"],
        coins: [[null, 1, "0", "0", "0", "0", "0", null]],
      },
      {
        of: "test eur",
        sums: [1, "0.00", "19.99", "0.00", "0.00", "0.00"],
        coins: [[null, 1, "0.00", "19.99", "0.00", "0.00", "0.00", null]],
      },
      {
        of: "test kwd",
        sums: [1, "0.000", "1.234", "0.000", "0.000", "0.000"],
        coins: [[null, 1, "0.000", "1.234", "0.000", "0.000", "0.000", null]],
      },
    ])
  })

  it.each<[string, ListFilters, [string | null, number, string][]]>([
    ["a merchant", { merchant_id: ["merchant-2"] }, [["eur", 1, "0.01"]]],
    [
      "states",
      { state: ["attention", "open"] },
      [
        ["eur", 1, "0.01"],
        [null, 1, "0"],
      ],
    ],
    ["an unpaid state", { state: ["open"] }, []],
    [
      "a search",
      {
        text: {
          text: "cpay_1",
          order_ids: ["order_2"],
          cart_ids: [],
          payment_collection_ids: [],
        },
      },
      [["eur", 2, "90071992547409951.06"]],
    ],
    [
      "a period",
      { created_at: { gte: minutesAgo(6), lt: minutesAgo(3) } },
      [
        ["eur", 1, "19.99"],
        ["jpy", 1, "1200"],
        ["usd", 1, "7.50"],
      ],
    ],
  ])("are narrowed to %s as the list is", async (_what, filters, expected) => {
    await seed()
    const totals = await ledger.totals.read(filters)
    expect(
      totals.map(({ currency_code, count, on_no_order_amount }) => [
        currency_code,
        count,
        on_no_order_amount,
      ])
    ).toEqual(expected)
  })

  describe("of a period of money", () => {
    const june = {
      gte: new Date("2026-06-01T00:00:00Z"),
      lt: new Date("2026-07-01T00:00:00Z"),
    }
    const july = { gte: june.lt, lt: new Date("2026-08-01T00:00:00Z") }

    /** Paid in June; a part is sent back in June, another in July, a third is promised then. */
    const seedMonths = async () => {
      const at = { updated_at: new Date(now), created_at: new Date(now) }
      await insert("crypto_payment", [
        {
          ...at,
          id: "cpay_june",
          external_id: "cart_june",
          provider_id: "pp_crypto_crypto",
          merchant_id: "merchant-1",
          revision: 1,
          checks: 0,
          tries: 0,
          state: "settled",
          amount: "20.00",
          currency_code: "eur",
          paid_at: "2026-06-30T23:59:59.999Z",
        },
      ])
      const days = ["2026-06-30T23:59:59.999Z", "2026-07-01T00:00:00Z"]
      await insert(
        "crypto_payment_refund",
        days.map((created_at, n) => ({
          id: `cpayref_${n}`,
          crypto_payment_id: "cpay_june",
          kind: "refund",
          transaction_hash: `0x${n}`,
          amount: `${n + 1}.00`,
          currency_code: "eur",
          updated_at: created_at,
          created_at,
        }))
      )
      await insert("crypto_refund_request", [
        {
          id: "cpayreq_1",
          crypto_payment_id: "cpay_june",
          kind: "refund",
          state: "address_entered",
          amount: "4.00",
          currency_code: "eur",
          crypto_amount: "1",
          crypto_currency: "ETH",
          expires_at: tomorrow,
          created_at: july.gte,
          updated_at: july.gte,
        },
      ])
    }

    it.each([
      [
        june,
        {
          count: 1,
          on_orders_amount: "20.00",
          refunded_amount: "1.00",
          to_send_amount: "4.00",
        },
      ],
      [
        july,
        {
          count: 0,
          on_orders_amount: "0.00",
          refunded_amount: "2.00",
          to_send_amount: "4.00",
        },
      ],
    ])("follow the date of each sum: %j", async (moved_at, expected) => {
      await seedMonths()
      const totals = await ledger.totals.read({ moved_at })
      expect(totals).toMatchObject([expected])
    })

    it("have what is promised now, also where nothing of its payment moved in the period", async () => {
      await seedMonths()
      const totals = await ledger.totals.read({ moved_at: { gte: july.lt } })
      expect(totals).toMatchObject([
        { count: 0, refunded_amount: "0.00", to_send_amount: "4.00" },
      ])
    })

    it("leave nothing between a month's last millisecond and the next month", async () => {
      await seedMonths()
      const lastly = "2026-06-30T23:59:59.9995Z"
      await sql("UPDATE crypto_payment SET paid_at = $1", [lastly])
      await sql("UPDATE crypto_payment_refund SET created_at = $1", [lastly])
      const end = new Date("2026-06-30T23:59:59.999Z")
      const sums = { count: 1, refunded_amount: "3.00" }
      for (const moved_at of [{ gte: june.gte, lte: end }, june]) {
        const totals = await ledger.totals.read({ moved_at })
        expect(totals).toMatchObject([sums])
      }
      for (const moved_at of [{ gt: end }, { gte: june.lt }]) {
        expect(await ledger.search.count({ moved_at })).toBe(0)
      }
    })

    it("list and export a payment in each month in which money of it came or went", async () => {
      await seedMonths()
      const exported = async (moved_at: ListFilters["moved_at"]) => {
        const read: unknown[] = []
        for await (const page of ledger.exports.payments({ moved_at })) {
          for (const { attempt, isInPeriod, refunds } of page) {
            const ids = refunds.map(({ id }) => id)
            read.push([attempt.id, isInPeriod, ids])
          }
        }
        expect(await ledger.search.count({ moved_at })).toBe(read.length)
        return read
      }
      expect(await exported(june)).toEqual([["cpay_june", true, ["cpayref_0"]]])
      expect(await exported(july)).toEqual([
        ["cpay_june", false, ["cpayref_1"]],
      ])
      expect(await exported({ gte: july.lt })).toEqual([])
    })
  })

  it("of another provider or mode, and a second entry, are named at start", async () => {
    await seed()
    await sql("UPDATE crypto_payment SET provider_id = 'pp_crypto_' || state")
    await sql(
      "UPDATE crypto_payment SET provider_id = 'pp_crypto_crypto', is_test = true WHERE state <> 'paid'"
    )
    const plugin = "medusa-payment-crypto"
    Object.assign(configModule, { plugins: [plugin, { resolve: plugin }] })
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {})
    await ledger.__hooks.onApplicationStart()
    Object.assign(configModule, { plugins: [] })
    expect(warn.mock.calls.flat().sort()).toEqual([
      expect.stringMatching(/"plugins" .+ has several entries .+ Keep one/),
      expect.stringMatching(/ refer to pp_crypto_paid,.+ the id "paid" again/),
      expect.stringMatching(/testMode is false now.+ of pp_crypto_crypto are/),
    ])
    warn.mockRestore()
  })
})
