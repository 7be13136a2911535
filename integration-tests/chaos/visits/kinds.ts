/** What buyers do, and how often among all of them. */
export const VISIT_WEIGHTS = {
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
  /** Pays another system's payment of this merchant, told to our address. */
  foreign: 1,
} as const

export type VisitKind = keyof typeof VISIT_WEIGHTS

export const CARTS_OF_CONTEST = 3
