import { readShown } from "../support/shop/admin-actions"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention } from "../support/shop/shop-fixture"

type Results = { results: { id: string; ok: boolean; message?: string }[] }

export const adminActionsSuite = paymentSuite(
  "what a merchant does about a payment",
  (shop) => {
    const { gateway, shopper, admin, actions, openPayment } = shop
    const { expectPaidOnce, openConfirmed, payTooLittle } = shop

    it("finds a paid order by a check when no webhook arrived", async () => {
      const { id, cart, session } = await openConfirmed()

      const shown = await actions.check(id)

      expect(shown).toMatchObject({
        state: "settled",
        allowed_actions: ["request_refund", "record_refund"],
        advice: null,
      })
      expect(shown.events).toContainEqual(
        expect.objectContaining({
          type: "checked",
          source: "admin",
          data: {
            by: expect.stringMatching(/^user_/),
            status: "confirmed",
          },
        })
      )
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("changes nothing while the gateway cannot be read", async () => {
      const { id } = await openConfirmed()
      const before = await actions.show(id)
      for (const [fault, kind] of [
        ["cut", "outcome_unknown"],
        ["broken_json", "unexpected_answer"],
      ] as const) {
        gateway.failNext(1, fault, /^GET \/v1\/payments\//)
        await expect(actions.check(id)).rejects.toMatchObject({
          status: 500,
          body: {
            type: "unexpected_state",
            message: expect.stringContaining(
              `The gateway could not be read (${kind}); nothing was changed.`
            ),
          },
        })
        expect(await actions.show(id)).toEqual(before)
      }
      expect((await actions.check(id)).state).toBe("settled")
    })

    it("checks many at once and reports the result of each", async () => {
      const paid = await openPayment()
      const open = await openPayment()
      gateway.markOnly(paid.gatewayId, "confirmed")

      expect(
        await admin.post<Results>("/admin/crypto-payments/check", {
          ids: [open.id, "cpay_unknown", paid.id],
        })
      ).toEqual({
        results: [
          { id: open.id, ok: true },
          {
            id: "cpay_unknown",
            ok: false,
            message: "Crypto payment cpay_unknown was not found.",
          },
          { id: paid.id, ok: true },
        ],
      })

      expect((await actions.show(paid.id)).state).toBe("settled")
      expect((await actions.show(open.id)).state).toBe("open")
      for (const ids of [[], Array(51).fill(open.id), [""], undefined]) {
        await expect(
          admin.post("/admin/crypto-payments/check", { ids })
        ).rejects.toMatchObject({ status: 400 })
      }
    })

    it("gets the order of a cart that was brought back to what was paid, by checking", async () => {
      const { id, cart, session } = await payTooLittle()
      expect(await actions.show(id)).toMatchObject(
        attention("amount_mismatch", {
          advice: {
            what_happened: expect.any(String),
            where_the_money_is: expect.any(String),
            what_to_do: expect.any(String),
          },
          cart_contents: {
            items: [expect.stringMatching(/^2 × \S/)],
            total: { amount: "10.00", currency_code: "eur" },
          },
        })
      )
      const gatewayIsDown = () =>
        gateway.failNext(1, "server_error", /^GET \/v1\/payments\//)
      gatewayIsDown()
      await expect(actions.check(id)).rejects.toMatchObject({ status: 500 })
      expect((await actions.show(id)).state).toBe("attention")
      const [item] = (await shopper.cart(cart.id)).items ?? []
      await shopper.changeQuantity(cart.id, item.id, 1)

      // What it confirmed before is enough.
      gatewayIsDown()
      expect(await actions.check(id)).toMatchObject({
        state: "settled",
        cart_contents: null,
      })

      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("cannot try an order again, resolve, refund or request a refund of what is not paid, nor of an unknown payment", async () => {
      const { id } = await openPayment()
      const requestRefund = async (of: string) =>
        admin.post(`/admin/crypto-payments/${of}/refund-requests`, {
          shown: await readShown(admin, of),
        })
      for (const act of [
        (of: string) => actions.retryOrder(of),
        (of: string) => actions.resolve(of, { kind: "other" }),
        (of: string) => actions.refund(of, "5", "0xaaa"),
        requestRefund,
      ]) {
        await expect(act(id)).rejects.toMatchObject({
          status: 400,
          body: {
            type: "not_allowed",
            message: expect.stringMatching(/^This payment is not paid yet\./),
          },
        })
        await expect(act("cpay_unknown")).rejects.toMatchObject({ status: 404 })
      }
      expect((await actions.show(id)).allowed_actions).toEqual(["check"])
    })
  }
)
