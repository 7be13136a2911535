import { describeLedger, merchantOptions } from "./describe-ledger"
import { SandboxControl } from "../support/instances/sandbox-control"
import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import type { PaymentTerms } from "../../src/modules/crypto-payment/opening/choose-attempt"
import { openAttempt } from "../../src/modules/crypto-payment/opening/open-attempt"
import { type Sandbox, startSandbox } from "../../src/sandbox"

const refused = /Too many crypto payments are open for this cart/

const hosted = {
  provider_id: "pp_crypto_crypto",
  flow: "widget",
  merchantKey: "default",
} as const

type AtGateway = { id: string; external_id: string; status: string }

/** Runs specs against the ledger and a sandbox. */
function describeLimit(
  name: string,
  specs: (suite: ReturnType<typeof toSuite>) => void
): void {
  const merchant: Record<string, unknown> = { ...merchantOptions }
  let sandbox: Sandbox

  describeLedger(
    name,
    (suite) => {
      beforeAll(async () => {
        sandbox = await startSandbox({ control: true, retryCount: 0 })
        const { url: baseUrl, merchantId, apiKey } = sandbox
        Object.assign(merchant, { baseUrl, merchantId, apiKey })
      })
      afterAll(() => sandbox.close())
      specs(toSuite(suite, () => sandbox))
    },
    merchant
  )
}

type LedgerSuite = Parameters<Parameters<typeof describeLedger>[1]>[0]

function toSuite({ ledger, sql }: LedgerSuite, sandbox: () => Sandbox) {
  const open = (
    cart_id: string,
    amount: number,
    patch: Partial<PaymentTerms> = {},
    sessions: string[] = []
  ) =>
    openAttempt(
      ledger,
      {
        provider: hosted,
        session_id: `payses_${cart_id}_${amount}`,
        payment_collection_id: `pay_col_${cart_id}`,
        cart_id,
        price: { amount: `${amount}.00`, currency_code: "eur" },
        not_payable: null,
        target_currency: null,
        is_test: false,
        ...patch,
      },
      async (id) => sessions.includes(id)
    )
  const control = () => new SandboxControl(sandbox())
  return {
    sandbox,
    ledger,
    sql,
    open,
    control,
    /** Opens payments of 1, 2, 3 … EUR, one after the other. */
    async openMany(cart_id: string, count: number): Promise<Attempt[]> {
      const opened: Attempt[] = []
      for (let n = 1; n <= count; n++) opened.push(await open(cart_id, n))
      return opened
    },
    /** The cart's payments at the gateway that can still be paid. */
    async payable(cart_id: string): Promise<AtGateway[]> {
      const payments = await control().payments()
      return payments.filter(
        ({ external_id, status }) =>
          (external_id === cart_id || external_id.startsWith(`${cart_id}-`)) &&
          (status === "created" || status === "pending")
      )
    },
    countCalls: async () => {
      const { counts } = await control().requestCounts()
      return Object.values(counts).reduce((sum, each) => sum + each, 0)
    },
  }
}

describeLimit("a shopper who changes the quantity", (suite) => {
  const { ledger, open, openMany, payable, countCalls, sandbox } = suite

  it("20 times can pay for the last, and is refused a further payment until one ends", async () => {
    const opened = await openMany("cart_a", 20)
    const calls = await countCalls()
    await expect(open("cart_a", 21)).rejects.toMatchObject({
      type: "not_allowed",
      message: expect.stringMatching(refused),
    })
    expect(await countCalls()).toBe(calls)
    expect(await payable("cart_a")).toHaveLength(20)
    expect(await open("cart_a", 20)).toMatchObject({ id: opened[19].id })

    await ledger.attempts.expire(opened[0].id, null)
    expect(await open("cart_a", 21)).toMatchObject({
      state: "open",
      external_id: "cart_a-21",
    })
    await expect(open("cart_a", 22)).rejects.toThrow(refused)
  })

  it("in 40 requests at once leaves no more than 20 open", async () => {
    const opened = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => open("cart_b", n + 1))
    )
    expect(await payable("cart_b")).toHaveLength(20)
    const { usable } = await ledger.attempts.findRevisions(
      sandbox().merchantId,
      { cart_id: "cart_b" }
    )
    expect(usable).toHaveLength(20)
    const reasons = opened.flatMap((each) =>
      each.status === "rejected" ? [String(each.reason)] : []
    )
    expect(reasons).toHaveLength(20)
    for (const reason of reasons) expect(reason).toMatch(refused)
  })
})

describeLimit("a cart with 10,000 attempts", (suite) => {
  const { sql, ledger, open, sandbox } = suite

  it("is opened once more without reading those that are over", async () => {
    await sql(
      `insert into crypto_payment
         (id, provider_id, merchant_id, flow, external_id, revision, cart_id,
          amount, currency_code, is_test, state, superseded_at)
       select 'cpay_' || n, 'pp_crypto_crypto', $1, 'widget', 'cart_m-' || n, n,
              'cart_m', '5.00', 'eur', false,
              case when n <= 10 then 'open' else 'closed' end,
              case when n <= 10 then now() end
         from generate_series(1, 10000) as n`,
      [sandbox().merchantId]
    )
    await sql("analyze crypto_payment")
    const attempt = await open("cart_m", 5)
    expect(attempt).toMatchObject({ state: "open", revision: 10_001 })
    const { usable } = await ledger.attempts.findRevisions(
      sandbox().merchantId,
      {
        cart_id: "cart_m",
      }
    )
    expect(usable.map(({ id }) => id)).toEqual([attempt.id])
  })
})

describeLimit("the limit of open attempts", (suite) => {
  const { ledger, open, openMany, payable, control } = suite

  it("counts superseded ones too", async () => {
    const [first] = await openMany("cart_c", 20)
    await ledger.attempts.supersede(first, "test")
    await expect(open("cart_c", 21)).rejects.toThrow(refused)
  })

  it("counts those of all providers of a cart, and no other cart's", async () => {
    await openMany("cart_d", 19)
    const inline: Partial<PaymentTerms> = {
      provider: {
        provider_id: "pp_crypto-h2h_crypto",
        flow: "h2h",
        merchantKey: "default",
      },
      target_currency: "USDT_TRC20",
    }
    await open("cart_d", 20, inline)
    await openMany("cart_e", 20)
    await expect(open("cart_d", 21)).rejects.toThrow(refused)
    expect(await payable("cart_d")).toHaveLength(20)
    expect(await payable("cart_e")).toHaveLength(20)
  })

  it("counts attempts that the gateway has not answered", async () => {
    await openMany("cart_f", 19)
    await control().addFaults({ requests: [{ kind: "cut", count: 2 }] })
    await expect(open("cart_f", 20)).rejects.toThrow(/did not answer/)
    await expect(open("cart_f", 21)).rejects.toThrow(refused)
    expect(await open("cart_f", 20)).toMatchObject({ state: "open" })
  })
})
