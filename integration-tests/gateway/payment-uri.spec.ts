import path from "node:path"
import { paymentUri } from "../../src/modules/crypto-payment"

/** The kit is another program: its types are checked with it. */
const kit = path.resolve(__dirname, "../../src/storefront/payment-uri")

type BuildPaymentUri = (payment: {
  wallet_address: string
  crypto_amount: string
  crypto_currency: string
  crypto_network: string | null
}) => string | null

const NETWORKS = [
  ...["Ethereum", "Ethereum Mainnet", "Ethereum Sepolia testnet", "Sepolia"],
  ...["BSC", "BNB Smart Chain", "Polygon", "Polygon PoS", "BSC testnet"],
  ...["Bitcoin", "Bitcoin testnet", "Litecoin", "Dogecoin", "Tron", null],
]
const COINS = ["ETH", "ETH_TEST", "BNB", "POL", "MATIC", "BTC", "LTC", "DOGE"]
const ADDRESSES = ["0xabc", "bc1qw5", "a?amount=1"]
const AMOUNTS = ["1", "0.015", "0.000000000000000001", "0.1e3", "-1"]

it("builds the wallet's link of a refund as the kit does that of a payment", async () => {
  const { buildPaymentUri } = (await import(kit)) as {
    buildPaymentUri: BuildPaymentUri
  }
  const built = new Set<string>()
  for (const crypto_network of NETWORKS) {
    for (const crypto_currency of [...COINS, "USDT_ERC20"]) {
      for (const address of ADDRESSES) {
        for (const crypto_amount of AMOUNTS) {
          const coin = { crypto_network, crypto_currency, crypto_amount }
          const link = paymentUri({ ...coin, address })
          expect(link).toBe(
            buildPaymentUri({ ...coin, wallet_address: address })
          )
          if (link) built.add(link)
        }
      }
    }
  }
  expect(built.size).toBeGreaterThan(20)
})
