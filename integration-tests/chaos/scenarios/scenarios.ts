import { setTimeout as wait } from "node:timers/promises"
import { patiently } from "../patience"
import type { Scenario } from "../plan"
import { Random } from "../../support/random"
import { Buyer } from "./buyer"
import type { Scene } from "../prepare-shop"
import { coreRoute, forged, oddFields } from "./deliveries"
import type { ScenarioKind } from "./kinds"
import {
  checkNow,
  admins,
  otherCurrency,
  otherMerchant,
  refundInEdit,
  refundOrder,
  refundTwo,
  removedProduct,
  removedPromotion,
  removedRegion,
} from "./merchant"
import { editDown, editUp, replacement } from "./order-changes"
import {
  failingHook,
  noShipping,
  stockReturns,
  tamperAround,
} from "./paid-carts"
import {
  adminCancels,
  editUnpaid,
  neverPay,
  orderFirst,
  payAgain,
  payAtTheEnd,
  payCanceled,
  payUnnoticed,
} from "./unpaid-orders"
import { otherMoney } from "./other-money"
import { requestRefund, shortOfRule } from "./short-and-refunds"
import { contest, foreign } from "./special-scenarios"
import {
  deletedCart,
  inline,
  inlineAbandoned,
  inlineSuperseded,
  staleTab,
  twoTabs,
} from "./tabs"

type Doing = (buyer: Buyer, scenario: Scenario) => Promise<void>

/** Plays one scenario to its end; see SCENARIO_WEIGHTS for what each kind means. */
export function playScenario(scene: Scene, scenario: Scenario): Promise<void> {
  const buyer = new Buyer(scene, new Random(scenario.seed), scenario)
  return DOINGS[scenario.kind](buyer, scenario)
}

const RETURN_PAGE_LOOKS = 6

const DOINGS: Record<ScenarioKind, Doing> = {
  buy: async (buyer) => {
    await buyer.pay(await buyer.open(await buyer.cart()))
  },
  race: async (buyer) => {
    const cartId = await buyer.cart()
    const opened = await buyer.open(cartId)
    const pay = buyer.pay(opened)
    await wait(buyer.random.whole(0, 60))
    await buyer.complete(cartId)
    await pay
    if (buyer.random.chance(0.5)) await buyer.complete(cartId)
  },
  return_page: async (buyer) => {
    const cartId = await buyer.cart()
    const opened = await buyer.open(cartId)
    await buyer.pay(opened)
    for (let looks = 0; looks < RETURN_PAGE_LOOKS; looks++) {
      if ((await buyer.look(opened)) === "settled") return
      await wait(buyer.random.whole(100, 1_000))
    }
    await buyer.complete(cartId)
  },
  change_cart: async (buyer) => {
    const cartId = await buyer.cart()
    await buyer.open(cartId)
    await buyer.change(cartId)
    await buyer.pay(await buyer.open(cartId))
  },
  old_page: async (buyer) => {
    const cartId = await buyer.cart()
    const old = await buyer.open(cartId)
    await buyer.change(cartId)
    if (buyer.random.chance(0.5)) await buyer.open(cartId)
    await buyer.pay(old)
    if (buyer.random.chance(0.5)) await buyer.complete(cartId)
  },
  double_click: async (buyer) => {
    const cartId = await buyer.cart()
    const both = await Promise.all([buyer.open(cartId), buyer.open(cartId)])
    await buyer.pay(buyer.random.pick(both))
  },
  reload: async (buyer) => {
    const cartId = await buyer.cart()
    let opened = await buyer.open(cartId)
    for (let times = buyer.random.whole(1, 3); times > 0; times--) {
      opened = await buyer.open(cartId)
    }
    await buyer.pay(opened)
  },
  pay_twice: async (buyer) => {
    const cartId = await buyer.cart()
    const first = await buyer.open(cartId)
    await buyer.change(cartId)
    const second = await buyer.open(cartId)
    if (buyer.random.chance(0.5)) {
      await Promise.all([buyer.pay(first), buyer.pay(second)])
    } else {
      await buyer.pay(second)
      await wait(buyer.random.whole(0, 400))
      await buyer.pay(first)
    }
  },
  pay_late: async (buyer) => {
    const cartId = await buyer.cart()
    const opened = await buyer.open(cartId)
    await buyer.scene.gateway.expire(opened.gatewayId).catch(() => {})
    await wait(buyer.random.whole(0, 500))
    // Some try again first, and then send their coins to the old address.
    if (buyer.random.chance(0.4)) await buyer.open(cartId)
    await buyer.payLate(opened)
  },
  underpay: async (buyer) => {
    const opened = await buyer.open(await buyer.cart())
    await buyer.pay(opened, "under")
    if (buyer.random.chance(0.5)) await buyer.pay(opened)
  },
  pay_short: async (buyer) => {
    await buyer.pay(await buyer.open(await buyer.cart()), "short")
  },
  overpay: async (buyer) => {
    await buyer.pay(await buyer.open(await buyer.cart()), "over")
  },
  abandon: async (buyer) => {
    const cartId = await buyer.cart()
    await buyer.open(cartId)
    if (buyer.random.chance(0.3)) await buyer.complete(cartId)
  },
  fail: async (buyer) => {
    const cartId = await buyer.cart()
    const { gatewayId } = await buyer.open(cartId)
    await buyer.unlessRefused(() => buyer.scene.gateway.fail(gatewayId))
    if (buyer.random.chance(0.5)) await buyer.pay(await buyer.open(cartId))
  },
  by_hand: async (buyer) => {
    const opened = await buyer.open(await buyer.cart())
    const { gateway } = buyer.scene
    if (buyer.random.chance(0.4)) {
      await buyer.unlessRefused(() => gateway.expire(opened.gatewayId))
    }
    await buyer.unlessRefused(() => gateway.confirmByHand(opened.gatewayId))
  },
  switch_provider: async (buyer) => {
    const cartId = await buyer.cart()
    const opened = await buyer.open(cartId)
    await buyer.switchToOther(cartId)
    const completion = buyer.complete(cartId)
    if (buyer.random.chance(0.5)) await completion
    await buyer.pay(opened)
    await completion
  },
  switch_and_back: async (buyer) => {
    const cartId = await buyer.cart()
    await buyer.open(cartId)
    await buyer.switchToOther(cartId)
    await buyer.pay(await buyer.open(cartId))
    await buyer.complete(cartId)
  },
  cancel: async (buyer) => {
    const cartId = await buyer.cart()
    const opened = await buyer.open(cartId)
    const other = buyer.random.chance(0.6)
    if (other) await buyer.switchToOther(cartId)
    else await buyer.pay(opened)
    const completion = await buyer.complete(cartId)
    if (completion?.type === "order") {
      const path = `/admin/orders/${completion.order.id}/cancel`
      // Refused where it would mean to send coins back; core's cancellation
      // that broke off half-way is one that the merchant asks for again.
      const { admin, cancellations, canceledByAdmin } = buyer.scene
      cancellations.add(path)
      canceledByAdmin.add(completion.order.id)
      await buyer.unlessRefused(() => patiently(() => admin.post(path)))
      cancellations.delete(path)
    }
    if (other) await buyer.pay(opened)
  },
  contest,
  foreign,
  tamper_around: tamperAround,
  no_shipping: noShipping,
  stock_returns: stockReturns,
  failing_hook: failingHook,
  edit_up: editUp,
  edit_down: editDown,
  replacement,
  two_tabs: twoTabs,
  stale_tab: staleTab,
  deleted_cart: deletedCart,
  inline,
  inline_superseded: inlineSuperseded,
  inline_abandoned: inlineAbandoned,
  forged,
  odd_fields: oddFields,
  core_route: coreRoute,
  check_now: checkNow,
  admins,
  refund_order: refundOrder,
  refund_two: refundTwo,
  refund_in_edit: refundInEdit,
  short_of_rule: shortOfRule,
  request_refund: requestRefund,
  other_merchant: otherMerchant,
  other_currency: otherCurrency,
  removed_product: removedProduct,
  removed_promotion: removedPromotion,
  removed_region: removedRegion,
  order_first: orderFirst,
  pay_again: payAgain,
  never_pay: neverPay,
  pay_canceled: payCanceled,
  pay_at_the_end: payAtTheEnd,
  pay_unnoticed: payUnnoticed,
  admin_cancels: adminCancels,
  edit_unpaid: editUnpaid,
  other_money: otherMoney,
}
