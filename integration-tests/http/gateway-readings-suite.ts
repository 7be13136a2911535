import { eventually } from "../support/eventually"
import { gatewayIdOf } from "../support/shop/open-payment"
import { sandboxSuite } from "../support/shop/sandbox-fixture"
import { HOSTED, INLINE } from "../support/shop/shop-fixture"

/** Sales, whichever reading of the contract the gateway has: status of a creation, fields of a read. */
export const gatewayReadings = sandboxSuite(
  "whatever the gateway adds to its contract",
  (shop) => {
    const { shopper, books, control, prepareCart, runJob } = shop

    describe.each([
      ["a hosted", HOSTED, {}],
      ["an inline", INLINE, { target_currency: "ETH" }],
    ])("%s payment", (_flow, provider, data) => {
      const open = async (cartId?: string) => {
        const id = cartId ?? (await prepareCart()).id
        const session = await shopper.startPayment(id, provider, data)
        return { cartId: id, session, gatewayId: gatewayIdOf(session) }
      }
      const settled = (sessionId: string) =>
        eventually(
          async () => {
            const attempt = await books.attemptOf(sessionId)
            return attempt.state === "settled" ? attempt : undefined
          },
          { otherwise: "The payment was not settled." }
        )
      const expectOrder = async (cartId: string) =>
        expect(await books.orderBooks(cartId)).toMatchObject({
          total: 5,
          captures: [5],
          payment_status: "captured",
        })

      it("places its order by the webhook", async () => {
        const { cartId, session, gatewayId } = await open()
        await control.pay(gatewayId)
        await settled(session.id)
        await expectOrder(cartId)
      })

      it("places its order by the job, when the webhook is lost", async () => {
        const { cartId, session, gatewayId } = await open()
        await control.addFaults({ webhooks: [{ kind: "drop", count: 1 }] })
        await control.pay(gatewayId)
        await runJob()
        await settled(session.id)
        await expectOrder(cartId)
      })

      it("is made once when the response of its creation is lost, and shows the same again", async () => {
        await control.addFaults({
          requests: [{ kind: "cut", count: 1, when: "after" }],
        })
        const { cartId, session, gatewayId } = await open()
        const again = await open(cartId)
        expect(again.session.data).toEqual({
          ...session.data,
          session_id: again.session.id,
        })
        const made = await control.payments()
        expect(
          made.filter(({ external_id }) => external_id === cartId)
        ).toMatchObject([{ id: gatewayId }])
      })

      it("is closed once it expired, and places no order", async () => {
        const { cartId, session, gatewayId } = await open()
        await control.expire(gatewayId)
        await eventually(
          async () => {
            await runJob()
            const { state } = await books.attemptOf(session.id)
            return state === "closed" ? true : undefined
          },
          { otherwise: "The payment was not closed." }
        )
        expect(await books.orderIds(cartId)).toEqual([])
      })
    })
  }
)
