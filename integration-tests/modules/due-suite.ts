import fc from "fast-check"
import { GatewayError } from "../../src/gateway"
import { nextCheckDelayMs } from "../../src/modules/crypto-payment/settling/schedule"
import { Breaker } from "../../src/workflows/reconcile-crypto-payments/run"
import { describeLedger } from "./describe-ledger"
import { observation, seedAttempt } from "./seed-attempt"

const dayMs = 86_400_000

describeLedger("the attempts that are due", ({ ledger, sql }) => {
  /** Rows whose next check was due 1, 2, 3… seconds ago. */
  async function seedDue(count: number): Promise<void> {
    await sql(
      `insert into crypto_payment (id, provider_id, merchant_id, external_id, state, next_check_at)
       select 'cpay_' || n, 'pp_crypto_crypto', 'merchant-1', 'cart_' || n, 'open',
              now() - n * interval '1 second'
         from generate_series(1, $1) as n`,
      [count]
    )
  }

  it("are shared by many takers, each attempt taken by one", async () => {
    await seedDue(200)
    const taken: string[] = []
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (;;) {
          const rows = await ledger.dueQueue.dequeue(7, 60)
          if (rows.length === 0) return
          expect(rows.length).toBeLessThanOrEqual(7)
          taken.push(...rows.map(({ id }) => id))
        }
      })
    )
    expect(taken).toHaveLength(200)
    expect(new Set(taken).size).toBe(200)
  })

  it("are taken longest waiting first, with all that the ledger knows of them", async () => {
    await seedDue(20)
    const taken = await ledger.dueQueue.dequeue(5, 60)
    expect(taken.map(({ id }) => id).sort()).toEqual(
      ["cpay_16", "cpay_17", "cpay_18", "cpay_19", "cpay_20"].sort()
    )
    expect(taken[0]).toEqual(await ledger.attempts.find(taken[0].id))
  })

  it("are taken in the order of their urgency, however long the others wait", async () => {
    const states = ["creating", "open", "closed", "settled", "attention"]
    await seedDue(50)
    for (const [n, state] of [...states, "paid"].entries()) {
      await sql(
        "update crypto_payment set state = $1, next_check_at = now() - $2 * interval '1 second' where id = $3",
        [state, states.length - n, `cpay_${n + 1}`]
      )
    }
    const taken: string[] = []
    for (let n = 0; n < 3; n++) {
      taken.push(
        ...(await ledger.dueQueue.dequeue(1, 60)).map(({ state }) => state)
      )
    }
    expect(taken).toEqual(["paid", "attention", "settled"])
    expect(await ledger.dueQueue.dequeue(100, 60)).toHaveLength(47)
  })

  it("can be taken of some states alone", async () => {
    await seedDue(5)
    await sql(
      "update crypto_payment set state = 'paid' where id in ('cpay_1', 'cpay_2')"
    )
    const paid = await ledger.dueQueue.dequeue(10, 60, ["paid"])
    expect(paid.map(({ id }) => id).sort()).toEqual(["cpay_1", "cpay_2"])
    expect(
      await ledger.dueQueue.dequeue(10, 60, ["paid", "attention"])
    ).toEqual([])
    expect(await ledger.dueQueue.dequeue(10, 60, ["resolved"])).toEqual([])
    expect(await ledger.dueQueue.dequeue(10, 60)).toHaveLength(3)
  })

  it("are never more than were asked for, whatever the planner does", async () => {
    await seedDue(300)
    await sql("analyze crypto_payment")
    expect(await ledger.dueQueue.dequeue(50, 60)).toHaveLength(50)
    expect(await ledger.dueQueue.dequeue(1, 60)).toHaveLength(1)
    await sql("truncate crypto_payment cascade")
    await sql("analyze crypto_payment")
    await seedDue(3)
    expect(await ledger.dueQueue.dequeue(2, 60)).toHaveLength(2)
  })

  it("come back when whoever took them does not put them off", async () => {
    await seedDue(1)
    expect(await ledger.dueQueue.dequeue(10, 0)).toHaveLength(1)
    expect(await ledger.dueQueue.dequeue(10, 60)).toHaveLength(1)
    expect(await ledger.dueQueue.dequeue(10, 60)).toHaveLength(0)
  })

  it("are put back by two at once, and neither waits for good", async () => {
    await seedDue(15)
    const due = (await ledger.dueQueue.dequeue(15, 0)).reverse()
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await ledger.dueQueue.postpone(due, 0)
        await ledger.dueQueue.postponeMerchant("merchant-1", 0)
      })
    )
    expect(await ledger.dueQueue.dequeue(20, 0)).toHaveLength(15)
  })

  it("are postponed only for the merchant whose gateway does not answer", async () => {
    await seedDue(2)
    await sql(
      "update crypto_payment set merchant_id = 'merchant-2' where id = 'cpay_2'"
    )
    await ledger.dueQueue.postponeMerchant("merchant-1", 60)
    expect(await ledger.dueQueue.dequeue(10, 60)).toMatchObject([
      { id: "cpay_2" },
    ])
  })

  it("are not those of tomorrow, without a date, or deleted", async () => {
    await seedDue(3)
    await sql(
      "update crypto_payment set next_check_at = now() + interval '1 day' where id = 'cpay_1'"
    )
    await sql(
      "update crypto_payment set next_check_at = null where id = 'cpay_2'"
    )
    await sql(
      "update crypto_payment set deleted_at = now() where id = 'cpay_3'"
    )
    expect(await ledger.dueQueue.dequeue(10, 60)).toEqual([])
  })
})

describeLedger("the next check", ({ ledger, sql }) => {
  const secondsUntil = async (id: string, since = "last_checked_at") => {
    const [{ seconds }] = await sql<{ seconds: number | null }>(
      `select extract(epoch from next_check_at - ${since})::float as seconds from crypto_payment where id = $1`,
      [id]
    )
    return seconds
  }

  it("is scheduled in growing steps of the database's clock", async () => {
    const { id } = await seedAttempt(ledger)
    expect(await secondsUntil(id)).toBe(60)
    await sql("update crypto_payment set checks = 32")
    for (const minutes of [21, 34, 55]) {
      await ledger.dueQueue.reschedule(await ledger.attempts.retrieve(id))
      expect(await secondsUntil(id)).toBe(minutes * 60)
    }
    expect((await ledger.attempts.find(id))?.checks).toBe(35)
  })

  it("ends when an attempt without a late window is closed, whose provider is no longer configured", async () => {
    const gone = { provider_id: "pp_crypto_gone" }
    const closed = await seedAttempt(ledger, "closed", gone)
    expect(closed.next_check_at).toBeNull()
    const open = await seedAttempt(ledger, "open", {
      ...gone,
      external_id: "cart_2",
    })
    await ledger.dueQueue.reschedule(open)
    expect(await secondsUntil(open.id)).toBe(60)
    await sql(
      `update crypto_payment set gateway_status = 'underpaid', next_check_at = null,
              attention_reason = 'unknown_status' where id = $1`,
      [open.id]
    )
    const { attempt } = await ledger.adminActions.resolve(
      open.id,
      {
        kind: "other",
        note: null,
        order: null,
        transaction_hash: null,
        by: "user_1",
      },
      { price_kind: "return" }
    )
    expect(attempt).toMatchObject({ state: "closed", next_check_at: null })
    expect((await ledger.attempts.find(open.id))?.next_check_at).toBeNull()
  })

  it("is not changed by a check of an older state", async () => {
    const open = await seedAttempt(ledger)
    const paid = await ledger.observations.record(
      open.id,
      observation("confirmed")
    )
    await ledger.dueQueue.reschedule(open)
    expect((await ledger.attempts.find(open.id))?.next_check_at).toEqual(
      paid.next_check_at
    )
  })

  describe.each([
    ["ahead", 30 * dayMs],
    ["behind", -30 * dayMs],
  ])("by a process whose clock is thirty days %s", (_how, aheadMs) => {
    beforeEach(() => {
      jest.useFakeTimers({
        now: Date.now() + aheadMs,
        doNotFake: [
          "hrtime",
          "nextTick",
          "performance",
          "queueMicrotask",
          "setImmediate",
          "clearImmediate",
          "setInterval",
          "clearInterval",
          "setTimeout",
          "clearTimeout",
        ],
      })
    })
    afterEach(() => void jest.useRealTimers())

    const expectWithin = async (id: string, from: number, to: number) => {
      const seconds = await secondsUntil(id, "now()")
      expect(seconds).toBeGreaterThan(from)
      expect(seconds).toBeLessThanOrEqual(to)
    }

    it("is a minute after the creation, and at once when it is paid", async () => {
      const { id } = await seedAttempt(ledger, "creating")
      await expectWithin(id, 30, 60)
      const paid = await ledger.observations.record(
        id,
        observation("confirmed")
      )
      expect(paid.state).toBe("paid")
      await expectWithin(id, -30, 0)
      expect(await ledger.dueQueue.dequeue(10, 60)).toHaveLength(1)
    })

    it("is hourly for a closed attempt during its late window", async () => {
      const { id } = await seedAttempt(ledger, "closed")
      await ledger.dueQueue.reschedule(await ledger.attempts.retrieve(id))
      await expectWithin(id, 3_500, 3_600)
      await sql(
        "update crypto_payment set closed_at = closed_at - interval '8 days'"
      )
      await ledger.dueQueue.reschedule(await ledger.attempts.retrieve(id))
      expect(await secondsUntil(id)).toBeNull()
    })

    it("leaves out what a run works on by its lease", async () => {
      const { id } = await seedAttempt(ledger, "paid")
      await ledger.sessions.attach(id, "payses_1")
      const idle = async () => {
        const found = await ledger.sessions.findIdle(["payses_1", "payses_2"])
        return found.map((attempt) => attempt.id)
      }
      expect(await idle()).toEqual([id])
      expect(await ledger.sessions.areWaiting()).toBe(true)
      await ledger.leases.acquire(id, "owner", 60)
      expect(await idle()).toEqual([])
      expect(await ledger.sessions.areWaiting()).toBe(false)
      await ledger.unpaidOrders.expect("cart_1", "pp_crypto_crypto")
      expect(await ledger.sessions.areWaiting()).toBe(true)
      expect(await ledger.leases.acquire(id, "second", 60)).toBeUndefined()
      await sql(
        "update crypto_payment set lease_until = now() - interval '1 second'"
      )
      expect(await idle()).toEqual([id])
      expect(await ledger.sessions.findIdle(["payses_2"])).toEqual([])
      expect(await ledger.sessions.findIdle([])).toEqual([])
    })
  })
})

describeLedger("after any answer of a gateway,", ({ ledger, sql }) => {
  const wait = fc.oneof(
    fc.nat(10_000),
    fc.double(),
    fc.constantFrom(undefined, NaN, Infinity, -Infinity, -5, 1_795_950_402)
  )
  const answer = fc.record({
    kind: fc.constantFrom("rate_limited", "server", "not_found"),
    wait,
    state: fc.constantFrom("creating", "open", "closed"),
    checks: fc.nat(80),
  })

  it("the next check and the next search are not later than the schedule says, or in an hour", async () => {
    const { id: taskId } = (await ledger.tasks.begin("list-search:1")) ?? {}
    if (!taskId) throw new Error("the task was not begun")
    const { id } = await seedAttempt(ledger)
    const property = fc.asyncProperty(answer, async (answered) => {
      const { kind, state, checks, wait: retryAfterSeconds } = answered
      await sql(
        `update crypto_payment set state = $1, checks = $2, next_check_at = now(),
                closed_at = case when $1 = 'closed' then now() end`,
        [state, checks]
      )
      const attempt = await ledger.attempts.retrieve(id)
      const breaker = new Breaker()
      breaker.failed(new GatewayError(kind, "?", { retryAfterSeconds }))
      // Also of what does not come from a `GatewayError`.
      for (const seconds of [breaker.openForSeconds, retryAfterSeconds]) {
        const postponed = seconds ?? 0
        await ledger.dueQueue.postponeMerchant("merchant-1", postponed)
        await ledger.dueQueue.postpone([attempt], postponed)
        await ledger.tasks.pause(taskId, 0, postponed)
        expect(await latest("crypto_payment", "next_check_at")).toBeLessThan(
          3_601
        )
        expect(await latest("crypto_payment_task", "due_at")).toBeLessThan(
          3_601
        )
      }
      await ledger.dueQueue.reschedule(attempt)
      const scheduledMs = nextCheckDelayMs(attempt, new Date(), 7) ?? 0
      expect(
        await latest("crypto_payment", "next_check_at")
      ).toBeLessThanOrEqual(scheduledMs / 1_000)
    })
    await fc.assert(property, { numRuns: 60 })
  })

  /** Seconds from now. */
  const latest = async (table: string, column: string) => {
    const [{ seconds }] = await sql<{ seconds: number | null }>(
      `select extract(epoch from max(${column}) - now())::float as seconds from ${table}`
    )
    return seconds ?? 0
  }
})

describeLedger("reading the gateway for a shopper", ({ ledger, sql }) => {
  it("is for one of many callers at the same moment, and not right after it was opened or read", async () => {
    const { id } = await seedAttempt(ledger)
    expect(await ledger.dueQueue.mayRead(id, 60)).toBe(false)
    await sql(
      "update crypto_payment set last_checked_at = now() - interval '1 minute'"
    )
    const may = await Promise.all(
      Array.from({ length: 20 }, () => ledger.dueQueue.mayRead(id, 5))
    )
    expect(may.filter(Boolean)).toHaveLength(1)
    expect(await ledger.dueQueue.mayRead(id, 60)).toBe(false)
  })
})

describeLedger("a failed try to settle", ({ ledger, sql }) => {
  it("is counted right when many fail at the same moment, and each cause is recorded once", async () => {
    const { id } = await seedAttempt(ledger, "paid")
    const outOfStock = { type: "failed", message: "Out of stock." } as const
    const lockTimeout = { type: "failed", message: "Lock timeout." } as const
    expect(await ledger.dueQueue.countFailure(id, outOfStock)).toBe(0)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        ledger.dueQueue.countFailure(id, lockTimeout)
      )
    )
    expect((await ledger.attempts.find(id))?.tries).toBe(21)
    const entries = await sql(
      "select data from crypto_payment_event where type = 'failed' order by created_at"
    )
    expect(entries).toEqual([
      { data: { fact: outOfStock } },
      { data: { fact: lockTimeout } },
    ])
  })
})

describeLedger("an attempt without a living session", ({ ledger, sql }) => {
  it("is unused since its session was released, else since it was opened, whatever else its timeline says", async () => {
    const { id } = await seedAttempt(ledger)
    const unusedMinutes = async () =>
      Math.floor(
        ((await ledger.dueQueue.secondsUnused([id])).get(id) ?? 0) / 60
      )
    await sql(
      "update crypto_payment set opened_at = now() - interval '60 minutes'"
    )
    expect(await unusedMinutes()).toBe(60)
    await ledger.timeline.append(id, {
      type: "session_released",
      source: "test",
    })
    await sql(
      "update crypto_payment_event set at = now() - interval '30 minutes' where type = 'session_released'"
    )
    await ledger.observations.record(id, observation("pending"))
    expect(await unusedMinutes()).toBe(30)
  })

  it("takes new return URLs only while it is being created", async () => {
    const urls = { success_url: "http://localhost:8000/a", fail_url: null }
    const creating = await seedAttempt(ledger, "creating")
    expect(
      await ledger.sessions.renewReturnUrls(creating.id, urls)
    ).toMatchObject(urls)
    const open = await seedAttempt(ledger, "open", { external_id: "cart_2" })
    expect(await ledger.sessions.renewReturnUrls(open.id, urls)).toBeUndefined()
    expect(await ledger.attempts.find(open.id)).toEqual(open)
  })
})
