import { networkOfCoin } from "./network-of-coin"

describe("the network of a coin", () => {
  it.each([
    ["USDT_TRC20", "Tron"],
    ["usdt-trc20", "Tron"],
    ["USDC_POLYGON", "Polygon"],
    ["USDT_BEP20", "BSC"],
    ["USDT_ERC20_TEST", "Ethereum testnet"],
  ])("is read from the code %s: %s", (code, network) => {
    expect(networkOfCoin(code)).toBe(network)
  })

  it.each(["USDT", "ETH", "TRX", "USDT_SOMETHING"])(
    "is not guessed from the code %s",
    (code) => {
      expect(networkOfCoin(code)).toBeNull()
    }
  )
})
