import { type Asset, SOLANA, TRON } from "./networks"

/** Changes with every change of the table. */
export const TOKENS_VERSION = 1

/** A contract of a token, with the decimals that it has on this network. */
export type Token = { asset: Asset; address: string; decimals: number }

/**
 * Contracts by chain id. Only tokens whose name stands for one contract on the network: not USDC on
 * Polygon, Arbitrum and Optimism, where a bridged one has had the same name, nor USDT on Optimism.
 * A spec compares the table with a token list that others keep.
 */
export const TOKENS: ReadonlyMap<number, readonly Token[]> = new Map<
  number,
  Token[]
>([
  [
    1,
    [
      token("USDT", "0xdAC17F958D2ee523a2206206994597C13D831ec7", 6),
      token("USDC", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", 6),
      token("DAI", "0x6B175474E89094C44Da98b954EedeAC495271d0F", 18),
    ],
  ],
  [10, [token("DAI", "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", 18)]],
  [
    56,
    [
      token("USDT", "0x55d398326f99059fF775485246999027B3197955", 18),
      token("USDC", "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", 18),
      token("DAI", "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3", 18),
    ],
  ],
  [
    137,
    [
      token("USDT", "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", 6),
      token("DAI", "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063", 18),
    ],
  ],
  [
    8453,
    [
      token("USDC", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", 6),
      token("DAI", "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", 18),
    ],
  ],
  [
    42161,
    [
      token("USDT", "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", 6),
      token("DAI", "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", 18),
    ],
  ],
  [
    43114,
    [
      token("USDT", "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7", 6),
      token("USDC", "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", 6),
    ],
  ],
  [TRON, [token("USDT", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", 6)]],
  [
    SOLANA,
    [
      token("USDT", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", 6),
      token("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", 6),
    ],
  ],
])

function token(asset: Asset, address: string, decimals: number): Token {
  return { asset, address, decimals }
}
