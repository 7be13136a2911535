/** What buyers do, and how often among all of them. */
export const SCENARIO_WEIGHTS = {
  /** Pays, and closes the browser. */
  buy: 22,
  /** Completes the cart in the moment of the payment. */
  race: 12,
  /** Comes back to the return page and waits there. */
  return_page: 6,
  /** Changes the cart, opens again, pays what is due now. */
  change_cart: 8,
  /** Changes the cart and pays the page that was opened before. */
  old_page: 7,
  /** Opens twice at once and pays one. */
  double_click: 6,
  /** Reloads: opens the same again and again. */
  reload: 3,
  /** Pays the page from before the change and the one from after it. */
  pay_twice: 7,
  /** Pays when the countdown is over. */
  pay_late: 7,
  /** Sends less than was asked for. */
  underpay: 3,
  /** Sends less, and the gateway confirms it all the same. */
  pay_short: 2,
  /** Sends more than was asked for. */
  overpay: 3,
  /** Opens and never pays. */
  abandon: 5,
  /** Opens, and the gateway calls it failed. */
  fail: 2,
  /** Is confirmed by the merchant's hand at the gateway. */
  by_hand: 3,
  /** Orders by another provider, then pays the crypto page as well. */
  switch_provider: 5,
  /** Goes to another provider and back, then pays. */
  switch_and_back: 3,
  /** As above, and the merchant cancels the order before the coins come. */
  cancel: 3,
  /** Several want the one piece that there is. */
  contest: 3,
  /** Pays another system's payment of this merchant, reported to our address. */
  foreign: 1,
  /** Changes the cart around confirmation and webhook: once, twice, at once. */
  tamper_around: 9,
  /** Pays a cart that lacks its shipping method, then changes it. */
  no_shipping: 5,
  /** Two want one piece, and there is another one later. */
  stock_returns: 2,
  /** A hook of the store's own fails while the order is placed. */
  failing_hook: 5,
  /** More is put into the order: paid, changed again or taken back. */
  edit_up: 2,
  /** Something is taken out of the order. */
  edit_down: 1,
  /** A claim or an exchange is paid for. */
  replacement: 1,
  /** Completes the cart in two tabs at once. */
  two_tabs: 3,
  /** Pays in a tab that was left open, after the cart was completed. */
  stale_tab: 3,
  /** The cart is deleted while its payment is open. */
  deleted_cart: 2,
  /** Pays to the address that the shop itself shows. */
  inline: 4,
  /** Pays the address that was shown before the cart changed. */
  inline_superseded: 4,
  /** Shows the address, chooses another provider, and may pay all the same. */
  inline_abandoned: 2,
  /** Webhooks without a valid signature. */
  forged: 2,
  /** Signed webhooks whose other fields are empty, null or missing. */
  odd_fields: 3,
  /** Core's own hook route hears of the payment too. */
  core_route: 3,
  /** The merchant checks and retries while the payment is made. */
  check_now: 3,
  /** The merchant sends coins back, or resolves the payment. */
  admins: 3,
  /** The merchant records refunds of a settled order. */
  refund_order: 2,
  /** Two refunds of one order are recorded in the same moment. */
  refund_two: 2,
  /** A refund is recorded while an order edit is begun, which is given up. */
  refund_in_edit: 2,
  /** Pays a merchant less than is accepted; a person decides. */
  short_of_rule: 4,
  /** The merchant sends coins back by refund requests. */
  request_refund: 3,
  /** Pays the second merchant, who takes real coins. */
  other_merchant: 3,
  /** Pays in a currency of no, two or three digits. */
  other_currency: 5,
  /** The product is deleted while its payment is open. */
  removed_product: 2,
  /** The promotion is deleted while its payment is open. */
  removed_promotion: 2,
  /** The region, or crypto in it, goes while its payment is open. */
  removed_region: 2,
} as const

/** Scenarios to a provider that places orders before their payment. */
export const UNPAID_SCENARIO_WEIGHTS = {
  /** Completes the cart, then pays. */
  order_first: 14,
  /** Pays again after the first payment of the order ended. */
  pay_again: 10,
  /** Orders and never pays, with or without a coin chosen. */
  never_pay: 8,
  /** Pays when the order was canceled. */
  pay_canceled: 6,
  /** Pays in the moment of the cancellation. */
  pay_at_the_end: 10,
  /** Pays in time, and only the gateway knows when the time is over. */
  pay_unnoticed: 6,
  /** The merchant cancels the unpaid order, which is paid or not. */
  admin_cancels: 5,
  /** The order is edited while it is unpaid. */
  edit_unpaid: 10,
  /** Other money comes for the order: by a bank, by a second collection, by a credit line. */
  other_money: 10,
} as const

export type ScenarioKind =
  keyof typeof SCENARIO_WEIGHTS | keyof typeof UNPAID_SCENARIO_WEIGHTS

export const SCENARIO_KINDS = [
  ...keysOf(SCENARIO_WEIGHTS),
  ...keysOf(UNPAID_SCENARIO_WEIGHTS),
]

function keysOf<Key extends string>(weights: Record<Key, number>): Key[] {
  return Object.keys(weights) as Key[]
}

export const CARTS_OF_CONTEST = 3

/** Kinds whose scenarios get a product of which there is only one piece. */
export const RARE_KINDS: readonly ScenarioKind[] = ["contest", "stock_returns"]
