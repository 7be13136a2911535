import { HttpClient } from "../support/store/http-client"
import { eventually } from "../support/eventually"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED, INLINE } from "../support/shop/shop-fixture"

type Gateway = {
  provider_id: string
  key_refused_at: string | null
  webhooks_refused_at: string | null
  last_delivery_at: string | null
  last_failure: { at: string; reason: string } | null
}

type Entry = { to: string; data: { title: string; description: string } }

const PAGE = "/app/settings/crypto-payments"

export const gatewayAlarmsSuite = paymentSuite(
  "an alarm about the gateway",
  (shop) => {
    const { gateway, admin, db, shopper, reconcile, openConfirmed } = shop
    const events = shop.collectEvents([
      "crypto_payment.gateway_refused",
      "crypto_payment.gateway_restored",
    ])

    const suspend = async (suspended: boolean) => {
      const http = new HttpClient(gateway.url, {})
      await http.post(`/control/merchants/${gateway.merchantId}`, { suspended })
    }

    afterEach(() => suspend(false))

    const readGateways = async () => {
      const { gateways } = await admin.get<{ gateways: Gateway[] }>(
        "/admin/crypto-payments/gateway"
      )
      return gateways
    }
    const readGateway = async () => {
      const [hosted] = (await readGateways()).filter(
        ({ provider_id }) => provider_id === HOSTED
      )
      return hosted
    }

    /** Of the feed, oldest first, once the job delivered the events and all came back. */
    const notices = async (channel = "feed") => {
      await reconcile()
      await eventually(
        async () =>
          (await db()("crypto_payment_outbox")).length === 0 || undefined,
        { otherwise: "Events stay in the outbox" }
      )
      return await db()("notification")
        .where({ channel })
        .orderBy("created_at")
        .select<Entry[]>("to", "data")
    }

    const refusedOpening = async (provider = HOSTED, data = {}) => {
      const cart = await shop.prepareCart()
      await expect(
        shopper.startPayment(cart.id, provider, data)
      ).rejects.toMatchObject({
        message: expect.stringContaining(
          "the gateway rejected the option apiKey"
        ),
      })
      return cart
    }

    const forge = async (gatewayId: string) => {
      const { status } = await gateway.deliver(gatewayId, { secret: "rotated" })
      expect(status).toBe(401)
    }

    const expectNoSecret = (...sent: unknown[]) => {
      const everything = JSON.stringify(sent)
      expect(everything).not.toContain(gateway.apiKey)
      expect(everything).not.toContain(gateway.webhookSecret)
    }

    const aboutKey = {
      merchant: "default",
      provider_id: HOSTED,
      refused: "key",
    }

    it("says once that customers cannot pay, however many try", async () => {
      await suspend(true)
      await refusedOpening()
      await refusedOpening()
      await refusedOpening(INLINE, { target_currency: "USDT_TRC20" })

      for (const each of await readGateways()) {
        expect(each).toMatchObject({
          key_refused_at: expect.any(String),
          webhooks_refused_at: null,
        })
      }
      const [raised, ...others] = await notices()
      expect(others).toEqual([])
      expect(raised.data).toEqual({
        title: "Customers cannot pay: the gateway rejects the key",
        description: expect.stringMatching(
          /^Since \d{4}-\d\d-\d\d \d\d:\d\d UTC no crypto payment can be opened\./
        ),
      })
      expect(raised.data.description.endsWith(`\n${PAGE}`)).toBe(true)
      const mails = await notices("email")
      expect(new Set(mails.map(({ to }) => to)).size).toBe(mails.length)
      expect(mails.length).toBeGreaterThan(0)
      expect(events).toEqual([
        {
          name: "crypto_payment.gateway_refused",
          data: expect.objectContaining(aboutKey),
        },
      ])
      expectNoSecret(events, await notices(), mails)
    })

    it("says once that customers can pay again, with the first that does", async () => {
      await suspend(true)
      const cart = await refusedOpening()
      expect(await notices()).toHaveLength(1)

      await suspend(false)
      const { id } = await shop.openFor(cart)
      expect(id).toMatch(/^cpay_/)
      const [, restored, ...more] = await notices()
      expect(more).toEqual([])
      expect(restored.data).toEqual({
        title: "Customers can pay again: the gateway accepts the key",
        description: expect.stringMatching(
          /^It works since .+ UTC, and was refused from .+ UTC on\.\n/
        ),
      })
      expect(await readGateway()).toMatchObject({ key_refused_at: null })
      expect(events.map(({ name }) => name)).toEqual([
        "crypto_payment.gateway_refused",
        "crypto_payment.gateway_restored",
      ])
      expect(events[1].data).toMatchObject(aboutKey)
      expectNoSecret(events, await notices(), await notices("email"))
    })

    it("is taken back where a person reads the gateway, or the job a payment", async () => {
      const { gatewayId } = await shop.openPayment()
      await suspend(true)
      await refusedOpening()
      expect((await readGateway()).key_refused_at).not.toBeNull()
      await suspend(false)
      expect((await readGateway()).key_refused_at).toBeNull()

      expect(await notices()).toHaveLength(2)

      await suspend(true)
      await db()("crypto_payment_task")
        .where({ id: "alarm key default" })
        .update({ due_at: new Date() })
      await refusedOpening()
      await suspend(false)
      expect(await notices()).toHaveLength(3)
      expect(await shop.books.ledger.alarms.on()).toHaveLength(1)
      gateway.markOnly(gatewayId, "pending")
      await shop.runJob()
      expect(await shop.books.ledger.alarms.on()).toEqual([])
      const titles = (await notices()).map(({ data }) => data.title)
      expect(titles.slice(2)).toEqual([
        "Customers cannot pay: the gateway rejects the key",
        "Customers can pay again: the gateway accepts the key",
      ])
    })

    it.each(["server_error", "cut", "rate_limited", "html_error"] as const)(
      "is not raised by a gateway that answers %s",
      async (fault) => {
        const cart = await shop.prepareCart()
        gateway.failNext(9, fault, /POST/)
        await expect(shopper.startPayment(cart.id, HOSTED)).rejects.toThrow(
          "did not answer"
        )
        gateway.startOver()
        expect(await notices()).toEqual([])
      }
    )

    /** After a good delivery, refused ones are counted anew. */
    const openAfterDelivery = async () => {
      const other = await openConfirmed()
      expect((await gateway.deliver(other.gatewayId)).status).toBe(200)
      return await openConfirmed()
    }

    const webhooksAreRefused = () =>
      eventually(
        async () => (await readGateway()).webhooks_refused_at ?? undefined,
        { otherwise: "No alarm is raised" }
      )

    it("says that webhooks are refused by the second in a row, and changes nothing else", async () => {
      const { id, gatewayId } = await openAfterDelivery()
      await forge(gatewayId)
      expect(await readGateway()).toMatchObject({ webhooks_refused_at: null })
      await forge(gatewayId)
      await webhooksAreRefused()
      const failing = await readGateway()
      expect(failing.key_refused_at).toBeNull()
      expect(Date.parse(String(failing.last_failure?.at))).toBeGreaterThan(
        Date.parse(String(failing.last_delivery_at))
      )
      for (let n = 0; n < 20; n++) await forge(gatewayId)
      const [raised, ...others] = await notices()
      expect(others).toEqual([])
      expect(raised.data.title).toBe(
        "The gateway's webhooks are refused: signature mismatch"
      )
      expect(await shop.books.ledger.attempts.retrieve(id)).toMatchObject({
        state: "open",
      })
    })

    it("about webhooks is taken back by the first good one, and not raised again within the hour", async () => {
      const { gatewayId } = await openAfterDelivery()
      await forge(gatewayId)
      await forge(gatewayId)
      await webhooksAreRefused()
      expect(await notices()).toHaveLength(1)

      expect((await gateway.deliver(gatewayId)).status).toBe(200)
      await eventually(
        async () =>
          (await readGateway()).webhooks_refused_at === null || undefined,
        { otherwise: "The alarm is not taken back" }
      )
      const working = await readGateway()
      expect(Date.parse(String(working.last_delivery_at))).toBeGreaterThan(
        Date.parse(String(working.last_failure?.at))
      )
      const [, restored, ...more] = await notices()
      expect(more).toEqual([])
      expect(restored.data.title).toBe(
        "The gateway's webhooks are accepted again"
      )
      await forge(gatewayId)
      await forge(gatewayId)
      expect(await notices()).toHaveLength(2)
      expect(events.map(({ data }) => data.refused)).toEqual([
        "webhooks",
        "webhooks",
      ])
    })

    it("counts no forged delivery that the limiter refuses", async () => {
      const { gatewayId } = await openConfirmed()
      const forgeFrom = async (from: string) => {
        const forged = { secret: "rotated", from }
        return (await gateway.deliver(gatewayId, forged)).status
      }
      const untilCounted = (expected: number) =>
        eventually(
          async () => {
            const [row] = await db()("crypto_payment_task")
              .where({ id: "alarm webhooks default" })
              .select<{ position: number }[]>("position")
            return (row?.position ?? 0) === expected || undefined
          },
          { otherwise: `Not ${expected} are counted` }
        )
      for (let n = 0; n < 100; n++) await forgeFrom("198.51.100.90")
      expect((await gateway.deliver(gatewayId)).status).toBe(200)
      await untilCounted(0)
      expect(await forgeFrom("198.51.100.90")).toBe(429)
      expect(await forgeFrom("198.51.100.91")).toBe(401)
      await untilCounted(1)
    })
  }
)
