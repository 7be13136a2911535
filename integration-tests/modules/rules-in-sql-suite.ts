import { describeLedger } from "./describe-ledger"
import { observation, seedAttempt } from "./seed-attempt"
import { PAID_STATUSES } from "../../src/gateway"
import { promisedRefund } from "../../src/modules/crypto-payment/admin-actions/allowed-actions"
import { needsAttention } from "../../src/modules/crypto-payment/attempts/states"
import {
  ATTEMPT_STATES,
  ATTENTION_REASONS,
  REFUND_KINDS,
  REFUND_REQUEST_STATES,
  type AttemptState,
  type AttentionReason,
} from "../../src/modules/crypto-payment/column-values"
import { paidPrice } from "../../src/modules/crypto-payment/settling/money"

const now = new Date("2026-11-01T12:00:00.000Z")

describeLedger("a rule that SQL says, too", ({ ledger, sql }) => {
  const insert = async (rows: object[]) => {
    const common = {
      provider_id: "pp_crypto_crypto",
      merchant_id: "merchant-1",
      revision: 1,
      checks: 0,
      tries: 0,
      created_at: now,
      updated_at: now,
    }
    await sql(
      `INSERT INTO crypto_payment
       SELECT * FROM jsonb_populate_recordset(NULL::crypto_payment, $1)`,
      [JSON.stringify(rows.map((row) => ({ ...common, ...row })))]
    )
  }

  it("finds what needs attention, of all states and reasons", async () => {
    type Row = { state: AttemptState; attention_reason: AttentionReason | null }
    const all = ATTEMPT_STATES.flatMap((state) =>
      [null, ...ATTENTION_REASONS].map((attention_reason): Row => ({
        state,
        attention_reason,
      }))
    )
    const rows = all.map((row, n) => ({
      ...row,
      id: `cpay_${n}`,
      external_id: `cart_${n}`,
    }))
    await insert(rows)
    const { rows: found } = await ledger.search.list({
      filters: { attention: true },
      columns: ["id"],
      sort: { column: "created_at", direction: "asc" },
      skip: 0,
      take: rows.length,
    })
    const expected = rows.filter(needsAttention).map(({ id }) => id)
    expect(found.map(({ id }) => id).sort()).toEqual(expected.sort())
    expect(expected).toHaveLength(1 + 1 + ATTENTION_REASONS.length)
    expect(await ledger.search.tabCounts({})).toMatchObject({
      all: rows.length,
      attention: expected.length,
    })
  })

  it("leaves out what waits for the customer's address, or for coins to be sent", async () => {
    const hour = 60 * 60_000
    const requests = REFUND_REQUEST_STATES.flatMap((state) =>
      REFUND_KINDS.flatMap((kind) =>
        [-hour, hour].map((ms) => ({
          state,
          kind,
          expires_at: new Date(Date.now() + ms),
        }))
      )
    )
    const rows = requests.map((_, n) => ({
      id: `cpay_${n}`,
      external_id: `cart_${n}`,
      state: "attention",
      attention_reason: "late_payment",
    }))
    await insert(rows)
    await sql(
      `INSERT INTO crypto_refund_request
       SELECT * FROM jsonb_populate_recordset(NULL::crypto_refund_request, $1)`,
      [
        JSON.stringify(
          requests.map((request, n) => ({
            id: `cpayreq_${n}`,
            crypto_payment_id: rows[n].id,
            amount: "1.00",
            currency_code: "eur",
            crypto_amount: "1",
            crypto_currency: "ETH",
            created_at: now,
            updated_at: now,
            ...request,
          }))
        ),
      ]
    )
    const ids = rows.map(({ id }) => id)
    const waiting = (await ledger.adminActions.listFacts(ids)).filter((each) =>
      promisedRefund(each.requests)
    )
    // Of each kind of the price: entered, whatever the link's end, or waited for until that.
    expect(waiting).toHaveLength(2 * (2 + 1))
    const { rows: found } = await ledger.search.list({
      filters: { tab: "attention" },
      columns: ["id"],
      sort: { column: "created_at", direction: "asc" },
      skip: 0,
      take: rows.length,
    })
    const left = waiting.map(({ attempt }) => attempt.id)
    expect(found.map(({ id }) => id).sort()).toEqual(
      ids.filter((id) => !left.includes(id)).sort()
    )
    const count = ids.length - left.length
    expect(await ledger.search.tabCounts({})).toMatchObject({
      attention: count,
    })
    expect(await ledger.search.attentionCounts()).toMatchObject([{ count }])
  })

  const own = { amount: "10.00", currency_code: "eur" }
  const named = { gateway_amount: "11.5", gateway_currency: "USD" }

  it.each(
    [own, { amount: null, currency_code: null }].flatMap((opened) =>
      [
        named,
        { gateway_amount: null, gateway_currency: null },
        { gateway_amount: "11.5", gateway_currency: null },
      ].flatMap((reported) =>
        [null, now].map((settled_at) => ({
          ...opened,
          ...reported,
          settled_at,
        }))
      )
    )
  )("sums up the price that counts: %j", async (row) => {
    const price = paidPrice(row)
    await insert([
      { ...row, id: "cpay_1", external_id: "cart_1", state: "settled" },
    ])
    const [{ currency_code, on_orders_amount: amount }] =
      await ledger.totals.read({})
    expect({ currency_code, amount }).toEqual(
      price ?? { currency_code: row.currency_code, amount: "0" }
    )
  })

  it.each(PAID_STATUSES)(
    "misses no webhook where one reported %s",
    async (status) => {
      const paid = await seedAttempt(ledger, "paid", {
        gateway_payment_id: "gateway-payment-1",
      })
      await sql(
        "UPDATE crypto_payment_event SET at = now() - interval '1 hour', source = 'poll'"
      )
      expect(await ledger.webhookLog.missed()).toMatchObject([{ count: 1 }])
      await ledger.observations.record(paid.id, observation(status))
      expect(await ledger.webhookLog.missed()).toEqual([])
    }
  )
})
