import { buildPaymentUri } from "../../src/storefront/payment-uri"
import { paymentUri } from "../../src/modules/crypto-payment"

const NETWORKS = [
  ...["Ethereum", "Ethereum Mainnet", "Ethereum Sepolia testnet", "Sepolia"],
  ...["BSC", "BNB Smart Chain", "Polygon", "Polygon PoS", "BSC testnet"],
  ...["Bitcoin", "Bitcoin testnet", "Litecoin", "Dogecoin", "Tron", null],
]
const COINS = [
  "ETH",
  "ETH_TEST",
  "BNB",
  "POL",
  "MATIC",
  "BTC",
  "LTC",
  "DOGE",
  "USDT_ERC20",
]
const ADDRESSES = ["0xabc", "bc1qw5", "a?amount=1"]
const AMOUNTS = [
  "1",
  "0.015",
  "0.000000000000000001",
  "0.1000000000000000000",
  "1e3",
  "-1",
]

it("the wallet's link of a refund is built as that of a payment in the kit", () => {
  for (const crypto_network of NETWORKS)
    for (const crypto_currency of COINS)
      for (const address of ADDRESSES)
        for (const crypto_amount of AMOUNTS) {
          const coin = { crypto_network, crypto_currency, crypto_amount }
          expect(paymentUri({ ...coin, address })).toBe(
            buildPaymentUri({ ...coin, wallet_address: address })
          )
        }
})
