import { sha256 } from "@noble/hashes/sha2"
import { createBase58check } from "@scure/base"
import list from "@uniswap/default-token-list/build/uniswap-default.tokenlist.json"

import { isAddress } from "./identify"
import { NETWORKS, SOLANA, TRON } from "./networks"
import { TOKENS } from "./tokens"

/** What others keep: contracts that have, or have had, the asset's own symbol. */
function findListed(chainId: number, asset: string) {
  const symbols = [asset, `${asset}.e`, `${asset}0`]
  return list.tokens.filter(
    (token) => token.chainId === chainId && symbols.includes(token.symbol)
  )
}

const rows = [...TOKENS].flatMap(([chainId, tokens]) =>
  tokens.map((token) => ({ chainId, ...token }))
)
/** The list is of Ethereum and its relatives, and Solana. */
const listed = rows.filter(({ chainId }) => chainId !== TRON)

describe("the table of tokens", () => {
  it.each(listed)(
    "has the contract and the decimals of $asset on $chainId as a list of others has them",
    ({ chainId, asset, address, decimals }) => {
      expect(
        findListed(chainId, asset).map((token) => [
          token.address,
          token.decimals,
        ])
      ).toEqual([[address, decimals]])
    }
  )

  it("leaves out what the list has more than one contract for", () => {
    const unsure = [
      [137, "USDC"],
      [42161, "USDC"],
      [10, "USDC"],
      [10, "USDT"],
    ] as const
    for (const [chainId, asset] of unsure) {
      expect(findListed(chainId, asset).length).toBeGreaterThan(1)
      const own = TOKENS.get(chainId) ?? []
      expect(own.filter((token) => token.asset === asset)).toEqual([])
    }
  })

  it("has a form and a network for each contract, and none twice", () => {
    for (const { chainId, address } of rows) {
      const network = NETWORKS.find(({ id }) => id === chainId)
      expect(network && isAddress(address, network.family)).toBe(true)
    }
    const keys = rows.map(({ chainId, asset }) => `${chainId} ${asset}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(TOKENS.get(SOLANA)).toHaveLength(2)
  })

  it("has no typing error in the contract on TRON, which no such list has", () => {
    const [{ address }] = TOKENS.get(TRON) ?? []
    // Throws for a wrong checksum.
    const bytes = createBase58check(sha256).decode(address)
    expect(Buffer.from(bytes).toString("hex")).toBe(
      "41a614f803b6fd780986a42c78ec9c7f77e6ded13c"
    )
  })
})
