/** A coin on a chain, as `GET /v1/currencies` lists it (merchant-api.md §2). */
export type Coin = {
  code: string
  name: string
  blockchain: string
  /** Test-network coins serve `is_test` payments, and no others. */
  is_testnet: boolean
  /** Digits after the point of an amount in this coin. */
  decimals: number
  /** Made-up fixed price in USD. */
  usd: string
  address: "evm" | "tron" | "doge"
}

const MAINNET: Coin[] = [
  coin("USDT_TRC20", "Tether USD", "Tron", 6, "1", "tron"),
  coin("USDT_ERC20", "Tether USD", "Ethereum", 6, "1", "evm"),
  coin("USDT_BEP20", "Tether USD", "BSC", 6, "1", "evm"),
  coin("USDT_POLYGON", "Tether USD", "Polygon", 6, "1", "evm"),
  coin("USDC_ERC20", "USD Coin", "Ethereum", 6, "1", "evm"),
  coin("USDC_BEP20", "USD Coin", "BSC", 6, "1", "evm"),
  coin("USDC_POLYGON", "USD Coin", "Polygon", 6, "1", "evm"),
  coin("ETH", "Ether", "Ethereum", 8, "2500", "evm"),
  coin("BNB", "BNB", "BSC", 8, "600", "evm"),
  coin("TRX", "TRON", "Tron", 6, "0.125", "tron"),
  coin("POL", "Polygon", "Polygon", 6, "0.5", "evm"),
  coin("DOGE", "Dogecoin", "Dogecoin", 8, "0.1", "doge"),
]

/** Every coin the sandbox knows: each on its main network and on a test one. */
export const COINS: Coin[] = [
  ...MAINNET,
  ...MAINNET.map((main) => ({
    ...main,
    code: `${main.code}_TEST`,
    name: `${main.name} (test)`,
    blockchain: `${main.blockchain} testnet`,
    is_testnet: true,
  })),
]

/** All but Dogecoin: one known coin without a wallet, to meet WALLET_NOT_FOUND. */
export const WALLETS_BY_DEFAULT: string[] = COINS.map(
  ({ code }) => code
).filter((code) => !code.startsWith("DOGE"))

/** The coin with this code, if the sandbox knows it. */
export function findCoin(code: string): Coin | undefined {
  return COINS.find((known) => known.code === code)
}

/** Made-up fixed value in USD of one unit of a priced currency; 1 for the rest. */
export function usdPerUnit(currency: string): string {
  return USD_PER_UNIT[currency] ?? "1"
}

const USD_PER_UNIT: Record<string, string> = {
  USD: "1",
  EUR: "1.08",
  GBP: "1.27",
  CHF: "1.12",
  PLN: "0.25",
  SEK: "0.095",
  DKK: "0.145",
  JPY: "0.0067",
}

function coin(
  code: string,
  name: string,
  blockchain: string,
  decimals: number,
  usd: string,
  address: Coin["address"]
): Coin {
  return { code, name, blockchain, is_testnet: false, decimals, usd, address }
}
