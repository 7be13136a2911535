/**
 * The network that a coin's code names by itself (USDT_TRC20, USDC-POLYGON),
 * or null: nothing is guessed from a bare USDT, which lives on many.
 */
export function networkOfCoin(code: string): string | null {
  const words = code.toUpperCase().split(/[^A-Z0-9]+/)
  const network = words
    .slice(1)
    .map((word) => NETWORKS[word])
    .find((name) => name !== undefined)
  if (!network) return null
  return words.some((word) => TEST_WORDS.has(word))
    ? `${network} testnet`
    : network
}

const NETWORKS: Partial<Record<string, string>> = {
  BEP20: "BSC",
  BSC: "BSC",
  ERC20: "Ethereum",
  ETH: "Ethereum",
  ETHEREUM: "Ethereum",
  MATIC: "Polygon",
  POL: "Polygon",
  POLYGON: "Polygon",
  TRC20: "Tron",
  TRON: "Tron",
  TRX: "Tron",
}

const TEST_WORDS = new Set(["TEST", "TESTNET"])
