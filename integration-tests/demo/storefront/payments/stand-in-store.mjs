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

/** Asked with the cart's id. */
const CART_PAYMENT = "/store/crypto-payments"

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
  const session = {
    id: "payses_1",
    provider_id: "pp_crypto-h2h_crypto",
    data: { session_id: "payses_1" },
  }
  const answers = {
    "/currencies": () => ({ currencies: CURRENCIES }),
    "/collections/": () => ({ crypto_collection: collection() }),
    "/store/crypto-payments/": () => ({ crypto_payment: payment() }),
    "/store/crypto-payments": () => ({
      crypto_payment: isFound() ? payment() : null,
    }),
    "/store/crypto-refunds/": (body) => ({
      crypto_refund: refund(),
      // With its checksum, as the server answers.
      ...(body && {
        checked_address: ADDRESS,
        checked_address_tag: null,
        checked: true,
        address_fault: null,
      }),
    }),
    "/payment-sessions": ({ data }) => {
      current = "waiting"
      coin = CURRENCIES.find(({ code }) => code === data.target_currency)
      return {
        payment_collection: { id: "pay_col_1", payment_sessions: [session] },
      }
    },
    "/store/payment-collections": () => ({
      payment_collection: { id: "pay_col_1" },
    }),
  }
  return {
    client: {
      async fetch(path, { body } = {}) {
        if (state === "loading") return await new Promise(() => {})
        await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
        if (state === "unknown" && path !== CART_PAYMENT) {
          throw Object.assign(new Error("Not found"), { status: 404 })
        }
        const [, answer] = Object.entries(answers).find(([each]) =>
          path.includes(each)
        )
        return answer(body)
      },
    },
  }

  /** The payment of the cart; one that is gone is found, and then unknown. */
  function isFound() {
    return current !== "choosing"
  }

  function payment() {
    return {
      payment_session_id: "payses_1",
      provider_id: "pp_crypto-h2h_crypto",
      state: "open",
      gateway_status: "pending",
      duplicate: false,
      flow: "h2h",
      amount: "43.90",
      currency_code: "eur",
      checkout_url: null,
      wallet_address: ADDRESS,
      crypto_amount: coin.code === "ETH" ? "0.0189648" : "47.412",
      crypto_currency: coin.code,
      crypto_name: coin.name,
      crypto_network: coin.network,
      is_test: false,
      order_id: null,
      order_display_id: null,
      payment_collection_id: "pay_col_1",
      pay_until: null,
      current: true,
      replaced: false,
      cart: "same",
      cart_amount: null,
      cart_currency_code: null,
      opened_at: new Date(openedMs).toISOString(),
      expires_at: new Date(openedMs + 15 * MINUTE_MS).toISOString(),
      server_time: new Date().toISOString(),
      ...PAYMENTS[current],
    }
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
        { provider_id: "pp_crypto-h2h_crypto", flow: "h2h" },
      ],
      crypto_payment: current === "waiting" ? payment() : null,
      receipt: null,
      server_time: new Date().toISOString(),
      ...COLLECTIONS[current],
    }
  }

  function refund() {
    return {
      state: current,
      kind: "price",
      amount: "43.90",
      currency_code: "eur",
      crypto_amount: "0.0189648",
      crypto_currency: "ETH",
      crypto_name: "Ether",
      crypto_network: "Ethereum",
      address: null,
      address_tag: null,
      has_address_tag: false,
      transaction_hash: null,
      order_display_id: 7,
      expires_at: "2027-01-15T00:00:00.000Z",
      address_entered_at: null,
      sent_at: null,
      server_time: new Date().toISOString(),
      ...REFUNDS[current],
    }
  }
}
