import {
  ATTEMPT_STATES,
  type AttemptState,
  isPaidState,
} from "../../src/modules/crypto-payment/attempts/states"
import type { ListFilters } from "../../src/modules/crypto-payment/search/search"
import { toComparableAmount } from "../../src/modules/crypto-payment/settling/money"
import { Random } from "../support/random"
import { sum } from "../support/audit/decimal"
import { describeLedger } from "./describe-ledger"

type Row = {
  id: string
  merchant_id: string
  order_id: string
  state: AttemptState
  is_test: boolean | null
  amount: string | null
  currency_code: string | null
  gateway_amount: string | null
  gateway_currency: string | null
  crypto_currency: string | null
  received_crypto_amount: string | null
  created_at: Date
  deleted_at: Date | null
}

type Refund = {
  crypto_payment_id: string
  kind: "price" | "surplus"
  amount: string
  deleted_at: Date | null
}

const MINUTE_MS = 60_000

describeLedger("the totals", ({ ledger, sql }) => {
  const insert = async (table: string, rows: object[]) => {
    await sql(
      `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)]
    )
  }

  /** Payments of each kind; more than two of most. */
  const seed = async (count: number) => {
    const random = new Random(58)
    const now = Date.now()
    const rows = Array.from({ length: count }, (_, n): Row => {
      const named = random.chance(0.4)
      const [currency, amounts] = random.pick([
        ["eur", ["19.99", "0.01", "90071992547409931.07"]],
        ["USD", ["7.5", "100"]],
        ["jpy", ["1200", "3"]],
        ["kwd", ["1.234"]],
      ] as const)
      const isKnown = random.chance(0.9)
      return {
        id: `cpay_${n}`,
        order_id: `order_${n % 10}`,
        merchant_id: random.pick(["merchant-1", "merchant-2"]),
        state: random.pick(ATTEMPT_STATES),
        is_test: random.pick([true, false, false, null]),
        // The gateway's own word counts, where there is one.
        amount: named ? "4711.11" : isKnown ? random.pick(amounts) : null,
        currency_code: named ? "eur" : isKnown ? currency : null,
        gateway_amount: named ? random.pick(amounts) : null,
        gateway_currency: named ? currency.toUpperCase() : null,
        crypto_currency: random.pick(["USDT_TRC20", "ETH", "BTC", null]),
        received_crypto_amount: random.pick([
          ...["0.000000000000000001", "20.500", "123456789012345678.9"],
          null,
        ]),
        created_at: new Date(now - n * MINUTE_MS),
        deleted_at: random.chance(0.1) ? new Date() : null,
      }
    })
    const refunds = rows.flatMap(({ id }) =>
      Array.from({ length: random.pick([0, 0, 1, 2]) }, (): Refund => ({
        crypto_payment_id: id,
        kind: random.pick(["price", "price", "surplus"]),
        amount: random.pick(["5.00", "0.01", "3"]),
        deleted_at: random.chance(0.1) ? new Date() : null,
      }))
    )
    const written = { updated_at: new Date(now), created_at: new Date(now) }
    await insert(
      "crypto_payment",
      rows.map((row) => ({
        ...{ ...written, provider_id: "pp_crypto_crypto", external_id: row.id },
        ...{ revision: 1, checks: 0, tries: 0 },
        ...row,
      }))
    )
    await insert(
      "crypto_payment_refund",
      refunds.map((refund, n) => ({
        ...{ ...written, id: `cpayref_${n}`, currency_code: "eur" },
        ...{ transaction_hash: `0x${n}`, ...refund },
      }))
    )
    return { rows, refunds }
  }

  type Seeded = Awaited<ReturnType<typeof seed>>

  /** Added up here, payment by payment. */
  const expected = (
    { rows, refunds }: Seeded,
    matches: (row: Row) => boolean
  ) => {
    const paid = rows.filter(
      (row) => !row.deleted_at && isPaidState(row.state) && matches(row)
    )
    const currencyOf = (row: Row) =>
      (row.gateway_currency ?? row.currency_code)?.toLowerCase() ?? null
    const sumsOf = (some: Row[]) => {
      const currency = currencyOf(some[0])
      const inDigits = (amount: string) =>
        currency ? toComparableAmount(amount, currency) : amount
      const ids = some.map(({ id }) => id)
      return {
        count: some.length,
        amount: inDigits(
          sum(some.map((row) => row.gateway_amount ?? row.amount ?? "0"))
        ),
        refunded_amount: inDigits(
          sum(
            refunds
              .filter(({ kind, deleted_at }) => kind === "price" && !deleted_at)
              .filter((refund) => ids.includes(refund.crypto_payment_id))
              .map(({ amount }) => amount)
          )
        ),
      }
    }
    const grouped = <Key>(some: Row[], keyOf: (row: Row) => Key) =>
      [...new Set(some.map((row) => JSON.stringify(keyOf(row))))].map(
        (key) =>
          [
            JSON.parse(key) as Key,
            some.filter((row) => JSON.stringify(keyOf(row)) === key),
          ] as const
      )
    return grouped(paid, (row) => ({
      currency_code: currencyOf(row),
      is_test: row.is_test ?? false,
    })).map(([group, ofGroup]) => ({
      ...group,
      ...sumsOf(ofGroup),
      coins: grouped(ofGroup, ({ crypto_currency }) => ({
        crypto_currency,
      })).map(([coin, ofCoin]) => {
        const received = ofCoin.flatMap(
          (row) => row.received_crypto_amount ?? []
        )
        return {
          ...coin,
          ...sumsOf(ofCoin),
          received_crypto_amount: received.length > 0 ? sum(received) : null,
        }
      }),
    }))
  }

  const inAnyOrder = (totals: { coins: object[] }[]) =>
    totals
      .map((total) => ({ ...total, coins: sorted(total.coins) }))
      .sort(byText)

  it("are those of each currency and coin, to the last digit", async () => {
    const seeded = await seed(600)
    const totals = await ledger.totals.read({})
    expect(inAnyOrder(totals)).toEqual(inAnyOrder(expected(seeded, () => true)))
    const currencies = ["eur", "jpy", "kwd", "usd", null]
    expect(
      totals.map(({ currency_code, is_test }) => [is_test, currency_code])
    ).toEqual(
      [false, true].flatMap((isTest) =>
        currencies.map((each) => [isTest, each])
      )
    )
  })

  it.each<[string, ListFilters, (row: Row) => boolean]>([
    [
      "a merchant",
      { merchant_id: ["merchant-2"] },
      ({ merchant_id }) => merchant_id === "merchant-2",
    ],
    [
      "a state",
      { state: ["attention", "open"] },
      ({ state }) => state === "attention",
    ],
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
      ({ id, order_id }) => id === "cpay_1" || order_id === "order_2",
    ],
  ])("are narrowed to %s as the list is", async (_what, filters, matches) => {
    const seeded = await seed(300)
    const totals = await ledger.totals.read(filters)
    expect(totals.length).toBeGreaterThan(0)
    expect(inAnyOrder(totals)).toEqual(inAnyOrder(expected(seeded, matches)))
  })

  it("are narrowed to a period", async () => {
    const seeded = await seed(300)
    const gte = new Date(Date.now() - 200 * MINUTE_MS)
    const lt = new Date(Date.now() - 100 * MINUTE_MS)
    const totals = await ledger.totals.read({ created_at: { gte, lt } })
    expect(inAnyOrder(totals)).toEqual(
      inAnyOrder(
        expected(
          seeded,
          ({ created_at }) => created_at >= gte && created_at < lt
        )
      )
    )
  })

  it("are none where nothing was paid", async () => {
    expect(await ledger.totals.read({})).toEqual([])
    await seed(50)
    expect(await ledger.totals.read({ state: ["open"] })).toEqual([])
  })
})

function sorted<Each extends object>(rows: Each[]): Each[] {
  return [...rows].sort(byText)
}

function byText(one: object, other: object): number {
  return textOf(one) < textOf(other) ? -1 : 1
}

/** With its keys in one order. */
function textOf(row: object): string {
  return JSON.stringify(Object.entries(row).sort())
}
