import { setTimeout as wait } from "node:timers/promises"
import { STOCKED } from "../shop"
import {
  always,
  type Buyer,
  type Expectation,
  type Kind,
  kind,
  type Opened,
  share,
} from "./buyer"
import { add, changeAdded } from "./changes"

const WRITTEN_TRIES = 40
const CANCELED_TRIES = 180

/** An order that was placed before its payment. */
type Unpaid = { cartId: string; orderId: string; opened: Opened }

/** Paid to a provider that places orders before their payment. */
export const UNPAID_KINDS: Record<string, Kind> = {
  /** Completes the cart, then pays. */
  order_first: unpaidKind(14, always, async (buyer, { cartId, opened }) => {
    await buyer.maybeComplete(cartId, 0.3)
    await buyer.pay(opened)
  }),
  /** Pays again after the first payment of the order ended. */
  pay_again: unpaidKind(
    10,
    share(0.4, 1, "duplicate_payment"),
    async (buyer, { cartId, opened }) => {
      const { random } = buyer
      const { control } = buyer.driver
      if (random.chance(0.7)) await buyer.expire(opened)
      else await buyer.unlessRefused(control.fail(opened.gatewayId))
      await wait(random.whole(0, 1_500))
      const open = () => buyer.unlessRefused(buyer.openEither(cartId))
      const [again] = await Promise.all(
        random.chance(0.3) ? [open(), open()] : [open()]
      )
      if (!again) return
      const late = random.chance(0.3) && buyer.payLate(opened)
      await Promise.all([late, buyer.pay(again)])
    }
  ),
  /** Orders and never pays, with or without a coin chosen. */
  never_pay: unpaidKind(8, share(0, 1), async (buyer, unpaid) => {
    const { opened } = unpaid
    const { random, driver } = buyer
    await buyer.either(
      () => {},
      () => buyer.unlessRefused(driver.control.chooseCoin(opened.gatewayId)),
      () => buyer.pay(opened, "under"),
      () => buyer.expire(opened)
    )
    // For the others it is over once the campaign is.
    if (random.chance(0.6)) await endTime(buyer, unpaid)
  }),
  /** Pays when the order was canceled. */
  pay_canceled: unpaidKind(
    6,
    share(0, 0.3, "late_payment"),
    async (buyer, unpaid) => {
      await endTime(buyer, unpaid)
      const canceled = await buyer.until(CANCELED_TRIES, async () => {
        const { order } = await buyer.admin.get<{ order: { status: string } }>(
          `/admin/orders/${unpaid.orderId}?fields=status`
        )
        return order.status === "canceled"
      })
      if (canceled) await buyer.payLate(unpaid.opened)
    }
  ),
  /** Pays in the moment of the cancellation. */
  pay_at_the_end: unpaidKind(
    10,
    share(0, 1, "late_payment"),
    async (buyer, unpaid) => {
      if (buyer.random.chance(0.4)) await buyer.expire(unpaid.opened)
      const pay = async () => {
        // The job comes every three seconds.
        await wait(buyer.random.whole(0, 5_000))
        await buyer.pay(unpaid.opened)
      }
      await Promise.all([endTime(buyer, unpaid), pay()])
    }
  ),
  /** Pays in time, and only the gateway knows when the time is over. */
  pay_unnoticed: unpaidKind(6, always, async (buyer, unpaid) => {
    if (buyer.random.chance(0.6)) {
      await buyer.expire(unpaid.opened)
      await wait(buyer.random.whole(0, 2_000))
    }
    await buyer.driver.control.addFaults({
      webhooks: [{ kind: "drop", count: 1 }],
    })
    await buyer.pay(unpaid.opened)
    await endTime(buyer, unpaid)
  }),
  /** The merchant cancels the unpaid order, which is paid or not. */
  admin_cancels: unpaidKind(
    5,
    share(0, 0.8, "late_payment"),
    async (buyer, unpaid) => {
      const cancel = () => buyer.cancelOrder(unpaid.orderId)
      return buyer.either(
        cancel,
        () => buyer.payAround(unpaid.opened, cancel),
        // The job cancels the order at the same time.
        () => Promise.all([endTime(buyer, unpaid), cancel(), cancel()])
      )
    }
  ),
  /** The order is edited while it is unpaid. */
  edit_unpaid: unpaidKind(
    10,
    share(0.1, 1, "amount_mismatch", "duplicate_payment"),
    async (buyer, unpaid) => {
      const { random } = buyer
      const { orderId, cartId, opened } = unpaid
      await add(buyer, orderId, random.whole(1, 3))
      const payOld = () => buyer.pay(opened)
      const payNew = async () => {
        const again = await buyer.unlessRefused(buyer.open(cartId))
        if (again) await buyer.pay(again)
      }
      const change = (quantity: number) => changeAdded(buyer, orderId, quantity)
      return buyer.either(
        payNew,
        payOld,
        () => payNew().then(payOld),
        () => change(0).then(() => buyer.either(payNew, payOld)),
        () => Promise.all([change(random.pick([0, 1, 5])), payNew()]),
        () => endTime(buyer, unpaid)
      )
    }
  ),
  /**
   * Money besides the cart's own payment: another collection that the merchant marks as paid or
   * the buyer pays in crypto or leaves, or a credit line; of all that is due or a part, before,
   * after or while the first page is paid.
   */
  other_money: unpaidKind(
    10,
    share(0.1, 1, "amount_mismatch", "duplicate_payment", "late_payment"),
    async (buyer, { orderId, opened }) => {
      const { random } = buyer
      const amount = await amountOf(buyer, orderId)
      const other = () => bring(buyer, orderId, amount)
      if (random.chance(0.25)) return other()
      return buyer.payAround(opened, other)
    }
  ),
}

function unpaidKind(
  weight: number,
  expectation: Expectation,
  play: (buyer: Buyer, unpaid: Unpaid) => Promise<unknown>
): Kind {
  return kind(weight, expectation, async (buyer) => {
    const { random } = buyer
    const cartId = random.chance(0.5)
      ? await buyer.cartOf(STOCKED.handle)
      : await buyer.cart()
    const opened = await buyer.openEither(cartId)
    // Some ask once: who gets no answer does not come back.
    const once = () => buyer.driver.shopper.placeOrder(cartId).catch(() => null)
    const orderId = random.chance(0.4)
      ? (await once())?.id
      : await buyer.orderOf(cartId)
    // The cart could not be completed, or nobody knows.
    if (orderId) await play(buyer, { cartId, orderId, opened })
  })
}

/** The time to pay ends now, in place of some minutes later. */
export async function endTime(
  buyer: Buyer,
  { cartId }: Pick<Unpaid, "cartId">
): Promise<void> {
  const { driver, scene } = buyer
  await buyer.until(WRITTEN_TRIES, async () => {
    const now = Date.now()
    const { rowCount } = await driver.client.query(
      `UPDATE crypto_unpaid_order
          SET cancel_at = now(), next_check_at = now()
        WHERE id = $1 AND cancel_at IS NOT NULL`,
      [cartId]
    )
    if (rowCount) scene.endedAt.set(cartId, now)
    return rowCount
  })
}

/** All that is due for the order, or a part. */
async function amountOf(buyer: Buyer, orderId: string): Promise<number> {
  const { order } = await buyer.admin.get<{ order: { total: number } }>(
    `/admin/orders/${orderId}?fields=total`
  )
  const { total } = order
  return buyer.random.chance(0.6) ? total : Math.round(total * 40) / 100
}

async function bring(
  buyer: Buyer,
  order_id: string,
  amount: number
): Promise<unknown> {
  const what = buyer.random.pick(["marked", "paid", "credit", "opened"])
  if (what === "credit") {
    const reference = { reference: "voucher", reference_id: "voucher" }
    const path = `/admin/orders/${order_id}/credit-lines`
    return buyer.askAdmin(path, { amount, ...reference })
  }
  const path = "/admin/payment-collections"
  const answer = await buyer.askAdmin<{ payment_collection: { id: string } }>(
    path,
    { order_id, amount }
  )
  if (!answer) return null
  const { id } = answer.payment_collection
  if (what === "marked") {
    return buyer.askAdmin(`${path}/${id}/mark-as-paid`, { order_id })
  }
  const second = await buyer.openCollection(id)
  return second && what === "paid" && buyer.pay(second)
}
