import { setTimeout as wait } from "node:timers/promises"
import { Client } from "pg"
import { eventually } from "../support/eventually"
import { expireLeases, makeAllDue, releaseLocks } from "../support/instances"
import { describeWithProgram } from "../support/programs"
import { type OpenSale, SeveralInstances } from "./several-instances"

const ROUNDS = 5
const LIMIT_MS = 900_000
/** Longer than the reconcile job's schedule in the instances. */
const SEVERAL_RUNS_MS = 12_000

describeWithProgram(
  "redis-server",
  "two servers and a worker over one database",
  (redisProgram) => {
    let driver: SeveralInstances

    beforeAll(async () => {
      driver = await SeveralInstances.start(redisProgram)
    }, LIMIT_MS)

    afterAll(() => driver?.stop(), LIMIT_MS)

    // Whatever a test did, the law holds after it.
    afterEach(async () => {
      expect((await driver.auditNow()).violations).toEqual([])
    })

    it(
      `makes one order of five webhooks and two completions at both servers at once, ${ROUNDS} times over`,
      async () => {
        const [one, other] = driver.shop.servers
        for (let round = 0; round < ROUNDS; round++) {
          const sale = await driver.openAt(one)
          await driver.payWithoutWebhook(sale)

          const completions = [
            driver.complete(one, sale),
            driver.complete(other, sale),
          ]
          const answers = await Promise.all(
            [one, other, one, other, one].map((each) => driver.tell(each, sale))
          )
          await Promise.all(completions)

          // An answer to try again is right as well, while another run works on it.
          expect(
            answers.filter((status) => status !== 200 && status !== 503)
          ).toEqual([])
          await driver.becomes(sale, "settled")
          expect(await ordersOf(sale)).toBe(1)
        }
      },
      LIMIT_MS
    )

    it(
      "leaves the job to the worker: it does not run while the worker is down, and the servers settle by webhooks",
      async () => {
        const [server] = driver.shop.servers
        await driver.worker.kill()
        const reported = await driver.openAt(server)
        const unreported = await driver.openAt(server)
        await driver.payWithoutWebhook(unreported)
        await makeAllDue(driver.client)

        await driver.control.pay(reported.gatewayId)
        await driver.becomes(reported, "settled")
        await wait(SEVERAL_RUNS_MS)
        expect(await driver.stateOf(unreported)).toBe("open")

        await driver.worker.start()
        await driver.becomes(unreported, "settled")
        expect(await driver.sourcesOf(unreported)).toEqual(["poll"])
      },
      LIMIT_MS
    )

    it(
      "finishes at one server what the other one was killed over, once its lease has run out",
      async () => {
        const [doomed, other] = driver.shop.servers
        // Not the worker's job, but the other server shall finish it.
        await driver.worker.kill()
        const sale = await driver.openAt(doomed)
        await driver.payWithoutWebhook(sale)

        // Orders cannot be written for a while: settling stops half-way.
        const gate = new Client({
          connectionString: driver.shop.databaseUrl,
        })
        await gate.connect()
        try {
          await gate.query('BEGIN; LOCK TABLE "order" IN SHARE MODE')
          const unanswered = driver.tell(doomed, sale).catch(() => null)
          await leaseOf(sale)
          await doomed.kill()
          await unanswered
        } finally {
          await gate.end()
        }
        expect(await driver.tell(other, sale)).toBe(503)

        // All that is held now was held by the dead.
        await expireLeases(driver.client)
        if (driver.shop.redis) await releaseLocks(driver.shop.redis)
        expect(await driver.tell(other, sale)).toBe(200)
        await driver.becomes(sale, "settled")
        expect(await ordersOf(sale)).toBe(1)
        await Promise.all([doomed.start(), driver.worker.start()])
      },
      LIMIT_MS
    )

    it(
      "cancels unpaid orders of both servers at the worker, and pays those whose money is confirmed at that moment",
      async () => {
        const [one, other] = driver.shop.servers
        const unpaid = await driver.placeUnpaidAt(one, other)
        const paid = await driver.placeUnpaidAt(other, one)
        const late = await driver.placeUnpaidAt(one, one)
        await driver.payWithoutWebhook(paid)
        await driver.control.expire(late.gatewayId)
        for (const sale of [unpaid, paid, late]) await driver.endTime(sale)
        const payLate = driver.control.payLate(late.gatewayId)
        const answers = await Promise.all([
          driver.tell(one, paid),
          driver.tell(other, paid),
          driver.complete(one, paid).then(() => 200),
          payLate.then(() => 200),
        ])
        expect(
          answers.filter((status) => status !== 200 && status !== 503)
        ).toEqual([])

        await driver.becomes(paid, "settled")
        expect(await ordersOf(paid)).toBe(1)
        await driver.becomes(unpaid, "closed")
        await eventually(
          async () =>
            (await driver.orderStatus(unpaid.orderId)) === "canceled" ||
            undefined,
          { limitMs: LIMIT_MS, otherwise: "The order was not canceled." }
        )
        expect(await driver.orderStatus(paid.orderId)).toBe("pending")
        const end = await eventually(
          async () => {
            const state = await driver.stateOf(late)
            return state === "settled" || state === "attention"
              ? state
              : undefined
          },
          { limitMs: LIMIT_MS, otherwise: "The late money came to no end." }
        )
        expect(await driver.orderStatus(late.orderId)).toBe(
          end === "settled" ? "pending" : "canceled"
        )
      },
      LIMIT_MS
    )

    /** Resolves when the attempt is leased and its order waits to be written. */
    async function leaseOf({ gatewayId }: OpenSale): Promise<void> {
      await eventually(
        async () => {
          const { rows } = await driver.client.query(
            `SELECT 1 FROM crypto_payment
              WHERE gateway_payment_id = $1 AND lease_until > now()
                AND EXISTS (SELECT 1 FROM pg_locks
                             WHERE NOT granted
                               AND relation = '"order"'::regclass)`,
            [gatewayId]
          )
          return rows.length > 0 ? true : undefined
        },
        { otherwise: `${gatewayId} was never leased.` }
      )
    }

    async function ordersOf({ cartId }: OpenSale): Promise<number> {
      const { rows } = await driver.client.query<{ orders: number }>(
        `SELECT count(*)::int AS orders FROM order_cart
          WHERE cart_id = $1 AND deleted_at IS NULL`,
        [cartId]
      )
      return rows[0].orders
    }
  }
)
