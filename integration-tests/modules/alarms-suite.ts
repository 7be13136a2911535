import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"
import { Alarms } from "../../src/modules/crypto-payment/alarms"
import {
  type FailureReason,
  WebhookLog,
} from "../../src/modules/crypto-payment/webhook-log"

const hosted = { provider_id: "pp_crypto_crypto", merchantKey: "default" }
const inline = {
  provider_id: "pp_crypto-inline_crypto",
  merchantKey: "default",
}
const another = { provider_id: "pp_crypto_eu", merchantKey: "eu" }

describeLedger("an alarm", ({ ledger, sql, url }) => {
  const warnings: string[] = []
  const databases: Knex[] = []

  afterEach(async () => {
    expect(warnings.splice(0)).toEqual([])
    await Promise.all(databases.splice(0).map((db) => db.destroy()))
  })

  /** Another server: it shares nothing but the database. */
  const startProcess = () => {
    const db = knex({ client: "pg", connection: url })
    databases.push(db)
    const warn = (line: string) => void warnings.push(line)
    const alarms = new Alarms(db, { warn })
    const log = new WebhookLog(db, alarms)
    const deliver = () => log.recordDelivery(hosted)
    const fail = (reason: FailureReason = "signature_mismatch", of = hosted) =>
      log.recordFailure(of, reason)
    return { alarms, deliver, fail }
  }

  /** What was written of the gateway, oldest first. */
  const written = async () =>
    await sql<{ name: string; data: Record<string, unknown> }>(
      "SELECT name, data FROM crypto_payment_outbox WHERE crypto_payment_id IS NULL ORDER BY created_at"
    )
  const names = async () =>
    (await written()).map(({ name }) => name.replace("crypto_payment.", ""))
  const refusedOnes = async () =>
    (await ledger.alarms.on()).map(({ refused }) => refused)
  const letPass = (minutes: number) =>
    sql(
      "UPDATE crypto_payment_task SET due_at = due_at - $1 * interval '1 minute'",
      [minutes]
    )

  const RAISED = "gateway_refused"
  const RESTORED = "gateway_restored"

  it("about the key is raised and taken back once by many processes at the same moment, of all ways to pay", async () => {
    const processes = Array.from({ length: 8 }, startProcess)
    await Promise.all(
      processes.map(({ alarms }, n) =>
        alarms.refuse("key", n % 2 ? hosted : inline)
      )
    )
    const [alarm, ...others] = await ledger.alarms.on()
    expect(alarm).toEqual({
      refused: "key",
      merchant: "default",
      refused_at: expect.any(Date),
    })
    expect(others).toEqual([])
    expect(await written()).toEqual([
      {
        name: "crypto_payment.gateway_refused",
        data: {
          merchant: "default",
          provider_id: expect.stringMatching(/^pp_crypto/),
          refused: "key",
          refused_at: alarm.refused_at.toISOString(),
          event_id: expect.stringMatching(/^cpayout_/),
          occurred_at: alarm.refused_at.toISOString(),
        },
      },
    ])

    await Promise.all(
      processes.map(({ alarms }) => alarms.takeBack(alarm, "pp_crypto_crypto"))
    )
    expect(await ledger.alarms.on()).toEqual([])
    const [, restored, ...more] = await written()
    expect(more).toEqual([])
    expect(restored).toMatchObject({
      name: "crypto_payment.gateway_restored",
      data: {
        merchant: "default",
        provider_id: "pp_crypto_crypto",
        refused: "key",
        refused_at: alarm.refused_at.toISOString(),
      },
    })
    expect(Date.parse(String(restored.data.occurred_at))).toBeGreaterThan(
      alarm.refused_at.getTime()
    )
  })

  it("is of one merchant, and of its key or its webhooks", async () => {
    const { alarms, fail } = startProcess()
    await alarms.refuse("key", another)
    await fail()
    await fail()
    expect(
      (await alarms.on())
        .map(({ refused, merchant }) => `${refused} of ${merchant}`)
        .sort()
    ).toEqual(["key of eu", "webhooks of default"])
  })

  it("about the key is not raised again within ten minutes", async () => {
    const { alarms } = startProcess()
    for (const state of [["key"], []]) {
      await alarms.refuse("key", hosted)
      expect(await refusedOnes()).toEqual(state)
      for (const alarm of await alarms.on()) {
        await alarms.takeBack(alarm, hosted.provider_id)
      }
    }
    await letPass(10)
    await alarms.refuse("key", hosted)
    expect(await refusedOnes()).toEqual(["key"])
    expect(await names()).toEqual([RAISED, RESTORED, RAISED])
  })

  it("that stays on for hours is raised once", async () => {
    const { alarms, fail } = startProcess()
    for (let hour = 0; hour < 3; hour++) {
      await alarms.refuse("key", hosted)
      await alarms.refuse("webhooks", hosted)
      await fail()
      await letPass(61)
    }
    expect(await names()).toEqual([RAISED, RAISED])
  })

  it("is not taken back by what was read before it was raised again", async () => {
    const { alarms } = startProcess()
    await alarms.refuse("key", hosted)
    const [earlier] = await alarms.on()
    await alarms.takeBack(earlier, hosted.provider_id)
    await letPass(10)
    await alarms.refuse("key", hosted)
    await alarms.takeBack(earlier, hosted.provider_id)
    expect(await refusedOnes()).toEqual(["key"])
  })

  it("about the key is read with the step that opens a payment", async () => {
    const { id } = await seedAttempt(ledger, "creating")
    await ledger.alarms.refuse("key", another)
    const open = {
      id,
      to: "open",
      entry: { type: "opened", source: "gateway" },
    } as const
    const opened = await ledger.attempts.transition({ ...open, key: "default" })
    expect(opened?.key_refused_at).toBeNull()

    const other = await seedAttempt(ledger, "creating", {
      external_id: "cart_2",
    })
    const [{ refused_at }] = await ledger.alarms.on()
    const step = { ...open, id: other.id, key: "eu" }
    const reopened = await ledger.attempts.transition(step)
    expect(reopened?.key_refused_at).toEqual(refused_at)
    expect(reopened?.attempt).toEqual(await ledger.attempts.retrieve(other.id))
  })

  it.each<[string, ("good" | "refused" | FailureReason)[], boolean]>([
    ["two refused in a row", ["refused", "refused"], true],
    ["two after a good one", ["good", "refused", "refused"], true],
    ["a third one of others", ["refused", "internal_error", "refused"], true],
    ["one refused", ["good", "refused"], false],
    ["a good one in between", ["refused", "good", "refused"], false],
    ["two with wrong headers", ["bad_headers", "bad_headers"], false],
    ["two that are too large", ["too_large", "too_large"], false],
    ["two that are too old", ["stale_timestamp", "stale_timestamp"], false],
    ["a good one after them", ["refused", "refused", "good"], false],
  ])(
    "about webhooks: of %s, also by two processes",
    async (_what, deliveries, isOn) => {
      for (const count of [1, 2]) {
        await sql("TRUNCATE crypto_payment_task")
        const processes = Array.from({ length: count }, startProcess)
        for (const [n, each] of deliveries.entries()) {
          const { deliver, fail } = processes[n % count]
          if (each === "good") await deliver()
          else await fail(each === "refused" ? undefined : each)
        }
        expect(await refusedOnes()).toEqual(isOn ? ["webhooks"] : [])
      }
    }
  )

  it("about webhooks is raised by two processes at once, once an hour, and no forged one after it is counted more than twice in ten seconds", async () => {
    const processes = Array.from({ length: 4 }, startProcess)
    const forge = () =>
      Promise.all(
        processes.flatMap(({ fail }) => [fail(), fail(), fail(), fail()])
      )
    await forge()
    expect(await names()).toEqual([RAISED])
    const counted = await sql("SELECT position FROM crypto_payment_task")
    expect(counted).toEqual([{ position: 8 }])

    await startProcess().deliver()
    expect(await names()).toEqual([RAISED, RESTORED])
    const again = startProcess()
    await again.fail()
    await again.fail()
    expect(await refusedOnes()).toEqual([])

    await letPass(60)
    await startProcess().fail()
    expect(await names()).toEqual([RAISED, RESTORED, RAISED])
  })

  it("about webhooks is taken back by the first good delivery, of whichever provider of the merchant, also at another process", async () => {
    const { fail } = startProcess()
    await fail("signature_mismatch", inline)
    await fail("signature_mismatch", inline)
    const [{ refused_at }] = await ledger.alarms.on()
    await startProcess().deliver()
    await startProcess().deliver()
    expect(await ledger.alarms.on()).toEqual([])
    const [raised, restored, ...more] = await written()
    expect(more).toEqual([])
    expect(raised.data.provider_id).toBe(inline.provider_id)
    expect(restored).toMatchObject({
      name: "crypto_payment.gateway_restored",
      data: {
        provider_id: hosted.provider_id,
        refused: "webhooks",
        refused_at: refused_at.toISOString(),
      },
    })
  })

  it("leaves the newest of delivery and failure, whatever comes within a moment", async () => {
    const { deliver, fail } = startProcess()
    const isFailing = async () => {
      const [row] = await ledger.webhookLog.rows()
      return Number(row.last_failure_at) > Number(row.last_delivery_at)
    }
    for (let round = 0; round < 2; round++) {
      await deliver()
      expect(await isFailing()).toBe(false)
      await new Promise((done) => setTimeout(done, 2))
      await fail()
      expect(await isFailing()).toBe(true)
      await new Promise((done) => setTimeout(done, 2))
    }
  })

  it("that cannot be written stops nothing, and is logged", async () => {
    const { alarms } = startProcess()
    await sql("ALTER TABLE crypto_payment_outbox RENAME TO elsewhere")
    try {
      await alarms.refuse("key", hosted)
    } finally {
      await sql("ALTER TABLE elsewhere RENAME TO crypto_payment_outbox")
    }
    expect(warnings.splice(0)).toEqual([
      expect.stringContaining("an alarm was not written"),
    ])
    // Nothing of it is left, so the next failure raises it.
    expect(await refusedOnes()).toEqual([])
    await alarms.refuse("key", hosted)
    expect(await names()).toEqual([RAISED])
  })
})
