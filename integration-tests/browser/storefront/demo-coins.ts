import type { TokenSettings } from "../../../src/coins/transfer"

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
