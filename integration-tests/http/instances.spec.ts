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
    let shop: SeveralInstances

    beforeAll(async () => {
      shop = await SeveralInstances.start(redisProgram)
    }, LIMIT_MS)

    afterAll(() => shop?.stop(), LIMIT_MS)

    // Whatever a test did, the law holds after it.
    afterEach(async () => {
      expect((await shop.audit()).violations).toEqual([])
    })

    it(
      "sells through either server",
      async () => {
        for (const server of shop.instances.servers) {
          const sale = await shop.openAt(server)
          await shop.gateway.pay(sale.gatewayId)
          await shop.settled(sale)
          expect(await shop.sourcesOf(sale)).toContain("webhook")
        }
      },
      LIMIT_MS
    )

    it(
      `makes one order of five webhooks and two completions at both servers at once, ${ROUNDS} times over`,
      async () => {
        const [one, other] = shop.instances.servers
        for (let round = 0; round < ROUNDS; round++) {
          const sale = await shop.openAt(one)
          await shop.payWithoutWebhook(sale)

          const completions = [
            shop.complete(one, sale),
            shop.complete(other, sale),
          ]
          const answers = await Promise.all(
            [one, other, one, other, one].map((each) => shop.tell(each, sale))
          )
          await Promise.all(completions)

          // An answer to try again is right as well, while another run works on it.
          expect(
            answers.filter((status) => status !== 200 && status !== 503)
          ).toEqual([])
          await shop.settled(sale)
          expect(await ordersOf(sale)).toBe(1)
        }
      },
      LIMIT_MS
    )

    it(
      "tries an order that cannot be placed when its time has come, not over and over",
      async () => {
        const [server] = shop.instances.servers
        const sale = await shop.openAt(server, "shirt")
        await shop.setStock(0)
        await shop.gateway.pay(sale.gatewayId)
        await shop.becomes(sale, "attention")
        await makeAllDue(shop.db)
        await eventually(
          async () => (await shop.triesOf(sale)) === 2 || undefined,
          { otherwise: "It was not tried again." }
        )
        await wait(SEVERAL_RUNS_MS)
        // The third try is not due yet.
        expect(await shop.triesOf(sale)).toBe(2)

        await shop.setStock(1_000)
        await makeAllDue(shop.db)
        await shop.settled(sale)
        expect(await ordersOf(sale)).toBe(1)
      },
      LIMIT_MS
    )

    it(
      "leaves the job to the worker: it does not run while the worker is down, and the servers settle by webhooks",
      async () => {
        const [server] = shop.instances.servers
        await shop.worker.kill()
        const reported = await shop.openAt(server)
        const unreported = await shop.openAt(server)
        await shop.payWithoutWebhook(unreported)
        await makeAllDue(shop.db)

        await shop.gateway.pay(reported.gatewayId)
        await shop.settled(reported)
        await wait(SEVERAL_RUNS_MS)
        expect(await shop.stateOf(unreported)).toBe("open")

        await shop.worker.start()
        await shop.settled(unreported)
        expect(await shop.sourcesOf(unreported)).toEqual(["poll"])
      },
      LIMIT_MS
    )

    it(
      "finishes at one server what the other one was killed over, once its lease has run out",
      async () => {
        const [doomed, other] = shop.instances.servers
        // Not the worker's job, but the other server shall finish it.
        await shop.worker.kill()
        const sale = await shop.openAt(doomed)
        await shop.payWithoutWebhook(sale)

        // Orders cannot be written for a while: settling stops half-way.
        const gate = new Client({
          connectionString: shop.instances.databaseUrl,
        })
        await gate.connect()
        try {
          await gate.query('BEGIN; LOCK TABLE "order" IN SHARE MODE')
          const unanswered = shop.tell(doomed, sale).catch(() => null)
          await leaseOf(sale)
          await doomed.kill()
          await unanswered
        } finally {
          await gate.end()
        }
        expect(await shop.tell(other, sale)).toBe(503)

        // All that is held now was held by the dead.
        await expireLeases(shop.db)
        if (shop.instances.redis) await releaseLocks(shop.instances.redis)
        expect(await shop.tell(other, sale)).toBe(200)
        await shop.settled(sale)
        expect(await ordersOf(sale)).toBe(1)
        await Promise.all([doomed.start(), shop.worker.start()])
      },
      LIMIT_MS
    )

    it(
      "pays an order that one server placed by the webhook at the other, and once",
      async () => {
        const [one, other] = shop.instances.servers
        const sale = await shop.placeUnpaid(one, other)
        await shop.payWithoutWebhook(sale)

        const answers = await Promise.all([
          ...[one, other, other].map((each) => shop.tell(each, sale)),
          shop.complete(one, sale).then(() => 200),
        ])

        expect(
          answers.filter((status) => status !== 200 && status !== 503)
        ).toEqual([])
        await shop.settled(sale)
        expect(await shop.orderStatus(sale.orderId)).toBe("pending")
        expect(await ordersOf(sale)).toBe(1)
      },
      LIMIT_MS
    )

    it(
      "cancels unpaid orders of both servers at the worker, and pays those whose money is confirmed at that moment",
      async () => {
        const [one, other] = shop.instances.servers
        const unpaid = await shop.placeUnpaid(one, other)
        const paid = await shop.placeUnpaid(other, one)
        const late = await shop.placeUnpaid(one, one)
        await shop.payWithoutWebhook(paid)
        await shop.gateway.expire(late.gatewayId)
        for (const sale of [unpaid, paid, late]) await shop.endTime(sale)
        const payLate = shop.gateway.payLate(late.gatewayId)
        await Promise.all([
          shop.tell(one, paid),
          shop.tell(other, paid),
          payLate,
        ])

        await shop.settled(paid)
        await shop.becomes(unpaid, "closed")
        await eventually(
          async () =>
            (await shop.orderStatus(unpaid.orderId)) === "canceled" ||
            undefined,
          { limitMs: LIMIT_MS, otherwise: "The order was not canceled." }
        )
        expect(await shop.orderStatus(paid.orderId)).toBe("pending")
        const end = await eventually(
          async () => {
            const state = await shop.stateOf(late)
            return state === "settled" || state === "attention"
              ? state
              : undefined
          },
          { limitMs: LIMIT_MS, otherwise: "The late money came to no end." }
        )
        expect(await shop.orderStatus(late.orderId)).toBe(
          end === "settled" ? "pending" : "canceled"
        )
      },
      LIMIT_MS
    )

    /** Resolves when the attempt is leased and its order waits to be written. */
    async function leaseOf({ gatewayId }: OpenSale): Promise<void> {
      await eventually(
        async () => {
          const { rows } = await shop.db.query(
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
      const { rows } = await shop.db.query<{ orders: number }>(
        `SELECT count(*)::int AS orders FROM order_cart
          WHERE cart_id = $1 AND deleted_at IS NULL`,
        [cartId]
      )
      return rows[0].orders
    }
  }
)
