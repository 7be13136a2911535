import fc from "fast-check"

import {
  type Attempt,
  ATTEMPT_STATES,
  type Interval,
  isPaidState,
  type Period,
  type Refund,
  reportIntervals,
  type TotalFilters,
  type Totals,
} from "../../src/modules/crypto-payment/internal"
import {
  AMOUNTS,
  COUNTS,
} from "../../src/modules/crypto-payment/books/count-totals"
import {
  medianSeconds,
  PAID_WITHIN_SECONDS,
} from "../../src/modules/crypto-payment/books/payment-times"
import { isMore, subtract, sum } from "../support/audit/decimal"
import { describeLedger } from "./describe-ledger"
import { manyAttempts } from "./many-attempts"
import { seedAttempt } from "./seed-attempt"

const MEASURES = [...COUNTS, ...AMOUNTS]

const TIME_ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/Los_Angeles",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
]

const DAY_MS = 24 * 60 * 60_000

/** Around the ends of summer time, of a month and of a year. */
const DAYS = ["2026-03-29", "2026-10-25", "2026-10-31", "2026-12-31"]

const moments = fc
  .tuple(fc.constantFrom(...DAYS), fc.integer({ min: -2, max: 2 * 96 }))
  .chain(([day, quarter]) =>
    fc.integer({ min: 0, max: 900_000 - 1 }).map((ms) => {
      const ofQuarter = fc.sample(fc.constantFrom(0, 1, ms), 1)[0]
      return new Date(Date.parse(day) + quarter * 900_000 + ofQuarter)
    })
  )

const amounts = fc.constantFrom("19.99", "0.01", "1000", "7.5", null)

const columns = {
  provider_id: fc.constantFrom("pp_crypto_crypto", "pp_crypto_eu"),
  merchant_id: fc.constantFrom("merchant-1", "merchant-2"),
  state: fc.constantFrom(...ATTEMPT_STATES),
  is_test: fc.constantFrom(true, false, null),
  order_id: fc.constantFrom("order_1", null),
  // Each of another: only one may ask for the remainder of the same.
  remainder_of: fc.option(fc.uuid(), { freq: 3 }),
  remainder_id: fc.constantFrom(null, null, "cpay_remainder"),
  remainder_amount: fc.constantFrom(null, null, "0.01", "some"),
  amount: amounts,
  currency_code: fc.constantFrom("eur", "usd"),
  gateway_amount: fc.constantFrom(null, "19.99", "12.30", "many"),
  gateway_currency: fc.constantFrom(null, "EUR", "JPY"),
  crypto_currency: fc.constantFrom("USDT", "ETH", null),
  crypto_network: fc.constantFrom("Tron", "Ethereum", null),
  quoted_crypto_amount: fc.constantFrom("20", "10", null),
  received_crypto_amount: fc.constantFrom("20", "10", "9.5", "ten", null),
  received_value: fc.constantFrom("19.99", "9.99", "21.00", null),
  opened_at: fc.option(moments),
  paid_at: fc.option(moments),
  settled_at: fc.option(moments),
  deleted_at: fc.constantFrom(null, null, null, new Date()),
}

const refundColumns = {
  kind: fc.constantFrom("price", "surplus"),
  amount: fc.constantFrom("5.00", "0.01"),
  refund_id: fc.boolean(),
  created_at: moments,
  deleted_at: fc.constantFrom(null, null, new Date()),
}

const requests = fc.record({
  day: fc.constantFrom(...DAYS),
  before: fc.nat({ max: 40 }),
  after: fc.nat({ max: 40 }),
  time_zone: fc.constantFrom(...TIME_ZONES),
  interval: fc.constantFrom(...reportIntervals),
  filters: fc.record(
    {
      provider_id: fc.constant<string[]>(["pp_crypto_eu"]),
      merchant_id: fc.constant<string[]>(["merchant-1"]),
      is_test: fc.boolean(),
      currency_code: fc.constant<string[]>(["eur", "jpy"]),
    },
    { requiredKeys: [] }
  ),
})

type Rows = {
  attempts: Attempt[]
  refunds: (Refund & { attempt: Attempt })[]
}

type Counted = Record<string, string>

const isDecimal = (text: string | null) =>
  text !== null && /^\d+(\.\d+)?$/.test(text)

/** What one attempt adds at each of its moments; written apart from the SQL. */
function contributionsOf(attempt: Attempt): [Date, Counted][] {
  const named = attempt.gateway_amount && attempt.gateway_currency
  const priced = named ? attempt.gateway_amount : attempt.amount
  const { remainder_amount, remainder_id } = attempt
  const brought = isDecimal(remainder_amount) ? String(remainder_amount) : "0"
  const price = isDecimal(priced) ? subtract(String(priced), brought) : null
  const value = attempt.received_value
  const { quoted_crypto_amount: quoted, received_crypto_amount } = attempt
  const received = isDecimal(received_crypto_amount)
    ? received_crypto_amount
    : null
  const { opened_at, paid_at, settled_at, state } = attempt
  const added: [Date, Counted][] = []
  const amountIf = (is: boolean) => (is && price ? price : "0")
  const countIf = (is: boolean) => (is ? "1" : "0")
  if (opened_at) {
    added.push([
      opened_at,
      { opened: "1", opened_paid: countIf(paid_at !== null) },
    ])
  }
  if (paid_at && isPaidState(state)) {
    const isTimed = opened_at !== null && opened_at <= paid_at
    const ms = isTimed ? paid_at.getTime() - opened_at.getTime() : 0
    const less = price && value && isMore(price, value)
    const more = price && value && isMore(value, price)
    added.push([
      paid_at,
      {
        paid: "1",
        paid_amount: amountIf(true),
        received: countIf(value !== null),
        received_value: value ?? "0",
        timed: countIf(isTimed),
        ...Object.fromEntries(
          PAID_WITHIN_SECONDS.map((seconds) => [
            `paid_within_${seconds}`,
            countIf(isTimed && ms <= seconds * 1000),
          ])
        ),
        attention: countIf(state === "attention"),
        attention_amount: amountIf(state === "attention"),
        resolved: countIf(state === "resolved"),
        resolved_amount: amountIf(state === "resolved"),
        short: countIf(
          Boolean(
            !remainder_id && quoted && received && isMore(quoted, received)
          )
        ),
        short_amount: less ? subtract(price, value) : "0",
        over: countIf(Boolean(quoted && received && isMore(received, quoted))),
        over_amount: more ? subtract(value, price) : "0",
      },
    ])
  }
  if (settled_at && state === "settled") {
    const isOrder = attempt.order_id !== null && attempt.remainder_of === null
    const settled = { settled: "1", settled_amount: amountIf(true) }
    added.push([settled_at, { orders: countIf(isOrder), ...settled }])
  }
  return added
}

function contributionOf({ kind, amount, refund_id }: Refund): Counted {
  const is = (yes: boolean) =>
    yes ? { n: "1", amount } : { n: "0", amount: "0" }
  const price = is(kind === "price")
  const booked = is(refund_id !== null)
  const surplus = is(kind === "surplus")
  return {
    refunds: price.n,
    refund_amount: price.amount,
    booked_refunds: booked.n,
    booked_refund_amount: booked.amount,
    surplus_refunds: surplus.n,
    surplus_refund_amount: surplus.amount,
  }
}

const localDay = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(at)

function firstDayOf(day: string, interval: Interval): string {
  if (interval === "day") return day
  if (interval === "month") return `${day.slice(0, 7)}-01`
  const date = new Date(day)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  const monday = new Date(date.getTime() - sinceMonday * DAY_MS)
  return monday.toISOString().slice(0, 10)
}

/** The same from the rows, one by one. */
function recount(
  { attempts, refunds }: Rows,
  { from, to, time_zone }: Period,
  interval: Interval,
  { provider_id, merchant_id, is_test, currency_code }: TotalFilters
) {
  const sums = new Map<string, Counted>()
  const add = (key: unknown, counted: Counted) => {
    const text = JSON.stringify(key)
    const before = sums.get(text) ?? {}
    const after = MEASURES.map((each): [string, string] => [
      each,
      sum([before[each] ?? "0", counted[each] ?? "0"]),
    ])
    sums.set(text, Object.fromEntries(after))
  }
  const count = (attempt: Attempt, at: Date, counted: Counted) => {
    const day = localDay(at, time_zone)
    const isTest = attempt.is_test ?? false
    const named = attempt.gateway_amount && attempt.gateway_currency
    const code = named ? attempt.gateway_currency : attempt.currency_code
    const currency = (code ?? "").toLowerCase()
    if (day < from || day > to) return
    if (provider_id && !provider_id.includes(attempt.provider_id)) return
    if (merchant_id && !merchant_id.includes(attempt.merchant_id)) return
    if (is_test !== undefined && is_test !== isTest) return
    if (currency_code && !currency_code.includes(currency)) return
    const group = [currency, isTest]
    const first = firstDayOf(day, interval)
    add(["interval", first < from ? from : first, ...group], counted)
    const coin = [attempt.crypto_currency ?? "", attempt.crypto_network ?? ""]
    add(["coin", ...coin, ...group], counted)
    add(["merchant", attempt.merchant_id, ...group], counted)
  }
  for (const attempt of attempts) {
    for (const [at, counted] of contributionsOf(attempt)) {
      count(attempt, at, counted)
    }
  }
  for (const refund of refunds) {
    count(refund.attempt, refund.created_at, contributionOf(refund))
  }
  return sums
}

/** The totals of a report, by the same keys. */
function keyed({ intervals, by_interval, by_coin, by_merchant }: Totals) {
  const measures = (total: Record<string, string | number>) =>
    Object.fromEntries(
      MEASURES.map((each): [string, string] => [
        each,
        sum([String(total[each])]),
      ])
    )
  const key = (...parts: unknown[]) => JSON.stringify(parts)
  return new Map([
    ...by_interval.map(
      ({ n, currency_code, is_test, ...total }) =>
        [
          key("interval", intervals[n].from, currency_code, is_test),
          measures(total),
        ] as const
    ),
    ...by_coin.map(
      ({ crypto_currency, crypto_network, currency_code, is_test, ...total }) =>
        [
          key("coin", crypto_currency, crypto_network, currency_code, is_test),
          measures(total),
        ] as const
    ),
    ...by_merchant.map(
      ({ merchant_id, currency_code, is_test, ...total }) =>
        [
          key("merchant", merchant_id, currency_code, is_test),
          measures(total),
        ] as const
    ),
  ])
}

describeLedger("totals", ({ ledger, sql, connect }) => {
  const rows = async (): Promise<Rows> => {
    const attempts = await sql<Attempt>(
      "select * from crypto_payment where deleted_at is null"
    )
    const refunds = await sql<Refund>(
      "select * from crypto_payment_refund where deleted_at is null"
    )
    return {
      attempts,
      refunds: refunds.flatMap((refund) => {
        const { crypto_payment_id } = refund
        const attempt = attempts.find(({ id }) => id === crypto_payment_id)
        return attempt ? [{ ...refund, attempt }] : []
      }),
    }
  }

  const expectCounted = async (
    period: Period,
    interval: Interval,
    filters: TotalFilters = {}
  ) => {
    const totals = await ledger.reports.totals(period, interval, filters)
    const expected = recount(await rows(), period, interval, filters)
    expect(Object.fromEntries(keyed(totals))).toEqual(
      Object.fromEntries(expected)
    )
    return totals
  }

  const insertInto = async (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row)
    const places = names.map((_, n) => `$${n + 1}`)
    await sql(
      `insert into ${table} (${names.join(", ")}) values (${places.join(", ")})`,
      Object.values(row)
    )
  }

  const update = async (
    table: string,
    id: string,
    patch: Record<string, unknown>
  ) => {
    const names = Object.keys(patch)
    const assignments = names.map((name, n) => `${name} = $${n + 2}`)
    await sql(`update ${table} set ${assignments.join(", ")} where id = $1`, [
      id,
      ...Object.values(patch),
    ])
  }

  it("are those of the rows, whatever is written, changed and deleted, in each time zone", async () => {
    let n = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record(columns), { minLength: 5, maxLength: 30 }),
        fc.array(fc.record(refundColumns), { maxLength: 8 }),
        fc.array(fc.record(columns, { requiredKeys: [] }), { maxLength: 10 }),
        fc.array(requests, { minLength: 2, maxLength: 4 }),
        async (attempts, refunds, changes, asked) => {
          await sql("delete from crypto_payment_refund")
          await sql("delete from crypto_payment")
          const ids: string[] = []
          for (const attempt of attempts) {
            const id = `cpay_${n++}`
            const row = { id, external_id: id, ...attempt }
            await insertInto("crypto_payment", row)
            ids.push(id)
          }
          for (const [place, { refund_id, ...refund }] of refunds.entries()) {
            const id = `cpayref_${n++}`
            await insertInto("crypto_payment_refund", {
              ...refund,
              id,
              refund_id: refund_id ? `ref_${n}` : null,
              currency_code: "eur",
              transaction_hash: `0x${n}`,
              crypto_payment_id: ids[place % ids.length],
            })
          }
          const ask = async () => {
            for (const { day, before, after, ...request } of asked) {
              const at = Date.parse(day)
              const date = (ms: number) =>
                new Date(ms).toISOString().slice(0, 10)
              const { time_zone, interval, filters } = request
              const from = date(at - before * DAY_MS)
              const to = date(at + after * DAY_MS)
              await expectCounted({ from, to, time_zone }, interval, filters)
            }
          }
          await ask()
          for (const [place, change] of changes.entries()) {
            const id = ids[place % ids.length]
            if (Object.keys(change).length === 0) continue
            await update("crypto_payment", id, change)
          }
          await sql(
            "update crypto_payment_refund set amount = '6.00' where amount = '5.00' and kind = 'price'"
          )
          await ask()
        }
      ),
      { numRuns: 25, endOnFailure: true }
    )
  })

  const NOW: Period = { from: "", to: "", time_zone: "UTC" }

  const thisYear = (): Period => {
    const year = new Date().getUTCFullYear()
    return { ...NOW, from: `${year - 1}-12-01`, to: `${year + 1}-01-31` }
  }

  it("count each payment once, by what it is now", async () => {
    const period = thisYear()
    const { id } = await seedAttempt(ledger, "paid")
    const paid = await expectCounted(period, "month")
    expect(paid.by_coin).toMatchObject([
      { opened: 1, opened_paid: 1, paid: 1, paid_amount: "19.99" },
    ])
    expect(paid.by_coin).toMatchObject([{ settled: 0, orders: 0 }])
    const entry = { type: "settled", source: "test" } as const
    const order = { order_id: "order_1" }
    await ledger.attempts.transition(id, "settled", order, entry)
    const settled = await expectCounted(period, "month")
    expect(settled.by_coin).toMatchObject([
      { paid: 1, settled: 1, orders: 1, settled_amount: "19.99" },
    ])
    const reopened = { type: "reopened", source: "test" } as const
    await ledger.attempts.transition(id, "paid", {}, reopened)
    const again = await expectCounted(period, "month")
    expect(again.by_coin).toMatchObject([{ paid: 1, settled: 0 }])
  })

  it("have the median time to payment of all rows, to the bounds that are counted", async () => {
    await sql(manyAttempts(2_000))
    await sql(
      "update crypto_payment set opened_at = paid_at - interval '1 second' * floor(10 ^ (random() * 6)) where paid_at is not null"
    )
    const { by_interval } = await expectCounted(thisYear(), "month")
    const median = medianSeconds((name) =>
      by_interval.reduce((sum, total) => sum + total[name], 0)
    )
    const [{ exact }] = await sql<{ exact: number }>(
      "select percentile_disc(0.5) within group (order by extract(epoch from paid_at - opened_at))::float as exact from crypto_payment where state in ('paid', 'settled', 'attention', 'resolved')"
    )
    const upper = PAID_WITHIN_SECONDS.findIndex((bound) => exact <= bound)
    expect(upper).toBeGreaterThan(0)
    expect(median).toBeGreaterThanOrEqual(PAID_WITHIN_SECONDS[upper - 1])
    expect(median).toBeLessThanOrEqual(PAID_WITHIN_SECONDS[upper])
  })

  it("wait for no transaction that is open, and miss none that ends later", async () => {
    const period = thisYear()
    const { id } = await seedAttempt(ledger, "open")
    await expectCounted(period, "month")
    const other = await connect()
    await other.query("begin")
    await other.query(
      "update crypto_payment set state = 'paid', paid_at = now() where id = $1",
      [id]
    )
    const before = await ledger.reports.totals(period, "month", {})
    expect(before.by_coin).toMatchObject([{ opened: 1, paid: 0 }])
    await other.query("commit")
    await other.end()
    const after = await expectCounted(period, "month")
    expect(after.by_coin).toMatchObject([{ opened: 1, paid: 1 }])
  })

  it("lose no change of many at once, with reports that are read meanwhile", async () => {
    const period = thisYear()
    const names = Array.from({ length: 60 }, (_, n) => `cart_${n}`)
    await Promise.all([
      ...names.map(async (external_id, n) => {
        const row = { external_id, cart_id: external_id }
        const state = n % 3 === 0 ? "attention" : "settled"
        await seedAttempt(ledger, state, row, { order_id: `order_${n}` })
      }),
      ...names.map(() => ledger.reports.totals(period, "month", {})),
    ])
    const { by_coin } = await expectCounted(period, "month")
    expect(by_coin).toMatchObject([
      { paid: 60, attention: 20, orders: 40, settled_amount: "799.60" },
    ])
    const kept = await sql("select 1 from crypto_payment_stale_total")
    expect(kept).toEqual([])
  })

  it("that are wrong are repaired where they are marked", async () => {
    const period = thisYear()
    await seedAttempt(ledger, "settled")
    await expectCounted(period, "month")
    await sql("update crypto_payment_total set paid = 7, opened = 8")
    await sql(
      `insert into crypto_payment_total select 'quarter', to_timestamp(floor(extract(epoch from now()) / 900) * 900), 'pp_gone', merchant_id, is_test, currency_code, '', '', ${MEASURES.map(() => 1).join(", ")} from crypto_payment_total limit 1`
    )
    const wrong = await ledger.reports.totals(period, "month", {})
    expect(wrong.by_coin).toMatchObject([{ paid: 7 }])
    await ledger.reports.mark(2)
    await expectCounted(period, "month")
    await sql("truncate crypto_payment_total, crypto_payment_stale_total")
    await ledger.reports.mark()
    await expectCounted(period, "month")
  })

  it.each([
    ["Mars/Phobos", /time zone is unknown/],
    ["", /time zone is unknown/],
  ])("of the time zone %j are refused", async (time_zone, message) => {
    const period = { from: "2026-01-01", to: "2026-01-31", time_zone }
    await expect(
      ledger.reports.totals(period, "day", {})
    ).rejects.toMatchObject({
      type: "invalid_data",
      message: expect.stringMatching(message),
    })
  })

  it("of more intervals than a chart can show are refused", async () => {
    const period = { from: "2026-01-01", to: "2026-04-10", time_zone: "UTC" }
    const { intervals } = await ledger.reports.totals(period, "day", {})
    expect(intervals).toHaveLength(100)
    const longer = { ...period, to: "2026-04-11" }
    await expect(ledger.reports.totals(longer, "day", {})).rejects.toThrow(
      /at most 100 intervals/
    )
  })

  it("have whole weeks from Monday, months, and what is cut off at the ends", async () => {
    const period = {
      from: "2026-10-01",
      to: "2026-11-05",
      time_zone: "Europe/Berlin",
    }
    const weeks = await ledger.reports.totals(period, "week", {})
    expect(weeks.intervals.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "2026-10-01 2026-10-04",
      "2026-10-05 2026-10-11",
      "2026-10-12 2026-10-18",
      "2026-10-19 2026-10-25",
      "2026-10-26 2026-11-01",
      "2026-11-02 2026-11-05",
    ])
    const months = await ledger.reports.totals(period, "month", {})
    expect(months.intervals).toEqual([
      {
        from: "2026-10-01",
        to: "2026-10-31",
        starts_at: new Date("2026-09-30T22:00:00Z"),
        ends_at: new Date("2026-10-31T23:00:00Z"),
      },
      {
        from: "2026-11-01",
        to: "2026-11-05",
        starts_at: new Date("2026-10-31T23:00:00Z"),
        ends_at: new Date("2026-11-05T23:00:00Z"),
      },
    ])
  })
})
