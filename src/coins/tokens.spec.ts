import { sha256 } from "@noble/hashes/sha2"
import { createBase58check } from "@scure/base"
import list from "@uniswap/default-token-list/build/uniswap-default.tokenlist.json"
import { NETWORKS, SOLANA, TRON } from "./recognize"
import { identifyCoin, TOKENS } from "./transfer"

/** What others keep: contracts that have, or have had, the asset's own symbol. */
function findListed(network: number | string, asset: string) {
  const symbols = [asset, `${asset}.e`, `${asset}0`]
  return list.tokens.filter(
    (token) => token.chainId === network && symbols.includes(token.symbol)
  )
}

/** The list is of Ethereum and its relatives, and Solana. */
const listed = TOKENS.filter(({ network }) => network !== TRON)

describe("the table of tokens", () => {
  it.each(listed)(
    "has the contract and the decimals of $asset on $network as a list of others has them",
    ({ network, asset, address, decimals }) => {
      expect(
        findListed(network, asset).map((token) => [
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
      const own = TOKENS.filter(({ network }) => network === chainId)
      expect(own.filter((token) => token.asset === asset)).toEqual([])
    }
  })

  it("has a form and a network for each contract, and none twice", () => {
    for (const { network, asset, address, decimals } of TOKENS) {
      const known = NETWORKS.find(({ id }) => id === network)
      const coin = { code: asset, name: null, network: null, isTest: false }
      const setting = { chainId: Number(network), address, decimals }
      const { family, contract } =
        identifyCoin(coin, { [asset]: setting }) ?? {}
      expect([family, contract]).toEqual([known?.family ?? "none", address])
    }
    const keys = TOKENS.map(({ network, asset }) => `${network} ${asset}`)
    expect(new Set(keys).size).toBe(keys.length)
    const onSolana = TOKENS.filter(({ network }) => network === SOLANA)
    expect(onSolana).toHaveLength(2)
  })

  it("has no typing error in the contract on TRON, which no such list has", () => {
    const [{ address }] = TOKENS.filter(({ network }) => network === TRON)
    // Throws for a wrong checksum.
    const bytes = createBase58check(sha256).decode(address)
    expect(Buffer.from(bytes).toString("hex")).toBe(
      "41a614f803b6fd780986a42c78ec9c7f77e6ded13c"
    )
  })
})
