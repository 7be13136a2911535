import { paymentSuite } from "../support/shop/payment-fixture"

export const webhookFieldsSuite = paymentSuite(
  "fields of a webhook that decide nothing",
  (shop) => {
    const { gateway, books, expectPaidOnce, openConfirmed } = shop
    const log = shop.watchLog()

    const optional = [
      "external_id",
      "original_amount",
      "original_currency",
      "amount",
      "currency",
      "merchant_id",
      "terminal_id",
      "is_test",
    ]
    const withAll = (value: unknown) => (event: object) => ({
      ...event,
      ...Object.fromEntries(optional.map((field) => [field, value])),
    })
    const values: [string, unknown][] = [
      ["absent", undefined],
      ["null", null],
      ["empty", ""],
      ['"0"', "0"],
      ["a number", 7.5],
      ["an array", [["x"]]],
      ["an object with odd keys", JSON.parse('{"__proto__":{"id":"x"}}')],
      ["control characters", "a\u0000\u001b[2Jb\n"],
      ["half a surrogate pair", "\ud800"],
      ["6,000 digits", "9".repeat(6_000)],
    ]

    it.each(values)(
      "places the order of a confirmed payment where they are %s",
      async (_what, value) => {
        const { cart, session, gatewayId } = await openConfirmed()
        const answer = await gateway.deliver(gatewayId, {
          mutate: withAll(value),
        })
        expect(answer).toEqual({ status: 200, body: '{"state":"settled"}' })
        await expectPaidOnce(cart.id, session.id, 5)
      }
    )

    it.each(values)(
      "closes an expired payment where they are %s",
      async (_what, value) => {
        const { session, gatewayId } = await openConfirmed()
        const answer = await gateway.deliver(gatewayId, {
          status: "expired",
          mutate: withAll(value),
        })
        expect(answer).toEqual({ status: 200, body: '{"state":"closed"}' })
        expect(await books.attemptOf(session.id)).toMatchObject({
          state: "closed",
          crypto_amount: null,
          crypto_currency: null,
        })
      }
    )

    it("places the order at once, without asking the gateway, where amount is null", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      gateway.forgetRequests()
      const answer = await gateway.deliver(gatewayId, {
        mutate: (event) => ({ ...event, amount: null, currency: null }),
      })
      expect(answer.status).toBe(200)
      expect(gateway.requests()).toEqual([])
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("asks for a retry of a confirmed payment with a malformed price while the gateway is down", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      gateway.failNext(1, "server_error", /GET/)
      const deliver = () =>
        gateway.deliver(gatewayId, {
          mutate: (event) => ({ ...event, original_amount: "about 5" }),
        })
      log.start()
      const answer = await deliver()
      expect(answer.status).toBe(503)
      expect(log.lines).toEqual([
        expect.stringContaining("its price cannot be read"),
      ])
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "open",
      })

      expect((await deliver()).status).toBe(200)
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("finds an unknown payment's cart by the gateway's external_id where the webhook has none", async () => {
      const { cart, session, gatewayId } = await openConfirmed()
      const { id } = await books.attemptOf(session.id)
      await books.ledger.updateCryptoPayments({
        id,
        state: "creating",
        gateway_payment_id: null,
        gateway_status: null,
      })
      gateway.failNext(1, "server_error", /GET/)
      const deliver = () =>
        gateway.deliver(gatewayId, {
          mutate: ({ external_id: _none, ...event }) => event,
        })
      expect((await deliver()).status).toBe(503)
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "creating",
      })

      expect((await deliver()).status).toBe(200)
      await expectPaidOnce(cart.id, session.id, 5)
      expect(await books.attemptsOfCart(cart.id)).toHaveLength(1)
    })

    it("has nothing to do for a payment without external_id that neither ledger nor gateway know", async () => {
      const { cart, gatewayId } = await openConfirmed()
      const before = await books.everything(cart.id)
      for (const timestampSeconds of [undefined, 1_700_000_000]) {
        const answer = await gateway.deliver(gatewayId, {
          timestampSeconds,
          mutate: (event) => ({ ...event, id: "nobodys", external_id: "" }),
        })
        expect(answer.status).toBe(200)
      }
      expect(await books.everything(cart.id)).toEqual(before)
    })
  }
)
