import type { TokenSettings } from "../../../src/coins"

/** Test coins of the demo, by the codes and names of one of the sandbox's sets. */
export type DemoCoins = {
  eth: string
  usdt: string
  pol: string
  trx: string
  /** What the checkout offers USDT as: name, how many networks, and one of them. */
  usdtName: string
  usdtNetworks: number
  usdtNetwork: string
  polNetwork: string
}

export const SUFFIXED_COINS: DemoCoins = {
  eth: "ETH_TEST",
  usdt: "USDT_TRC20_TEST",
  pol: "POL_TEST",
  trx: "TRX_TEST",
  usdtName: "Tether USD (test)",
  usdtNetworks: 4,
  usdtNetwork: "Tron testnet",
  polNetwork: "Polygon testnet",
}

/** As published: the code says neither network nor that it is a test coin. */
export const PUBLISHED_COINS: DemoCoins = {
  eth: "ETH",
  usdt: "USDT",
  pol: "POL",
  trx: "TRX",
  usdtName: "Tether",
  usdtNetworks: 1,
  usdtNetwork: "Tron Nile",
  polNetwork: "Polygon Amoy",
}

/** What links to wallets need to know: ether, and USDT with 6 decimals as on Ethereum, with 18 as on BSC. */
export const TEST_TOKENS = {
  USDT_ERC20_TEST: {
    chainId: 1337,
    address: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
    decimals: 6,
    test: true,
  },
  USDT_BEP20_TEST: {
    chainId: 1337,
    address: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
    decimals: 18,
    test: true,
  },
  ETH_TEST: { chainId: 1337, decimals: 18, test: true },
} satisfies TokenSettings
