import {
  ago,
  attempt,
  days,
  entry,
  needsAttention,
  paid,
  settled,
  widestText,
  withTimelines,
  type Fill,
} from "./rows"

/** What the first version of the ledger wrote: each state, each reason, and what looks alike. */
export const firstFill: Fill = withTimelines(
  [
    attempt("creating", {
      state: "creating",
      gateway_payment_id: null,
      gateway_status: null,
      checkout_url: null,
      opened_at: null,
    }),
    attempt("open"),
    // The same words again, where they are another merchant's, deleted,
    // written otherwise, or of a later revision.
    attempt("elsewhere", {
      merchant_id: "merchant-2",
      external_id: "cart_open",
      gateway_payment_id: "Gateway-open",
    }),
    attempt("deleted", {
      external_id: "cart_open",
      gateway_payment_id: "Gateway-open",
      deleted_at: ago(10),
    }),
    attempt("capitals", {
      external_id: "CART_OPEN",
      gateway_payment_id: "GATEWAY-OPEN",
    }),
    attempt("again", {
      external_id: "cart_closed-2",
      cart_id: "cart_closed",
      revision: 2,
    }),
    attempt("inline", {
      provider_id: "pp_crypto-h2h_crypto",
      flow: "h2h",
      target_currency: "USDT",
      crypto_amount: "21.53",
      crypto_currency: "USDT",
      wallet_address: "TSharedWalletAddress",
      checkout_url: null,
      gateway_status: "pending",
    }),
    attempt("widest", {
      gateway_status: widestText,
      crypto_currency: widestText,
      wallet_address: widestText,
      gateway_currency: widestText,
    }),
    // A run that was killed has its lease.
    attempt("paid", {
      ...paid(),
      tries: 2,
      lease_owner: "run_1",
      lease_until: ago(45),
    }),
    settled("settled"),
    settled("settled_without_cart", {
      external_id: "pay_col_settled_without_cart",
      cart_id: null,
      order_id: null,
    }),
    settled("settled_long_ago", {
      created_at: ago(41 * days),
      paid_at: ago(40 * days),
      settled_at: ago(40 * days),
    }),
    needsAttention("amount_mismatch", { order_id: "order_mismatch" }),
    needsAttention("duplicate_payment", { order_id: "order_settled" }),
    needsAttention("order_not_placed", { tries: 5, next_check_at: ago(2) }),
    // Adopted: nothing but the gateway's words is known.
    needsAttention("unmatched", {
      external_id: "cart_unmatched~Gateway-unmatched",
      flow: null,
      cart_id: null,
      payment_collection_id: null,
      payment_session_id: null,
      session_ids: [],
      amount: null,
      currency_code: null,
      gateway_amount: null,
      gateway_currency: null,
      is_test: null,
    }),
    needsAttention("test_mode_mismatch", { is_test: true }),
    needsAttention("late_payment", { closed_at: ago(55) }),
    attempt("closed", {
      state: "closed",
      gateway_status: "expired",
      closed_at: ago(30),
    }),
    attempt("closed_long_ago", {
      state: "closed",
      gateway_status: "failed",
      closed_at: ago(40 * days),
      next_check_at: null,
    }),
  ],
  {
    crypto_payment_event: [
      entry("unmatched", "adopted", { source: "webhook", fact: "adopted" }),
      entry("order_not_placed", "failed", { fact: "failed:No stock." }),
      entry("open", "session_released", { source: "session" }),
      entry("open", "observation", {
        fact: "observed:created:poll",
        deleted_at: ago(5),
      }),
    ],
  }
)
