import {
  ATTEMPT_STATES,
  ATTENTION_REASONS,
  type ListFilters,
} from "../../../src/modules/crypto-payment"
import { DUE_ORDER } from "../../../src/modules/crypto-payment/ledger/due-queue"
import { describeLedger } from "../describe-ledger"
import { ledgerVersions, migrateLedger } from "../migrator"
import { newAttempt } from "../new-attempt"
import { observation } from "../observation"
import { ledgerAt } from "./fills"
import { LedgerDatabase } from "./ledger-database"
import type { Row } from "./rows"

describeLedger("the ledger, upgraded", ({ ledger, sql, url }) => {
  /** A ledger that a version filled, migrated to the newest; its live attempts. */
  async function upgradedFrom(version: string): Promise<Row[]> {
    await sql("drop schema public cascade")
    await sql("create schema public")
    await migrateLedger(url, version)
    const database = await LedgerDatabase.connect(url)
    await database.write(ledgerAt(version))
    await database.close()
    await migrateLedger(url)
    return ledgerAt(version).crypto_payment.filter(
      ({ deleted_at }) => !deleted_at
    )
  }

  const idsOf = (rows: readonly Partial<Row>[]) =>
    rows.map(({ id }) => String(id)).sort()

  const list = async (filters: ListFilters) => {
    const { rows, count } = await ledger.search.list({
      filters,
      columns: ["id"],
      sort: { column: "created_at", direction: "desc" },
      skip: 0,
      take: 100,
    })
    expect(count).toBe(rows.length)
    return idsOf(rows)
  }

  const text = (text: unknown): ListFilters => ({
    text: { text: String(text), order_ids: [], cart_ids: [] },
  })

  const passed = (hours: number) =>
    sql(
      `update crypto_payment set next_check_at = next_check_at - interval '${hours} hours'`
    )

  const confirmed = (name: string) =>
    observation("confirmed", {
      gateway_payment_id: `Gateway-${name}`,
      external_id: `cart_${name}`,
    })

  const sentBack = {
    amount: "4.99",
    transaction_hash: "0xback",
    note: null,
    by: "user_1",
  }

  describe.each(ledgerVersions)("from %s", (version) => {
    it("finds and lists each payment, by each filter and text", async () => {
      const rows = await upgradedFrom(version)
      expect(await list({})).toEqual(idsOf(rows))
      for (const state of ATTEMPT_STATES) {
        const ofState = rows.filter((row) => row.state === state)
        expect(await list({ state: [state] })).toEqual(idsOf(ofState))
      }
      for (const reason of ATTENTION_REASONS) {
        const ofReason = rows.filter((row) => row.attention_reason === reason)
        expect(await list({ attention_reason: [reason] })).toEqual(
          idsOf(ofReason)
        )
      }
      const tests = rows.filter((row) => row.is_test === true)
      expect(await list({ is_test: true })).toEqual(idsOf(tests))
      for (const row of rows) {
        const id = String(row.id)
        expect(await ledger.attempts.find(id)).toMatchObject({
          id,
          state: row.state,
          amount: row.amount,
        })
        expect(await list(text(id))).toEqual([id])
        expect(await list(text(row.external_id))).toContain(id)
        if (!row.payment_session_id) continue
        expect(await list(text(row.payment_session_id))).toEqual([id])
        const ofSession = `payses_before_${id.slice("cpay_".length)}`
        expect(await ledger.sessions.findAttempt(ofSession)).toMatchObject({
          id,
        })
      }
      const counted = await ledger.search.counts()
      expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(
        rows.length
      )
      const { crypto_payment_refund: refunds } = ledgerAt(version)
      for (const { transaction_hash, crypto_payment_id } of refunds) {
        expect(await list(text(transaction_hash))).toContain(crypto_payment_id)
      }
    })

    it("reads every column of its tables", async () => {
      const rows = await upgradedFrom(version)
      expect(await ledger.listCryptoPayments({}, { take: 100 })).toHaveLength(
        rows.length
      )
      const [, entries] = await ledger.listAndCountCryptoPaymentEvents({
        crypto_payment_id: "cpay_settled",
      })
      const written = ledgerAt(version).crypto_payment_event.filter(
        ({ crypto_payment_id }) => crypto_payment_id === "cpay_settled"
      )
      expect(entries).toBe(written.length)
      await ledger.listCryptoPaymentRefunds()
      await ledger.listCryptoPaymentOutboxes()
      await ledger.listCryptoPaymentTasks()
      expect(await ledger.webhookLog.rows()).toHaveLength(
        ledgerAt(version).crypto_webhook_health.length
      )
      expect(await ledger.webhookLog.missed()).not.toEqual([])
    })

    it("records what the gateway says of open, closed, settled and unopened payments", async () => {
      await upgradedFrom(version)
      for (const name of ["open", "closed_long_ago", "inline", "widest"]) {
        const reported = confirmed(name)
        const attempt = await ledger.observations.findAttempt(reported)
        expect(attempt?.id).toBe(`cpay_${name}`)
        expect(await ledger.observations.findRecorded(reported)).toBeUndefined()
        expect(
          await ledger.observations.record(`cpay_${name}`, reported)
        ).toMatchObject({ state: "paid", paid_at: expect.any(Date) })
        expect(await ledger.observations.findRecorded(reported)).toMatchObject({
          id: `cpay_${name}`,
        })
      }
      const elsewhere = { ...confirmed("open"), merchant_id: "merchant-2" }
      expect(await ledger.observations.findAttempt(elsewhere)).toMatchObject({
        id: "cpay_elsewhere",
      })
      expect(
        await ledger.observations.findAttempt(confirmed("creating"))
      ).toMatchObject({ id: "cpay_creating", state: "creating" })
      expect(
        await ledger.observations.record(
          "cpay_settled",
          observation("expired", { gateway_payment_id: "Gateway-settled" })
        )
      ).toMatchObject({ state: "settled", gateway_status: "confirmed" })
      // What an older version wrote down of the same words counts.
      const again = { ...confirmed("settled"), source: "return" as const }
      expect(await ledger.observations.findRecorded(again)).toMatchObject({
        id: "cpay_settled",
      })
    })

    it("takes what is due, and verifies what was settled", async () => {
      const rows = await upgradedFrom(version)
      const due = await ledger.dueQueue.dequeue(100, 60)
      const before = rows.filter(
        ({ next_check_at }) =>
          next_check_at instanceof Date && next_check_at < new Date()
      )
      expect(idsOf(due)).toEqual(expect.arrayContaining(idsOf(before)))
      const urgency = due.map(({ state }) =>
        DUE_ORDER.findIndex((group) => group.some((each) => each === state))
      )
      expect(urgency).toEqual([...urgency].sort())
      await passed(1)
      const later = await ledger.dueQueue.dequeue(100, 60, ["settled"])
      const unverified = rows.filter(
        (row) =>
          row.state === "settled" &&
          !row.verified_at &&
          row.id !== "cpay_settled_long_ago"
      )
      const scheduled = version < "Migration20261122180500"
      expect(idsOf(later)).toEqual(
        idsOf(
          unverified.filter(
            ({ next_check_at }) => scheduled || next_check_at !== null
          )
        )
      )
      for (const { id } of later) {
        expect(await ledger.attempts.markVerified(id)).toMatchObject({
          state: "settled",
          verified_at: expect.any(Date),
          next_check_at: null,
        })
      }
      await passed(1)
      expect(await ledger.dueQueue.dequeue(100, 60, ["settled"])).toEqual([])
    })

    it("reopens, and settles anew, what core took back", async () => {
      await upgradedFrom(version)
      const entry = { source: "decision", data: { why: "gone" } }
      expect(
        await ledger.attempts.transition(
          "cpay_settled",
          "paid",
          {},
          { type: "reopened", ...entry }
        )
      ).toMatchObject({
        attempt: { state: "paid", next_check_at: expect.any(Date) },
      })
      expect(
        await ledger.attempts.transition(
          "cpay_settled",
          "settled",
          {},
          { type: "settled", ...entry }
        )
      ).toMatchObject({ attempt: { state: "settled", verified_at: null } })
    })

    it("records refunds, and knows those that were recorded", async () => {
      await upgradedFrom(version)
      await ledger.adminActions.recordRefund("cpay_settled", sentBack)
      await ledger.adminActions.recordRefund("cpay_settled", sentBack)
      const tooMuch = { amount: "15.01", transaction_hash: "0xmore" }
      await expect(
        ledger.adminActions.recordRefund("cpay_settled", {
          ...sentBack,
          ...tooMuch,
        })
      ).rejects.toThrow("15.00")
      if (ledgerAt(version).crypto_payment_refund.length === 0) return
      await expect(
        ledger.adminActions.recordRefund("cpay_refunded", sentBack)
      ).rejects.toThrow("whole amount")
      const part = { amount: "9.99", transaction_hash: "0xrest" }
      const inPart = { ...sentBack, ...part }
      await ledger.adminActions.recordRefund("cpay_refunded_in_part", inPart)
      const claim = {
        id: "cpayref_part",
        crypto_payment_id: "cpay_refunded_in_part",
        amount: "5.00",
        refund_id: "ref_2",
      }
      expect(await ledger.refunds.book(claim)).toBe(true)
      expect(await ledger.refunds.book(claim)).toBe(false)
    })

    it("resolves what needs attention, for each reason, with its event", async () => {
      const rows = await upgradedFrom(version)
      const waiting = rows.filter(({ state }) => state === "attention")
      for (const { id, amount } of waiting) {
        const kind = amount ? ("refunded" as const) : ("other" as const)
        const { attempt, event } = await ledger.adminActions.resolve(
          String(id),
          {
            note: null,
            transaction_hash: `0xresolved${String(id)}`,
            by: "user_1",
            kind,
          }
        )
        expect(attempt).toMatchObject({
          state: "resolved",
          resolution: { kind },
        })
        expect(event?.name).toBe("crypto_payment.resolved")
      }
      await sql("update crypto_payment_outbox set deliver_at = now()")
      const outbox = ledgerAt(version).crypto_payment_outbox
      const names = (await ledger.outbox.dequeue(100)).map(({ name }) => name)
      const refunded = waiting.filter(({ amount }) => amount)
      expect(names.sort()).toEqual(
        [
          ...waiting.map(() => "crypto_payment.resolved"),
          ...refunded.map(() => "crypto_payment.refund_sent"),
          ...outbox.map(({ name }) => name),
        ].sort()
      )
    })

    it("goes on with carts, leases and tasks that were under way", async () => {
      await upgradedFrom(version)
      expect(await ledger.leases.acquire("cpay_paid", "run_2", 60)).toBe(true)
      const { highest, usable } = await ledger.attempts.findRevisions(
        "merchant-1",
        {
          cart_id: "cart_closed",
        }
      )
      expect({ highest, usable: idsOf(usable) }).toEqual({
        highest: 2,
        usable: ["cpay_again"],
      })
      const row = { ...newAttempt(), cart_id: "cart_closed" }
      const taken = { ...row, external_id: "cart_closed-2" }
      expect(await ledger.attempts.create(taken, "session")).toBeUndefined()
      const free = { ...row, external_id: "cart_closed-3", revision: 3 }
      expect(await ledger.attempts.create(free, "session")).toMatchObject({
        state: "creating",
      })
      expect(
        await ledger.sessions.attach("cpay_again", "payses_new")
      ).toMatchObject({ payment_session_id: "payses_new" })
      for (const task of ["sweep:merchant-1", "canceled-orders"]) {
        expect(await ledger.tasks.begin(task)).toMatchObject({ id: task })
        expect(await ledger.tasks.begin(task)).toBeUndefined()
      }
      const swept = await ledger.timeline.deleteOld({
        merchantId: "merchant-1",
        olderThanDays: 0,
        batch: 1_000,
      })
      expect(swept.deleted).toBeGreaterThan(0)
    })
  })
})
