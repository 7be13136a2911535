import {
  type Attempt,
  openAttempt,
  type PaymentTerms,
} from "../../src/modules/crypto-payment/internal"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { SandboxControl } from "../support/instances/sandbox-control"
import { describeLedger, merchantOptions } from "./describe-ledger"

const refused = /Too many crypto payments are open for this cart/

const hosted = {
  provider_id: "pp_crypto_crypto",
  flow: "widget",
  merchantKey: "default",
} as const

type AtGateway = { id: string; external_id: string; status: string }

/** Runs specs against the ledger and a sandbox, with a limit of open attempts. */
function describeLimit(
  name: string,
  maxOpenAttempts: number | undefined,
  expireEndpoint: boolean,
  specs: (suite: ReturnType<typeof toSuite>) => void
): void {
  const merchant: Record<string, unknown> = { ...merchantOptions }
  if (maxOpenAttempts) merchant.maxOpenAttempts = maxOpenAttempts
  let sandbox: Sandbox

  describeLedger(
    name,
    (suite) => {
      beforeAll(async () => {
        sandbox = await startSandbox({
          control: true,
          retryCount: 0,
          observed: { expireEndpoint },
        })
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
    async chooseCoin({ gateway_payment_id: id }: Attempt): Promise<void> {
      await control().chooseCoin(String(id))
    },
    countCalls: async () => {
      const { counts } = await control().requestCounts()
      return Object.values(counts).reduce((sum, each) => sum + each, 0)
    },
  }
}

describeLimit(
  "a shopper who changes the quantity",
  undefined,
  true,
  (suite) => {
    const { ledger, open, openMany, payable, control, sandbox } = suite

    it("25 times can pay for the last, and only the 20 newest stay open", async () => {
      const opened = await openMany("cart_a", 25)
      const last = opened.at(-1)
      expect(last).toMatchObject({ state: "open", external_id: "cart_a-25" })
      expect(await payable("cart_a")).toHaveLength(20)
      expect(await ledger.attempts.find(opened[4].id)).toMatchObject({
        state: "closed",
        gateway_status: "expired",
        superseded_at: expect.any(Date),
        next_check_at: expect.any(Date),
      })
      expect(await ledger.attempts.find(opened[5].id)).toMatchObject({
        state: "open",
        superseded_at: null,
      })
      await control().payWithoutWebhook(String(last?.gateway_payment_id))
      expect(await open("cart_a", 25)).toMatchObject({ id: last?.id })
    })

    it("in 40 requests at once leaves no more than 20 open", async () => {
      const opened = await Promise.allSettled(
        Array.from({ length: 40 }, (_, n) => open("cart_b", n + 1))
      )
      expect((await payable("cart_b")).length).toBeLessThanOrEqual(20)
      expect(
        (
          await ledger.attempts.findRevisions(sandbox().merchantId, {
            cart_id: "cart_b",
          })
        ).usable.length
      ).toBeLessThanOrEqual(20)
      const reasons = opened.flatMap((each) =>
        each.status === "rejected" ? [String(each.reason)] : []
      )
      for (const reason of reasons) expect(reason).toMatch(refused)
      expect(await open("cart_b", 100)).toMatchObject({ state: "open" })
      await control().advance(901)
    })
  }
)

describeLimit("a cart with 10,000 attempts", undefined, true, (suite) => {
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

describeLimit("with three open attempts at most", 3, true, (suite) => {
  const { ledger, sql, open, openMany, payable, chooseCoin } = suite
  const { control } = suite

  it("counts superseded ones too, and ends these first", async () => {
    const [, second] = await openMany("cart_c", 3)
    await ledger.attempts.supersede(second, "test")
    const fourth = await open("cart_c", 4)
    expect(await payable("cart_c")).toHaveLength(3)
    expect(await ledger.attempts.find(second.id)).toMatchObject({
      state: "closed",
    })
    expect(fourth.state).toBe("open")
  })

  it("counts those of all providers of a cart, and no other cart's", async () => {
    await openMany("cart_d", 2)
    const inline: Partial<PaymentTerms> = {
      provider: {
        provider_id: "pp_crypto-h2h_crypto",
        flow: "h2h",
        merchantKey: "default",
      },
      target_currency: "USDT_TRC20",
    }
    await open("cart_d", 3, inline)
    await openMany("cart_e", 3)
    await open("cart_d", 4)
    expect(await payable("cart_d")).toHaveLength(3)
    expect(await payable("cart_e")).toHaveLength(3)
  })

  it("never ends one whose coin was chosen, and refuses with a sentence", async () => {
    const opened = await openMany("cart_f", 3)
    for (const each of opened) await chooseCoin(each)
    await expect(open("cart_f", 4)).rejects.toMatchObject({
      type: "not_allowed",
      message: expect.stringMatching(refused),
    })
    expect(await payable("cart_f")).toHaveLength(3)
    const rows = await sql<{ gateway_payment_id: string }>(
      "select gateway_payment_id from crypto_payment where cart_id = 'cart_f'"
    )
    expect(rows).toHaveLength(3)
    // The price that was opened last still serves.
    expect(await open("cart_f", 3)).toMatchObject({ id: opened[2].id })
  })

  it("finds that a countdown has ended, without the job", async () => {
    for (const each of await openMany("cart_g", 3)) await chooseCoin(each)
    await control().advance(901)
    await sql(
      "update crypto_payment set opened_at = now() - interval '2 minutes', last_checked_at = null where cart_id = 'cart_g'"
    )
    expect(await open("cart_g", 4)).toMatchObject({ state: "open" })
  })

  it("does not lose money that came to the oldest in that moment", async () => {
    const [first] = await openMany("cart_h", 3)
    await control().payWithoutWebhook(String(first.gateway_payment_id))
    await expect(open("cart_h", 4, {}, [`payses_cart_h_1`])).rejects.toThrow(
      /already received/
    )
    expect(await ledger.attempts.find(first.id)).toMatchObject({
      state: "paid",
      gateway_status: "confirmed",
      next_check_at: expect.any(Date),
    })
    expect(await payable("cart_h")).toHaveLength(2)
  })

  it("goes on after a crash between superseding and creating", async () => {
    const [first] = await openMany("cart_i", 3)
    await control().addFaults({ requests: [{ kind: "cut", count: 1 }] })
    await expect(open("cart_i", 4)).rejects.toThrow(refused)
    const left = await ledger.attempts.find(first.id)
    expect(left).toMatchObject({
      state: "open",
      superseded_at: expect.any(Date),
    })
    const soon = (left?.next_check_at?.getTime() ?? 0) - Date.now()
    expect(soon).toBeLessThan(61_000)
    expect(await payable("cart_i")).toHaveLength(3)

    expect(await open("cart_i", 4)).toMatchObject({ state: "open" })
    expect(await payable("cart_i")).toHaveLength(3)
    expect(await ledger.attempts.find(first.id)).toMatchObject({
      state: "closed",
    })
  })

  it("counts attempts that the gateway has not answered", async () => {
    await control().addFaults({ requests: [{ kind: "cut", count: 6 }] })
    for (let n = 1; n <= 3; n++) {
      await expect(open("cart_j", n)).rejects.toThrow(/did not answer/)
    }
    await expect(open("cart_j", 4)).rejects.toThrow(refused)
    expect(await open("cart_j", 1)).toMatchObject({ state: "open" })
  })
})

describeLimit("at a gateway that ends no payments", 3, false, (suite) => {
  const { ledger, open, openMany, payable, countCalls } = suite

  it("refuses, takes one page out of use, and asks it little", async () => {
    const opened = await openMany("cart_k", 3)
    const before = await countCalls()
    for (let n = 0; n < 5; n++) {
      await expect(open("cart_k", 4 + n)).rejects.toThrow(refused)
    }
    expect(await countCalls()).toBeLessThanOrEqual(before + 5 * 3)
    expect(await payable("cart_k")).toHaveLength(3)
    const rows = await Promise.all(
      opened.map(({ id }) => ledger.attempts.find(id))
    )
    expect(rows.map((row) => row?.superseded_at !== null)).toEqual([
      true,
      false,
      false,
    ])
    expect(await open("cart_k", 3)).toMatchObject({ id: opened[2].id })
  })
})
