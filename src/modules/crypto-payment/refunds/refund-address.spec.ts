import fc from "fast-check"
import { bech32, bech32m, createBase58check } from "@scure/base"
import { sha256 } from "@noble/hashes/sha2"
import { coinNetwork, isTransactionHash } from "../merchants/coin-network"
import { checkFault, judgeRefundAddress } from "./refund-address"

const on = (crypto_network: string | null, is_test?: boolean | null) => ({
  crypto_currency: "COIN",
  crypto_network,
  is_test,
})

const checkRefundAddress = (
  ...entered: Parameters<typeof judgeRefundAddress>
) => checkFault(judgeRefundAddress(...entered))

const check = (text: string, network: string | null) =>
  checkRefundAddress(text, on(network), null)

/** From EIP-55. */
const checksummed = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

describe("the address of a refund", () => {
  it.each([
    ["Ethereum", checksummed],
    ["Ethereum", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"],
    ["BSC testnet", checksummed],
    ["Polygon PoS", checksummed],
    ["Tron", tron],
    ["Tron testnet", tron],
    ["Bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
    ["Bitcoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
    ["Bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    ["Bitcoin", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
    [
      "Bitcoin",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    ],
    ["Bitcoin testnet", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["Bitcoin testnet", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"],
    ["Dogecoin", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],
  ])("of %s is accepted: %s", (network, address) => {
    expect(check(address, network)).toEqual({ address, checked: true })
    expect(check(`  ${address}\n`, network).address).toBe(address)
  })

  it("gets its checksum where it was typed in one case", () => {
    const hex = checksummed.slice(2)
    for (const typed of [hex.toLowerCase(), hex.toUpperCase()]) {
      expect(check(`0x${typed}`, "Ethereum").address).toBe(checksummed)
    }
  })

  it.each([
    ["Ethereum", "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["Ethereum", checksummed.slice(0, -1)],
    ["Ethereum", checksummed.slice(2)],
    ["Ethereum", `0x${"0".repeat(40)}`],
    ["Ethereum", `ethereum:${checksummed}`],
    ["Ethereum", "vitalik.eth"],
    ["Tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T"],
    ["Bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"],
    ["Bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"],
    ["Bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4"],
    // BIP-350: a wrong checksum for its version, and a wrong length.
    [
      "Bitcoin",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
    ],
    ["Bitcoin", "bc1pw5dgrnzv"],
    // One of Bitcoin, or an old one of Litecoin.
    ["Litecoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
    ["Bitcoin", "1".repeat(100_000)],
    ["Tron", ""],
  ])("of %s is not accepted: %.70s", (network, address) => {
    expect(() => check(address, network)).toThrow(
      `This is not an address of ${network}, or it has a typing error`
    )
  })

  const evm = "Ethereum (EVM)"
  it.each([
    ["Ethereum", tron, "Tron"],
    ["BSC", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "Bitcoin"],
    ["Polygon", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "Dogecoin"],
    ["Tron", checksummed, evm],
    ["Tron", checksummed.toLowerCase(), evm],
    ["Tron", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "Bitcoin"],
    ["Bitcoin", checksummed, evm],
    ["Bitcoin", tron, "Tron"],
    ["Bitcoin", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "Testnet"],
    ["Bitcoin testnet", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "Bitcoin"],
    ["Litecoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "Bitcoin"],
    ["Dogecoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "Bitcoin"],
    ["Dogecoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "Bitcoin"],
  ])(
    "of %s is not accepted, and the other network is named: %s",
    (network, address, other) => {
      expect(() => check(address, network)).toThrow(
        `This is an address of another network: ${other}. Copy one of ${network} from your wallet.`
      )
      expect(judgeRefundAddress(address, on(network), null)).toEqual({
        code: "other_network",
        network,
        found: other,
      })
      // A wrong letter leaves nothing to be sure of.
      const wrong = `${address.slice(0, 5)}${address[5] === "9" ? "8" : "9"}${address.slice(6)}`
      if (address === address.toLowerCase() && address.startsWith("0x")) return
      expect(() => check(wrong, network)).toThrow("typing error")
    }
  )

  it.each(["Solana", "Bitcoin Cash", "Ethereum Classic", "Stellar"])(
    "of %s, whose form is not known, is letters and digits",
    (network) => {
      for (const address of [
        "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV",
        "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8x-_2N",
      ]) {
        expect(check(address, network)).toEqual({ address, checked: false })
      }
      for (const text of [
        ...["short", "with a space in it", "é".repeat(20)],
        "solana:7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV?amount=5000",
        ...["https://evil.example/x", "evil.example", "<script>alert(1)"],
        ...["7EcDhSYGxXyscsz?amount=5", "7EcDhSYGxXyscsz&amount=5"],
      ]) {
        expect(() => check(text, network)).toThrow("10 to 128 letters")
      }
      expect(() => check("x".repeat(129), network)).toThrow("10 to 128")
    }
  )

  it.each(["USDT_TRC20", "TRX_TEST", "USDC_ERC20", "ETH", "BTC"])(
    "is not checked by the code of the coin, %s, where the network is not known",
    (crypto_currency) => {
      const coin = { crypto_currency, crypto_network: null }
      expect(checkRefundAddress("not-an-address", coin, null)).toEqual({
        address: "not-an-address",
        checked: false,
      })
      expect(() => checkRefundAddress("short", coin, null)).toThrow(
        "10 to 128 letters"
      )
    }
  )

  it.each([
    [true, "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    [false, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ])("is of a test network when the payment is (%j): %s", (isTest, address) => {
    for (const network of ["Bitcoin", "Bitcoin testnet"]) {
      const accepted = (is_test: boolean) =>
        checkRefundAddress(address, on(network, is_test), null)
      expect(accepted(isTest)).toEqual({ address, checked: true })
      const wanted = isTest ? network : "Bitcoin testnet"
      expect(() => accepted(!isTest)).toThrow(
        `${isTest ? "Testnet" : "Bitcoin"}. Copy one of ${wanted} from`
      )
    }
    expect(() => check(address, isTest ? "Bitcoin" : "Bitcoin signet")).toThrow(
      isTest ? "one of Bitcoin from" : "one of Bitcoin signet from"
    )
  })

  it("is not the one that was paid to", () => {
    const own = "This is the store's own address"
    for (const typed of [checksummed, checksummed.toLowerCase()]) {
      expect(() =>
        checkRefundAddress(typed, on("Ethereum"), checksummed.toLowerCase())
      ).toThrow(own)
    }
    expect(() => checkRefundAddress(tron, on("Tron"), tron)).toThrow(own)
    expect(() => checkRefundAddress(tron, on("TON"), tron)).toThrow(own)
  })

  it("is refused for any wrong letter of base58 and bech32", () => {
    const base58 = createBase58check(sha256)
    const bytes = (length: number) =>
      fc.uint8Array({ minLength: length, maxLength: length })
    const alphabet =
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    fc.assert(
      fc.property(bytes(20), fc.nat(), fc.nat(), (key, where, other) => {
        const address = base58.encode(Uint8Array.of(0x41, ...key))
        expect(check(address, "Tron").address).toBe(address)
        const at = where % address.length
        const letter = alphabet.charAt(other % alphabet.length)
        fc.pre(letter !== address.charAt(at))
        const wrong = address.slice(0, at) + letter + address.slice(at + 1)
        expect(() => check(wrong, "Tron")).toThrow("typing error")
      })
    )
    fc.assert(
      fc.property(bytes(20), bytes(32), (key, output) => {
        const v0 = bech32.encode("ltc", [0, ...bech32.toWords(key)])
        const v1 = bech32m.encode("ltc", [1, ...bech32m.toWords(output)])
        for (const address of [v0, v1]) {
          expect(check(address, "Litecoin").address).toBe(address)
          expect(() => check(address, "Bitcoin")).toThrow(
            "another network: Litecoin. Copy one of Bitcoin from"
          )
        }
      })
    )
  })
})

describe("the hash of a transaction", () => {
  const hex = "8f2c".repeat(16)

  it.each([
    ["Ethereum", `0x${hex}`, hex],
    ["BSC", `0x${hex.toUpperCase()}`, `0x${hex.slice(1)}`],
    ["Tron", hex, `0x${hex}`],
    ["Bitcoin testnet", hex.toUpperCase(), `${hex}0`],
    ["Dogecoin", hex, "0xaaa"],
  ])("has the form of %s", (network, right, wrong) => {
    const form = coinNetwork(on(network))
    expect(isTransactionHash(right, form)).toBe(true)
    expect(isTransactionHash(wrong, form)).toBe(false)
    expect(isTransactionHash(`${right}\n`, form)).toBe(false)
  })

  it("is free where the form is not known", () => {
    expect(isTransactionHash("any", coinNetwork(on("Solana")))).toBe(true)
  })
})
