import type { DeliveryOptions } from "../support/minimal-gateway"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED, MANUAL } from "../support/shop/shop-fixture"

export const webhookAnswersSuite = paymentSuite(
  "POST /hooks/crypto/:provider_id",
  (shop) => {
    const { gateway, books, expectPaidOnce, openConfirmed } = shop
    const log = shop.watchLog()

    /** As where the ledger's tables were restored to an earlier moment. */
    const forget = async (sessionId: string) => {
      const { id } = await books.attemptOf(sessionId)
      const events = await books.ledger.listCryptoPaymentEvents({
        crypto_payment_id: id,
      })
      await books.ledger.deleteCryptoPaymentEvents(events.map((e) => e.id))
      await books.ledger.deleteCryptoPayments(id)
    }

    const hook = (path: string) => `${shop.baseUrl()}/hooks/crypto/${path}`

    const refused: [string, number, () => DeliveryOptions][] = [
      ["a wrong secret", 401, () => ({ secret: "not the secret" })],
      [
        "a changed byte",
        401,
        () => ({ tamper: (raw) => raw.replace("confirmed", "confirmee") }),
      ],
      [
        "white space added",
        401,
        () => ({ tamper: (raw) => raw.replace(":", ": ") }),
      ],
      ["an unknown provider", 404, () => ({ url: hook("pp_crypto_unknown") })],
      ["a provider of someone else", 404, () => ({ url: hook(MANUAL) })],
      ["JSON that is no object", 400, () => ({ mutate: () => [1, 2] })],
      ["JSON that is no event", 400, () => ({ mutate: () => ({ a: 1 }) })],
      [
        "an event without id",
        400,
        () => ({ mutate: ({ id: _none, ...event }) => event }),
      ],
      [
        "an empty status",
        400,
        () => ({ mutate: (e) => ({ ...e, status: "" }) }),
      ],
      [
        "a status with control characters",
        400,
        () => ({ mutate: (e) => ({ ...e, status: "confirmed\n" }) }),
      ],
      [
        "a body over 64 KiB",
        413,
        () => ({ mutate: (e) => ({ ...e, padding: "x".repeat(66_000) }) }),
      ],
    ]

    it.each(refused)(
      "refuses %s with %i, writes at most a log line and nothing else",
      async (_name, status, delivery) => {
        const { cart, session, gatewayId } = await openConfirmed()
        const before = await books.everything(cart.id)
        log.start()

        const answer = await gateway.deliver(gatewayId, delivery())

        expect(answer.status).toBe(status)
        // A line of the same kind may have been written within the last minute.
        expect(log.lines.length).toBeLessThanOrEqual(1)
        for (const line of log.lines) {
          expect(line).toContain(`refused with ${status}`)
        }
        for (const secret of [
          gateway.webhookSecret,
          gateway.apiKey,
          "not the secret",
        ]) {
          expect(log.lines.join()).not.toContain(secret)
          expect(answer.body).not.toContain(secret)
        }
        expect(await books.everything(cart.id)).toEqual(before)
        expect(await books.attemptOf(session.id)).toMatchObject({
          state: "open",
        })
      }
    )

    it("logs a hundred forged deliveries once", async () => {
      const { gatewayId } = await openConfirmed()
      log.start()
      for (let sent = 0; sent < 100; sent++) {
        const answer = await gateway.deliver(gatewayId, { secret: "guessed" })
        expect([401, 429]).toContain(answer.status)
      }
      expect(log.lines.length).toBeLessThanOrEqual(2)
    })

    it("refuses an address that forges, for a minute, and no other one", async () => {
      const forge = (address: string) =>
        fetch(hook(HOSTED), {
          method: "POST",
          headers: { "x-forwarded-for": address },
          body: "{}",
        })
      const forger = "198.51.100.7"
      const statuses: number[] = []
      for (let sent = 0; sent < 102; sent++) {
        statuses.push((await forge(forger)).status)
      }
      expect(statuses).toEqual([...Array<number>(100).fill(401), 429, 429])
      const refused = await forge(forger)
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
      expect((await forge("198.51.100.8")).status).toBe(401)

      const { gatewayId, session } = await openConfirmed()
      expect((await gateway.deliver(gatewayId)).status).toBe(200)
      expect((await books.attemptOf(session.id)).state).not.toBe("open")
      // It has signed, and is never refused, whatever comes from its address.
      for (let sent = 0; sent < 110; sent++) {
        const { status } = await gateway.deliver(gatewayId, { secret: "no" })
        expect(status).toBe(401)
      }
    })

    it.each(["x-webhook-timestamp", "x-webhook-signature"])(
      "refuses a delivery without %s",
      async (missing) => {
        const headers = new Headers({
          "content-type": "application/json",
          "x-webhook-timestamp": "1700000000",
          "x-webhook-signature": "00",
        })
        headers.delete(missing)
        const answer = await fetch(hook(HOSTED), {
          method: "POST",
          headers,
          body: "{}",
        })
        expect(answer.status).toBe(401)
      }
    )

    it("refuses bytes that are no JSON whatever content type they claim", async () => {
      for (const type of ["application/json", "text/plain", "a/b"]) {
        const answer = await fetch(hook(HOSTED), {
          method: "POST",
          headers: { "content-type": type },
          body: "{ not json",
        })
        expect(answer.status).toBe(401)
      }
    })

    it("reads the gateway on a stale delivery and acts on its answer", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      const hourAgo = Math.floor(Date.now() / 1000) - 3600

      const answer = await gateway.deliver(gatewayId, {
        timestampSeconds: hourAgo,
      })

      expect(answer.status).toBe(200)
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("ignores a stale delivery that the gateway contradicts", async () => {
      const { session, gatewayId } = await openConfirmed()
      gateway.markOnly(gatewayId, "created")
      const hourAgo = Math.floor(Date.now() / 1000) - 3600

      const answer = await gateway.deliver(gatewayId, {
        timestampSeconds: hourAgo,
        status: "confirmed",
      })

      expect(answer.status).toBe(200)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "open",
      })
    })

    it("asks for a retry of a stale delivery while the gateway is down", async () => {
      const { session, gatewayId } = await openConfirmed()
      gateway.failNext(1, "server_error", /GET/)

      const answer = await gateway.deliver(gatewayId, {
        timestampSeconds: 1_700_000_000,
      })

      expect(answer.status).toBe(503)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "open",
      })
    })

    it("needs no retry of a stale delivery about a payment that the gateway no longer knows", async () => {
      const { session, gatewayId } = await openConfirmed()
      const { id } = await books.attemptOf(session.id)
      await books.ledger.updateCryptoPayments({
        id,
        gateway_payment_id: "forgotten",
      })

      const answer = await gateway.deliver(gatewayId, {
        timestampSeconds: 1_700_000_000,
        mutate: (event) => ({ ...event, id: "forgotten" }),
      })

      expect(answer.status).toBe(200)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "open",
        gateway_status: "created",
      })
    })

    it("reports a stale delivery of a payment unknown to gateway and ledger as unmatched, once", async () => {
      const { cart, gatewayId } = await openConfirmed()
      for (let times = 0; times < 2; times++) {
        const answer = await gateway.deliver(gatewayId, {
          timestampSeconds: 1_700_000_000,
          mutate: (event) => ({
            ...event,
            id: "forgotten",
            external_id: `${cart.id}-9`,
          }),
        })
        expect(answer.status).toBe(200)
      }
      expect(
        await books.ledger.listCryptoPayments({
          gateway_payment_id: "forgotten",
        })
      ).toMatchObject([
        {
          state: "attention",
          attention_reason: "unmatched",
          cart_id: null,
        },
      ])
      expect(await books.orderIds(cart.id)).toEqual([])
    })

    it("shows confirmed_manual and settles the order by it", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      expect(await gateway.confirm(gatewayId, "confirmed_manual")).toBe(200)
      await expectPaidOnce(cart.id, session.id, 5)
      expect(await books.attemptOf(session.id)).toMatchObject({
        gateway_status: "confirmed_manual",
      })
    })

    it("records an unknown status and stays open", async () => {
      const { session, gatewayId } = await openConfirmed()
      const answer = await gateway.deliver(gatewayId, { status: "on_hold" })
      expect(answer.status).toBe(200)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "open",
        gateway_status: "on_hold",
      })
    })

    it("reports a confirmed payment that matches nothing as unmatched", async () => {
      const { gatewayId } = await openConfirmed()
      const answer = await gateway.deliver(gatewayId, {
        mutate: (event) => ({
          ...event,
          id: "someOtherPayment",
          external_id: "an-order-of-elsewhere",
        }),
      })
      expect(answer.status).toBe(200)
      const [attempt] = await books.ledger.listCryptoPayments({
        gateway_payment_id: "someOtherPayment",
      })
      expect(attempt).toMatchObject(
        attention("unmatched", {
          external_id: "an-order-of-elsewhere",
          crypto_amount: expect.any(String),
        })
      )
    })

    it("asks for a retry of an unknown payment while the gateway is down", async () => {
      const { gatewayId } = await openConfirmed()
      gateway.failNext(1, "cut", /GET/)
      const answer = await gateway.deliver(gatewayId, {
        mutate: (event) => ({ ...event, id: "unknown", external_id: "x" }),
      })
      expect(answer.status).toBe(500)
      expect(
        await books.ledger.listCryptoPayments({ external_id: "x" })
      ).toEqual([])
    })

    it.each([
      ["that the gateway does not have", false],
      ["that the gateway has under another external_id", true],
    ])(
      "does not connect an unknown payment with a cart by a webhook alone, %s",
      async (_case, isKnownToGateway) => {
        const { cart } = await openConfirmed()
        const other = await openConfirmed()
        await forget(other.session.id)
        const gateway_payment_id = isKnownToGateway
          ? other.gatewayId
          : "madeUpPayment"
        const answer = await gateway.deliver(other.gatewayId, {
          mutate: (event) => ({
            ...event,
            id: gateway_payment_id,
            external_id: `${cart.id}-7`,
            merchant_id: "another merchant",
            is_test: false,
          }),
        })
        expect(answer.status).toBe(200)
        const [row] = await books.ledger.listCryptoPayments({
          gateway_payment_id,
        })
        expect(row).toMatchObject(
          attention("unmatched", {
            merchant_id: gateway.merchantId,
            cart_id: null,
          })
        )
        expect(await books.orderIds(cart.id)).toEqual([])
      }
    )

    it("settles the order when the ledger has lost the attempt", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      await forget(session.id)

      expect((await gateway.deliver(gatewayId)).status).toBe(200)

      await expectPaidOnce(cart.id, session.id, 5)
    })
  }
)
