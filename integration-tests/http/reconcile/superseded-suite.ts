import { gatewayIdOf, type OpenPayment } from "../../support/shop/open-payment"
import { paymentSuite } from "../../support/shop/payment-fixture"
import { HOSTED, INLINE } from "../../support/shop/shop-fixture"
import { supersedeAttempts } from "../../../src/workflows/reconcile-crypto-payments/canceled-orders"

type Opened = Pick<OpenPayment, "session" | "gatewayId">

export const supersededSuite = paymentSuite(
  "a crypto payment that is superseded",
  (shop) => {
    const { shopper, books, item, reconcile, runJob, openPayment } = shop
    const { expectPaidOnce, control, advanceLedger } = shop

    beforeEach(async () => {
      // The job is alone: no webhook tells of an expiry before it does.
      await control.addFaults({
        webhooks: [{ kind: "drop", count: 1_000 }],
      })
      // What earlier tests sold is not in the restored database.
      await control.advance(901)
    })

    const status = ({ gatewayId }: Opened) => control.status(gatewayId)
    const attemptOf = ({ session }: Opened) => books.attemptOf(session.id)

    it.each([
      ["the cart has changed and moved on", false],
      ["the shopper paid by another provider, and the order stays", true],
    ])("is expired at the gateway when %s", async (_what, isOrdered) => {
      const opened = await openPayment()
      const orderId = isOrdered
        ? await shop.orderOtherwise(opened.cart.id)
        : undefined
      if (!orderId) await shopper.addItem(opened.cart.id, item())
      await advanceLedger(3)

      await reconcile()

      expect(await status(opened)).toBe("expired")
      expect(await attemptOf(opened)).toMatchObject({
        state: "closed",
        gateway_status: "expired",
        superseded_at: expect.any(Date),
      })
      if (orderId) expect((await shopper.order(orderId)).status).toBe("pending")
    })

    it("is left alone while a session shares it, or has only just gone", async () => {
      const opened = await openPayment()
      const again = await shopper.startPayment(opened.cart.id, HOSTED)
      expect(again.id).not.toBe(opened.session.id)
      await advanceLedger(60)
      await reconcile()
      expect(await status(opened)).toBe("created")
      const { id, state } = await attemptOf(opened)
      expect(state).toBe("open")
      const links = await books.ledger.sessions.linksTo([id])
      expect([...links.keys()].sort()).toEqual(
        [opened.session.id, again.id].sort()
      )

      await shopper.addItem(opened.cart.id, item())
      await advanceLedger(1)
      await reconcile()
      expect(await status(opened)).toBe("created")
      expect(await attemptOf(opened)).toMatchObject({ superseded_at: null })
    })

    it("is replaced by a new one when the shopper comes back", async () => {
      const opened = await openPayment()
      const { id } = await attemptOf(opened)
      await control.addFaults({
        requests: [{ kind: "error", count: 1 }],
      })
      await supersedeAttempts(shop.container(), ["cpay_unknown", id])
      expect(await attemptOf(opened)).toMatchObject({
        state: "open",
        superseded_at: expect.any(Date),
      })

      const session = await shopper.startPayment(opened.cart.id, HOSTED)

      expect(await attemptOf({ ...opened, session })).toMatchObject({
        external_id: `${opened.cart.id}-2`,
      })
      await advanceLedger(2)
      await reconcile()
      expect(await status(opened)).toBe("expired")
      const gatewayId = gatewayIdOf(session)
      expect(await control.status(gatewayId)).toBe("created")
      await control.payWithoutWebhook(gatewayId)
      await runJob()
      await expectPaidOnce(opened.cart.id, session.id, 5)
    })

    describe("and whose coin was chosen", () => {
      const openInline = async () => {
        const cart = await shop.prepareCart()
        const session = await shopper.startPayment(cart.id, INLINE, {
          target_currency: "USDT_TRC20",
        })
        return { cart, session, gatewayId: gatewayIdOf(session) }
      }
      const openChosen = async () => {
        const opened = await openPayment()
        await control.chooseCoin(opened.gatewayId)
        return opened
      }
      const expiries = async () => {
        const { counts } = await control.requestCounts()
        return counts.expire ?? 0
      }
      const whys = async (opened: Opened) => {
        const events = await books.ledger.listCryptoPaymentEvents({
          crypto_payment_id: (await attemptOf(opened)).id,
          type: "not_expired",
        })
        return events.map(({ data }) => data)
      }

      it.each([
        ["on the hosted page, a moment ago,", openChosen],
        ["in the checkout", openInline],
      ])("%s is left to its countdown", async (_where, openOne) => {
        const before = await expiries()
        const opened = await openOne()
        await shopper.addItem(opened.cart.id, item())
        for (let look = 0; look < 3; look++) {
          await advanceLedger(3)
          await reconcile()
        }
        expect(await status(opened)).toBe("pending")
        expect(await expiries()).toBe(before)
        expect(await attemptOf(opened)).toMatchObject({
          state: "open",
          gateway_status: "pending",
          superseded_at: expect.any(Date),
          next_check_at: expect.any(Date),
        })
        expect(await whys(opened)).toEqual([{ reason: "coins_may_come" }])

        await control.advance(901)
        await advanceLedger(15)
        await reconcile()
        expect(await attemptOf(opened)).toMatchObject({
          state: "closed",
          gateway_status: "expired",
        })
      })
    })
  }
)
