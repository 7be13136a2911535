import type { ILockingModule } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { Client } from "pg"

import { eventually } from "../support/eventually"
import type { OpenPayment } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention } from "../support/shop/shop-fixture"
import { Leases } from "../../src/modules/crypto-payment/attempts/leases"
import { limitStatements } from "../../src/modules/crypto-payment/database"

export const timeLimitsSuite = paymentSuite("waits that end", (shop) => {
  const { gateway, shopper, books, resolve, item, reconcile, makeDue } = shop
  const { openPayment, openConfirmed, expectPaidOnce, recordConfirmed } = shop

  const stateOf = async ({ session }: OpenPayment) =>
    (await books.attemptOf(session.id)).state

  /** By a run that may be left to itself. */
  const expectSettled = async (opened: OpenPayment) => {
    await eventually(
      async () => ((await stateOf(opened)) === "settled" ? true : undefined),
      { otherwise: "It is not settled." }
    )
    await expectPaidOnce(opened.cart.id, opened.session.id, 5)
  }

  const runWithLimits = () => reconcile({ itemMs: 8_000, runMs: 30_000 })

  /** Somebody's transaction that has a row, and does not end until `act` has. */
  const whileRowIsLocked = async (
    table: string,
    id: string,
    act: () => Promise<void>
  ) => {
    const other = new Client({ connectionString: shop.databaseUrl() })
    await other.connect()
    try {
      await other.query("BEGIN")
      await other.query(`SELECT id FROM ${table} WHERE id = $1 FOR UPDATE`, [
        id,
      ])
      await act()
      await other.query("COMMIT")
    } finally {
      await other.end()
    }
  }

  it.each<[string, (opened: OpenPayment) => [table: string, id: string]]>([
    ["cart", ({ cart }) => ["cart", cart.id]],
    ["attempt", ({ id }) => ["crypto_payment", id]],
  ])(
    "a run settles all others while somebody holds a row of one %s, the next run too, and that one settles afterwards",
    async (_what, rowOf) => {
      const held = await openConfirmed()
      await recordConfirmed(held)
      const others = [await openConfirmed(), await openConfirmed()]
      await makeDue()

      await whileRowIsLocked(...rowOf(held), async () => {
        await runWithLimits()
        for (const other of others) await expectSettled(other)
        expect(await stateOf(held)).toBe("paid")

        const later = await openConfirmed()
        await recordConfirmed(later)
        await runWithLimits()
        await expectSettled(later)
      })

      await shop.runJob()
      await expectSettled(held)
    }
  )

  it("what core does not finish is told to a person after an hour, its lease kept, and settles when core has ended", async () => {
    const held = await openConfirmed()
    await recordConfirmed(held)
    await makeDue()

    await whileRowIsLocked("cart", held.cart.id, async () => {
      expect(await runWithLimits()).toMatchObject({ checked: 1, failed: 1 })
      const { lease_owner, ...left } = await books.attemptOf(held.session.id)
      expect(left.state).toBe("paid")
      expect(lease_owner).not.toBeNull()

      await shop.advanceLedger(61)
      expect(await runWithLimits()).toMatchObject({ failed: 0, attention: 1 })
      expect(await books.attemptOf(held.session.id)).toMatchObject({
        ...attention("order_not_placed"),
        attention_fact: { type: "blocked", blocker: "not_answering" },
        lease_owner,
      })
    })

    await expectSettled(held)
  })

  it("a statement of the ledger that waits for a row is ended, and its connection given back", async () => {
    const { id } = await openPayment()
    await whileRowIsLocked("crypto_payment", id, async () => {
      const leases = new Leases(limitStatements(shop.db(), 300))
      await expect(leases.acquire(id, "late", 60)).rejects.toThrow(
        "Defined query timeout of 300ms exceeded"
      )
      const { rows } = await shop
        .db()
        .raw<{ rows: unknown[] }>(
          "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
      expect(rows).toEqual([])
    })
    expect((await books.ledger.attempts.retrieve(id)).lease_owner).toBeNull()
  })

  it("a lock that is never given back is told to a person after an hour of tries, and the order placed once it is free", async () => {
    const fits = await openPayment()
    const differs = await openPayment()
    await shopper.addItem(differs.cart.id, item())
    const locked = [fits, differs]
    for (const opened of locked) {
      gateway.markOnly(opened.gatewayId, "confirmed")
      await recordConfirmed(opened)
      await books.ledger.dueQueue.countFailure(opened.id, {
        type: "order_being_placed",
      })
    }
    await shop.advanceLedger(61)
    const recent = await openConfirmed()
    await recordConfirmed(recent)
    const locking = resolve<ILockingModule>(Modules.LOCKING)
    const keys = [...locked, recent].map(({ cart }) => cart.id)
    await locking.acquire(keys, { ownerId: "killed" })

    await shop.runJob()

    for (const { session } of locked) {
      const waiting = await eventually(
        async () => {
          const attempt = await books.attemptOf(session.id)
          // Until core has given up on the lock, where it took longer than the run.
          return /is locked/.test(attempt.attention_detail ?? "")
            ? attempt
            : undefined
        },
        { otherwise: "Nobody is told of the lock." }
      )
      expect(waiting).toMatchObject({
        ...attention("order_not_placed"),
        attention_fact: {
          type: "blocked",
          blocker: "cart_locked",
          message: null,
        },
        next_check_at: expect.any(Date),
      })
      expect(waiting.attention_detail).toMatch(
        /^The cart or its order is locked: .* restart Medusa\.$/
      )
    }
    expect(await stateOf(recent)).toBe("paid")

    await locking.release(keys, { ownerId: "killed" })
    await shop.runJob()
    for (const opened of [fits, recent]) await expectSettled(opened)
    expect(await books.attemptOf(differs.session.id)).toMatchObject(
      attention("amount_mismatch")
    )
  })
})
