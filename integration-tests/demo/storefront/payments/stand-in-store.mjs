import { createPayment } from "../../../../src/storefront/fixtures/payment"
import { createRefund } from "../../../../src/storefront/fixtures/refund"

/** Coins as a gateway lists them; the last one is of no common kind. */
const CURRENCIES = [
  ["USDT_TRC20", "Tether USD", "Tron"],
  ["USDT_ERC20", "Tether USD", "Ethereum"],
  ["USDT_BEP20", "Tether USD", "BSC"],
  ["USDC_ERC20", "USD Coin", "Ethereum"],
  ["USDC_BASE", "USD Coin", "Base"],
  ["ETH", "Ether", "Ethereum"],
  ["BTC", "Bitcoin", "Bitcoin"],
  ["SOL", "Solana", "Solana"],
  ["ZED", "Zed Coin", "Zed Chain"],
].map(([code, name, network]) => ({ code, name, network }))

const ANSWER_MS = 30
const MINUTE_MS = 60_000
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"

/** What differs in Medusa's answer about a payment, by what a page shows of it. */
const PAYMENTS = {
  waiting: {},
  placing_order: { state: "paid" },
  order_placed: {
    state: "settled",
    order_id: "order_1",
    order_display_id: 7,
  },
  expired: { state: "closed", gateway_status: "expired" },
  failed: { state: "closed", gateway_status: "failed" },
  cart_changed: { cart: "changed" },
  replaced: { replaced: true },
  unpaid_order: {
    order_display_id: 7,
    pay_until: new Date(Date.now() + 24 * 60 * MINUTE_MS).toISOString(),
  },
  paid_otherwise: { cart: "completed", order_display_id: 7 },
  order_canceled: { cart: "canceled", state: "closed" },
  attention: { state: "attention" },
  underpaid: {
    state: "attention",
    quoted_crypto_amount: "0.0189648",
    received_crypto_amount: "0.01706832",
    missing_crypto_amount: "0.00189648",
  },
  overpaid: { state: "settled", surplus_crypto_amount: "0.5" },
  duplicate: { state: "attention", duplicate: true, order_display_id: 7 },
  paid_cart_changed: {
    state: "attention",
    cart: "changed",
    cart_amount: "87.80",
    cart_currency_code: "eur",
  },
  resolved: { state: "resolved" },
}

const COLLECTIONS = {
  payable: { payable: true },
  expired: {
    payable: true,
    pay_until: new Date(Date.now() + 24 * 60 * MINUTE_MS).toISOString(),
  },
  cart_changed: { payable: true },
  paid: { state: "paid" },
  canceled: { state: "canceled" },
  changed: { state: "changed" },
  not_payable: {},
}

const REFUNDS = {
  waiting_for_address: {},
  address_entered: { address: ADDRESS },
  sent: { address: ADDRESS, transaction_hash: `0x${"5c".repeat(32)}` },
}

const PAYMENT_STATES = Object.keys(PAYMENTS)

/** By component: the states that a page can show of it, the usual one first. */
export const STATES = {
  panel: ["choosing", ...PAYMENT_STATES, "unknown", "loading"],
  return: [...PAYMENT_STATES, "unknown", "loading"],
  pay: [...Object.keys(COLLECTIONS), "waiting", "unknown", "loading"],
  // Of the others it shows nothing.
  latest: PAYMENT_STATES.filter(
    (each) => !["expired", "failed", "replaced"].includes(each)
  ),
  refund: [...Object.keys(REFUNDS), "unknown", "loading"],
}

/**
 * An SDK without a server, for pages that show the components: it answers as Medusa does in this
 * state. A payment that is started in it waits.
 */
export function standInStore(state) {
  let current = state
  let coin = CURRENCIES[5]
  const openedMs = Date.now() - 2 * MINUTE_MS
  return { client: { fetch: answer } }

  async function answer(path, { body } = {}) {
    if (state === "loading") return await new Promise(() => {})
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    // Asked with the cart's id: one that is gone is found, and then unknown.
    if (path === "/store/crypto-payments") {
      return { crypto_payment: current === "choosing" ? null : payment() }
    }
    if (state === "unknown") {
      throw Object.assign(new Error("Not found"), { status: 404 })
    }
    if (path.includes("/currencies")) return { currencies: CURRENCIES }
    if (path.includes("/collections/")) {
      return { crypto_collection: collection() }
    }
    if (path.includes("/crypto-payments/")) return { crypto_payment: payment() }
    if (path.includes("/crypto-refunds/")) return refund(body)
    if (path.includes("/payment-sessions")) {
      const { target_currency } = body.data
      current = "waiting"
      coin = CURRENCIES.find(({ code }) => code === target_currency)
    }
    const session = {
      id: "payses_1",
      provider_id: "pp_crypto-inline_crypto",
      data: { session_id: "payses_1" },
    }
    return {
      payment_collection: { id: "pay_col_1", payment_sessions: [session] },
    }
  }

  function payment() {
    return createPayment({
      crypto_amount: "0.0189648",
      crypto_currency: coin.code,
      crypto_name: coin.name,
      crypto_network: coin.network,
      opened_at: new Date(openedMs).toISOString(),
      expires_at: new Date(openedMs + 15 * MINUTE_MS).toISOString(),
      server_time: new Date().toISOString(),
      ...PAYMENTS[current],
    })
  }

  function collection() {
    return {
      payment_collection_id: "pay_col_1",
      order_display_id: 7,
      state: "unpaid",
      amount: "43.90",
      currency_code: "eur",
      pay_until: null,
      payable: current === "waiting",
      providers: [
        { provider_id: "pp_crypto_crypto", flow: "widget" },
        { provider_id: "pp_crypto-inline_crypto", flow: "h2h" },
      ],
      crypto_payment: current in PAYMENTS ? payment() : null,
      receipt: null,
      server_time: new Date().toISOString(),
      ...COLLECTIONS[current],
    }
  }

  function refund(isCheck) {
    const crypto_refund = createRefund({
      crypto_amount: "0.0189648",
      state: current,
      ...REFUNDS[current],
    })
    // With its checksum, as the server answers.
    const checked = { checked_address: ADDRESS, checked_address_tag: null }
    return isCheck
      ? { crypto_refund, ...checked, checked: true, address_fault: null }
      : { crypto_refund }
  }
}
