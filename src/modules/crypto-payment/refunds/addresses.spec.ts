import { sha256 } from "@noble/hashes/sha2"
import { base58, bech32, bech32m, createBase58check } from "@scure/base"
import fc from "fast-check"
import {
  coinNetwork,
  hasAddressTag,
  isTransactionHash,
  judgeRefundAddress,
  taggedAddressUri,
} from "../../../coins/addresses"
import { type Coin, findMainNetwork, NETWORKS } from "../../../coins/recognize"
import { checkFault } from "./addresses"

const on = (crypto_network: string | null, is_test?: boolean | null) => ({
  crypto_currency: "COIN",
  crypto_network,
  is_test,
})

const checkRefundAddress = (
  address: string,
  coin: Coin,
  deposit: string | null
) => checkFault(judgeRefundAddress({ address }, coin, deposit))

const check = (text: string, network: string | null) =>
  checkRefundAddress(text, on(network), null)

/** As it was entered, the tag in its own field. */
const enter = (
  network: string,
  address: string,
  address_tag?: string | null,
  deposit: string | null = null
) => judgeRefundAddress({ address, address_tag }, on(network), deposit)

/** From EIP-55. */
const checksummed = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const xrp = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"
const ton = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N"
const stellar = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
const legacy = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const testnet = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"
const doge = "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"
const script = "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"
const xTagged = "X7AcgcsBL6XDcUb289X4mJ8djcdyKaLFuhLRuNXPrDeJd9A"
const xTestnet = "T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ"
const solana = "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV"

describe("the address of a refund", () => {
  it.each([
    ["Ethereum", checksummed],
    ["BSC testnet", checksummed],
    ["Tron", tron],
    ["Bitcoin", legacy],
    ["Bitcoin", script],
    ["Bitcoin", segwit],
    ["Bitcoin", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
    [
      "Bitcoin",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    ],
    ["Bitcoin testnet", testnet],
    ["Bitcoin testnet", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"],
    ["Dogecoin", doge],
    ["XRP Ledger", xrp],
    ["TON", ton],
    ["The Open Network", ton.replace("_", "/")],
    ["Stellar", stellar],
    // SEP-23.
    [
      "Stellar",
      "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK",
    ],
  ])("of %s is accepted: %s", (network, address) => {
    expect(check(address, network)).toEqual({
      address,
      address_tag: null,
      checked: true,
    })
    expect(check(`  ${address}\n`, network).address).toBe(address)
  })

  it("gets its checksum where it was typed in one case, in which nothing could be checked", () => {
    const hex = checksummed.slice(2)
    for (const typed of [hex.toLowerCase(), hex.toUpperCase()]) {
      expect(check(`0x${typed}`, "Ethereum")).toMatchObject({
        address: checksummed,
        checked: false,
      })
    }
  })

  it.each([
    ["Ethereum", "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
    ["Ethereum", checksummed.slice(0, -1)],
    ["Ethereum", checksummed.slice(2)],
    ["Ethereum", `0x${"0".repeat(40)}`],
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
    ["Litecoin", script],
    ["Bitcoin", "1".repeat(100_000)],
    ["Tron", ""],
    ["XRP Ledger", `${xrp.slice(0, -1)}8`],
    ["XRP Ledger", "rrrrrrrrrrrrrrrrrrrrrhoLvTp"],
    ["TON", `${ton.slice(0, -1)}M`],
    ["Stellar", `${stellar.slice(0, -1)}A`],
  ])("of %s is not accepted: %.70s", (network, address) => {
    expect(() => check(address, network)).toThrow(
      `This is not an address of ${network}, or it has a typing error`
    )
  })

  const evm = "Ethereum (EVM)"
  it.each([
    ["Ethereum", tron, "Tron"],
    ["Polygon", doge, "Dogecoin"],
    ["Tron", checksummed, evm],
    ["Bitcoin", checksummed, evm],
    ["Bitcoin", testnet, "Testnet"],
    ["Bitcoin testnet", legacy, "Bitcoin"],
    ["Litecoin", segwit, "Bitcoin"],
    ["Dogecoin", segwit, "Bitcoin"],
    ["Tron", stellar, "Stellar"],
    ["Stellar", ton, "TON"],
    ["XRP Ledger", checksummed, evm],
    // An X-address and a friendly one, both of test networks.
    ["XRP Ledger", xTestnet, "Testnet"],
    ["TON", "kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH", "Testnet"],
  ])(
    "of %s is not accepted, and the other network is named: %s",
    (network, address, other) => {
      expect(() => check(address, network)).toThrow(
        `This is an address of another network: ${other}. Copy one of ${network} from your wallet.`
      )
      expect(enter(network, address)).toEqual({
        code: "other_network",
        network,
        found: other,
      })
      // A wrong letter leaves nothing to be sure of.
      const wrong = `${address.slice(0, 5)}${address[5] === "9" ? "8" : "9"}${address.slice(6)}`
      if (address === address.toLowerCase() && address.startsWith("0x")) return
      expect(enter(network, wrong)).toMatchObject({
        code: expect.stringMatching(/^(typing_error|wrong_character)$/),
      })
    }
  )

  it.each([
    ["Ethereum", "vitalik.eth", "v"],
    ["Ethereum", `0x${"g".repeat(40)}`, "g"],
    ["Tron", tron.replace("o", "0"), "0"],
    ["Bitcoin", legacy.replace("z", "l"), "l"],
    ["Bitcoin", segwit.replace("8", "b"), "b"],
    ["Bitcoin", `${segwit}?amount=1`, "?"],
    ["Solana", solana.replace("D", "O"), "O"],
    ["XRP Ledger", `${xrp}?amount=5`, "?"],
    ["XRP Ledger", `${xrp}?dt=1&tag=2`, "?"],
    ["TON", `0:${"83".repeat(32)}`, ":"],
    ["Stellar", stellar.toLowerCase(), "g"],
    ["Aptos", "https://evil.example/x", ":"],
    ["Aptos", "solana,7EcDhSYGxXyscsz", ","],
    // Letters that look alike, and what nobody sees.
    ["Tron", tron.replace("S", "\u0405"), "\u0405 (U+0405)"],
    ["Bitcoin", segwit.replace("q", "q\u200b"), "U+200B"],
    ["Aptos", `0x1\u{1f600}234567890`, "\u{1f600} (U+1F600)"],
  ])("of %s is not %s: the character %s is named", (network, text, found) => {
    expect(enter(network, text)).toEqual({
      code: "wrong_character",
      network,
      found,
    })
    expect(() => check(text, network)).toThrow(
      `No address of ${network} has the character "${found}".`
    )
  })

  it("of Solana is a key of 32 bytes, which has no checksum", () => {
    expect(check(`${solana}\n`, "Solana")).toEqual({
      address: solana,
      address_tag: null,
      checked: false,
    })
    for (const text of [solana.slice(0, -3), "1".repeat(32), solana + solana]) {
      expect(() => check(text, "Solana")).toThrow("typing error")
    }
    for (const [text, found] of [
      [checksummed, evm],
      [tron, "Tron"],
    ]) {
      expect(enter("Solana", text)).toMatchObject({ found })
    }
    expect(enter("Tron", solana)).toMatchObject({ found: "Solana" })
  })

  it.each([
    ["Linea", "evm"],
    ["Celo", "evm"],
    ["Gnosis", "evm"],
    ["Sepolia", "evm"],
    ["Base Sepolia", "evm"],
    ["Polygon Amoy", "evm"],
    ["Nile testnet", "tron"],
    ["Tron (TRC-20)", "tron"],
    ["Bitcoin testnet4", "bitcoin"],
    ["Sepolia testnet", "evm"],
    ["Gnosis Chain", "evm"],
    ["Arbitrum (ETH)", "evm"],
    ["Polygon zkEVM", "evm"],
    ["TRC-10", "tron"],
    ["Bitcoin SegWit", "bitcoin"],
    ["TON (Jetton)", "ton"],
    ["Stellar Lumens (XLM)", "stellar"],
    ["Ripple Ledger", "xrp"],
    ["Bitcoin on Ethereum", undefined],
    ["Bitcoin and Litecoin", undefined],
    ["Aptos and Ethereum", undefined],
    ["Bitcoin Cash", undefined],
    ["Ethereum Classic", undefined],
    ["XRPL EVM", undefined],
  ])("is checked by one table of networks: %s", (network, family) => {
    expect(coinNetwork(on(network))?.family).toBe(family)
  })

  it("can be checked on each network that links are made for", () => {
    const names = [
      "Ethereum",
      "Optimism",
      "BSC",
      "Polygon",
      "Base",
      "Arbitrum",
      "Avalanche C-Chain",
      "Tron",
      "Solana",
      "Bitcoin",
      "Litecoin",
      "Dogecoin",
    ]
    const linked = names.map((name) => findMainNetwork(name))
    expect(linked).toEqual(NETWORKS)
    const families = names.map((name) => coinNetwork(on(name))?.family)
    expect(families).toEqual(NETWORKS.map(({ family }) => family))
  })

  it.each(["Aptos", "Ethereum Classic"])(
    "of %s, whose form is not known, is letters and digits",
    (network) => {
      for (const address of [
        solana,
        "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8x-_2N",
      ]) {
        expect(check(address, network)).toEqual({
          address,
          address_tag: null,
          checked: false,
        })
      }
      const unified = `u1${"x".repeat(211)}`
      expect(check(unified, network).address).toBe(unified)
      // An invoice, in which an amount is.
      const invoice = `lnbc2500u1${"x".repeat(190)}`
      for (const text of ["short", "x".repeat(257), invoice]) {
        expect(() => check(text, network)).toThrow("10 to 256 letters")
      }
      for (const text of [
        "with a space in it",
        "é".repeat(20),
        "https://evil.example/x",
        "tel:5555555555555",
        "evil.example",
        "<script>alert(1)",
        "7EcDhSYGxXyscsz?amount=5",
        "7EcDhSYGxXyscsz&amount=5",
      ]) {
        expect(() => check(text, network)).toThrow("has the character")
      }
      const link = `solana:${solana}?amount=5000`
      expect(() => check(link, network)).toThrow("another network: Solana")
    }
  )

  it.each(["USDT_TRC20", "ETH"])(
    "is not checked by the code of the coin, %s, where the network is not known",
    (crypto_currency) => {
      const coin = { crypto_currency, crypto_network: null }
      expect(checkRefundAddress("not-an-address", coin, null)).toEqual({
        address: "not-an-address",
        address_tag: null,
        checked: false,
      })
      expect(() => checkRefundAddress("short", coin, null)).toThrow(
        "10 to 256 letters"
      )
    }
  )

  it.each([
    [true, testnet],
    [false, segwit],
  ])("is of a test network when the payment is (%j): %s", (isTest, address) => {
    for (const network of ["Bitcoin", "Bitcoin testnet"]) {
      const accepted = (is_test: boolean) =>
        checkRefundAddress(address, on(network, is_test), null)
      expect(accepted(isTest)).toEqual({
        address,
        address_tag: null,
        checked: true,
      })
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
    expect(() => checkRefundAddress(tron, on("Aptos"), tron)).toThrow(own)
  })

  it("of Bitcoin Cash is none that has a key on Bitcoin alone", () => {
    for (const network of ["Bitcoin Cash", "BCH"]) {
      for (const text of [script, segwit]) {
        expect(enter(network, text)).toEqual({
          code: "other_network",
          network,
          found: "Bitcoin",
        })
      }
      // Of a key, which is the same on both.
      const right = { address: legacy, checked: false }
      expect(enter(network, legacy)).toMatchObject(right)
      const link = `bitcoincash:${script}`
      expect(enter(network, link)).toMatchObject({ address: link })
    }
  })

  describe("in the payment link of a wallet", () => {
    const evmTest = "Ethereum Sepolia"
    const contract = "0xdAC17F958D2ee523a2206206994597C13D831ec7"

    it.each([
      ["Bitcoin", `bitcoin:${segwit}?amount=0.1&label=my%20shop`, segwit],
      ["Bitcoin", `bitcoin: ${segwit.replace(/.{4}/g, "$& ")}`, segwit],
      ["Bitcoin", `BITCOIN:${segwit.toUpperCase()}`, segwit.toUpperCase()],
      ["Bitcoin", `bitcoin://${legacy}`, legacy],
      ["Bitcoin testnet", `bitcoin:${testnet}`, testnet],
      ["Ethereum", `ethereum:${checksummed}@1?value=1e18`, checksummed],
      ["Polygon", `ethereum:${checksummed}`, checksummed],
      ["Polygon", `ethereum:pay-${checksummed}@137`, checksummed],
      ["Polygon", `polygon:${checksummed}`, checksummed],
      ["BSC", `bnb:${checksummed}@56`, checksummed],
      [evmTest, `ethereum:${checksummed}@11155111`, checksummed],
      // Who receives it is not the contract of the token.
      [
        "Ethereum",
        `ethereum:${contract}@1/transfer?address=${checksummed}&uint256=1`,
        checksummed,
      ],
      [
        "Ethereum",
        `ethereum:${checksummed}?contractAddress=${contract}&value=1`,
        checksummed,
      ],
      ["Tron", `tron:${tron}`, tron],
      ["XRP Ledger", `ripple:${xrp}?amount=5`, xrp],
      ["TON", `ton://transfer/${ton}`, ton],
      ["Stellar", `web+stellar:pay?destination=${stellar}&amount=1`, stellar],
    ])("of %s it is read: %.90s", (network, link, address) => {
      const right = { address, address_tag: null, checked: true }
      expect(enter(network, link)).toEqual(right)
    })

    it("of EVM in one case has no checksum, with 0X neither", () => {
      const lower = checksummed.toLowerCase()
      for (const text of [
        `ethereum:${lower}@1`,
        lower.toUpperCase(),
        `0X${lower.slice(2)}`,
      ]) {
        const right = { address: checksummed, checked: false }
        expect(enter("Ethereum", text)).toMatchObject(right)
      }
    })

    it.each([
      ["Solana", `solana:${solana}?amount=1&spl-token=${tron}`, solana],
      [
        "Bitcoin Cash",
        "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?amount=1",
        null,
      ],
      ["BCH", "BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A", null],
      ["Kaspa", `kaspa:${"q".repeat(61)}`, null],
      ["Kaspa testnet", `kaspatest:${"q".repeat(61)}`, null],
      ["eCash", "ecash:qpm2qsznhks23z7629mms6s4cwef74vcwv6x9f7ra4", null],
      ["Zcash", `zcash:u1${"x".repeat(211)}?message=hello`, null],
      ["Monero", `monero:4${"A".repeat(94)}?tx_amount=1`, null],
    ])(
      "of %s keeps its prefix where no rule is known: %.60s",
      (network, link, address) => {
        const right = {
          address: address ?? link.replace(/\?.*/, ""),
          address_tag: null,
          checked: false,
        }
        expect(enter(network, link)).toEqual(right)
        // As it is confirmed.
        expect(enter(network, right.address)).toEqual(right)
      }
    )

    it.each([
      ["Tron", `bitcoin:${legacy}`, "Bitcoin"],
      ["Ethereum", `ethereum:${checksummed}@137`, "Polygon"],
      ["Polygon", `eth:${checksummed}`, "Ethereum"],
      ["Ethereum", `ethereum:${checksummed}@250`, "EVM 250"],
      ["Ethereum", `ethereum:${checksummed}@11155111`, "EVM 11155111"],
      [evmTest, `ethereum:${checksummed}@1`, "Ethereum"],
      ["Tron", `ethereum:${checksummed}`, "Ethereum (EVM)"],
      ["Ethereum Classic", `ethereum:${checksummed}`, "Ethereum (EVM)"],
      ["Bitcoin Cash", `bitcoin:${legacy}`, "Bitcoin"],
      ["Bitcoin", `bitcoincash:${"q".repeat(42)}`, "Bitcoin Cash"],
      ["Kaspa", `kaspatest:${"q".repeat(61)}`, "Testnet"],
      ["EOS", `ethereum:${checksummed}`, "Ethereum (EVM)"],
    ])("of %s it is not of another network: %.70s", (network, link, found) => {
      const code = "other_network"
      expect(enter(network, link)).toEqual({ code, network, found })
    })

    it.each<[string, string, string, string | null]>([
      ["Bitcoin", `bitcoin:${segwit}?req-unknown=1`, "wrong_character", ":"],
      ["Bitcoin", "bitcoin:?bc=bc1", "typing_error", null],
      ["Ethereum", `ethereum:${checksummed}@1/approve`, "wrong_character", "@"],
      ["Ethereum", `ethereum:${checksummed}/transfer`, "wrong_character", "/"],
      ["Ethereum", "ethereum:vitalik.eth", "wrong_character", "v"],
      // The contract of a token, whose receiver stands elsewhere.
      [
        "Ethereum",
        `ethereum:${contract}?function=transfer(address ${checksummed}, uint 5)`,
        "wrong_character",
        "?",
      ],
      [
        "Ethereum",
        `ethereum:${contract}?address=${checksummed}&uint256=1`,
        "wrong_character",
        "?",
      ],
      [
        "Ethereum",
        `ethereum:${contract}@1?data=0xa9059cbb`,
        "wrong_character",
        "@",
      ],
      [
        "Stellar",
        `web+stellar:pay?destination=${stellar}&destination=${stellar}`,
        "wrong_character",
        "p",
      ],
      ["TON", `ton://transfer/${ton}?bin=te6cckEB`, "wrong_character", ":"],
      ["XRP", `xrp:${xrp}?destinationTag=1&dt=2`, "wrong_tag", null],
      ["Aptos", `near:${"x".repeat(20)}`, "wrong_character", ":"],
      [
        "Monero",
        `monero:4${"A".repeat(94)}?tx_payment_id=1`,
        "wrong_tag",
        null,
      ],
      ["Solana", `solana:${solana}?memo=1`, "wrong_tag", null],
      ["XRP", `ripple:${xrp}?dt=1&dt=2`, "wrong_tag", null],
    ])(
      "of %s is refused where a part of it would be lost: %.70s",
      (network, link, code, found) => {
        expect(enter(network, link)).toMatchObject({ code, found })
      }
    )

    it("gives no address that was not typed, and of two none but the receiver's", () => {
      const other = contract
      const piece = fc.constantFrom(
        "bitcoin:",
        "ethereum:",
        "kaspa:",
        "web+stellar:pay",
        "ton://transfer/",
        "@1",
        "@137",
        "/transfer",
        "/approve",
        " ",
        "?",
        "&",
        ":",
        "address=",
        "destination=",
        "memo=",
        "amount=1",
        checksummed,
        other,
        segwit,
        tron,
        xrp,
        ton,
        stellar,
        solana
      )
      const networks = fc.constantFrom(
        "Ethereum",
        "Polygon",
        "Bitcoin",
        "Tron",
        "XRP",
        "TON",
        "Stellar",
        "Solana",
        "Kaspa",
        "EOS"
      )
      const texts = fc.array(piece, { minLength: 1, maxLength: 7 })
      let read = 0
      fc.assert(
        fc.property(networks, texts, (network, pieces) => {
          const text = pieces.join("")
          const judged = enter(network, text)
          if ("code" in judged) return
          read++
          const typed = text.replace(/\s/g, "")
          expect(typed).toContain(judged.address)
          if (text.includes("/transfer") && network === "Ethereum") {
            expect(typed).toContain(`address=${judged.address}`)
          }
        }),
        { numRuns: 5_000 }
      )
      expect(read).toBeGreaterThan(50)
    })

    it("brings its tag, and is the store's own address with any prefix", () => {
      const right = { address: xrp, address_tag: "7", checked: true }
      expect(enter("XRP", `xrpl:${xrp}?dt=7`)).toEqual(right)
      const memo = `web+stellar:pay?destination=${stellar}&memo=a%20b`
      expect(enter("Stellar", memo)).toMatchObject({ address_tag: "a b" })
      const cash = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
      for (const own of [cash, `bitcoincash:${cash}`]) {
        for (const text of [cash, `bitcoincash:${cash}?amount=1`]) {
          expect(enter("Bitcoin Cash", text, null, own)).toMatchObject({
            code: "store_address",
          })
        }
      }
    })
  })

  describe("with a tag or memo", () => {
    it.each([
      ["XRP Ledger", `${xrp}:104398`, xrp, "104398"],
      ["XRP Ledger", `${xrp}?dt=104398`, xrp, "104398"],
      ["Ripple", `${xrp}?dt=0104398&amount=5`, xrp, "104398"],
      ["XRP", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ", xrp, null],
      ["XRP", "X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu", xrp, "1"],
      ["XRP", xTagged, xrp, "11747"],
      ["XRP testnet", xTestnet, xrp, null],
      ["TON", `${ton}?text=a%20b`, ton, "a b"],
      ["TON", `ton://transfer/${ton}?text=104398`, ton, "104398"],
      ["TON", `${ton}:104398`, ton, "104398"],
      // RFC 3986 has no spaces in it.
      ["TON", `${ton}?text=a+b%2Bc`, ton, "a+b+c"],
      ["TON", `ton://transfer/${ton}?text=a+b`, ton, "a+b"],
      ["Stellar", `${stellar}?memo=abc`, stellar, "abc"],
      ["XRP", `xrp:${xrp}?destinationTag=7`, xrp, "7"],
      ["XRP", `${xrp}?destination_tag=7`, xrp, "7"],
      ["XRP", `${xrp}?DT=7`, xrp, "7"],
      ["Stellar", `stellar:${stellar}?memo-id=7`, stellar, "7"],
    ])("of %s is taken apart: %s", (network, text, address, address_tag) => {
      const right = { address, address_tag, checked: true }
      expect(enter(network, text)).toEqual(right)
      // Said twice is said once.
      expect(enter(network, text, address_tag)).toEqual(right)
      expect(enter(network, address, address_tag)).toEqual(right)
    })

    it.each([
      ["EOS", "binancecleos", "104398"],
      ["EOS", "gate.io", "104398"],
      ["Cosmos Hub", "cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27", "a b"],
      ["Hedera", "0.0.1234567", "104398"],
    ])("of %s, whose addresses are not checked, is kept", (...entered) => {
      const [, address, address_tag] = entered
      const right = { address, address_tag, checked: false }
      expect(enter(...entered)).toEqual(right)
      expect(enter(entered[0], `${address}:${address_tag}`)).toEqual(right)
      const none = { ...right, address_tag: null }
      for (const empty of ["", "  ", null]) {
        expect(enter(entered[0], address, empty)).toEqual(none)
      }
    })

    it.each(["XRP Ledger", "TON", "Stellar", "EOS"])(
      "of %s is not the tag alone",
      (network) => {
        expect(enter(network, " 104398 ")).toMatchObject({ code: "tag_alone" })
        expect(() => check("104398", network)).toThrow("tag or memo alone")
        for (const text of ["memo:104398", "Tag: 104398"]) {
          expect(enter(network, text)).toMatchObject({ code: "tag_alone" })
        }
      }
    )

    it.each([
      ["EOS", "account:alice1234512"],
      ["EOS", "eos:alice1234512?req-unknown=1"],
      ["EOS", "https://eos.example/account/alice"],
      ["ATOM", "cosmos:cosmos1depk54cuajgkzea6zpgkq36tnjwdzv4afc3d27"],
      ["Hedera", "hbar:0.0.1234567"],
    ])("of %s has no account in the word before a colon: %s", (...entered) => {
      const right = { code: "wrong_character", found: ":" }
      expect(enter(...entered)).toMatchObject(right)
    })

    it.each([
      ["XRP Ledger", xrp, "4294967296"],
      ["XRP Ledger", xrp, "12a"],
      ["XRP Ledger", xrp, "-1"],
      ["XRP Ledger", `${xrp}:`.concat("1"), "2"],
      ["XRP", xTagged, "2"],
      ["Stellar", stellar, "x".repeat(29)],
      ["Stellar", stellar, stellar],
      ["TON", ton, ton],
      ["TON", ton, "a\u202eb"],
      ["TON", `${ton}?text=a%0Ab`, null],
      ["Ethereum", checksummed, "104398"],
      ["Solana", solana, "104398"],
    ])("of %s, %s, is not %j", (network, address, address_tag) => {
      expect(enter(network, address, address_tag)).toEqual({
        code: "wrong_tag",
        network,
        found: null,
      })
    })

    it("may be at the exchange where the store has its address", () => {
      const own = { code: "store_address" }
      const other = { address: xrp, address_tag: "2" }
      expect(enter("XRP", xrp, null, xrp)).toMatchObject(own)
      expect(enter("XRP", xrp, null, `${xrp}:1`)).toMatchObject(own)
      expect(enter("XRP", xrp, "1", `${xrp}:1`)).toMatchObject(own)
      expect(enter("XRP", xrp, "2", `${xrp}:1`)).toMatchObject(other)
      expect(enter("XRP", xrp, "2", xrp)).toMatchObject(other)
      // The same account of TON, as one that is not returned to.
      const unbounced = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI"
      expect(enter("TON", unbounced, null, ton)).toMatchObject(own)
    })

    it("is asked for by the coin's code where the network is not named", () => {
      for (const crypto_currency of [
        "XRP",
        "XLM_TEST",
        "ATOM",
        "USDT_TON",
        "USDC_XLM",
        "RLUSD_XRP",
        "XRP_BSC",
      ]) {
        const coin = { crypto_currency, crypto_network: null }
        expect(hasAddressTag(coin)).toBe(true)
        expect(judgeRefundAddress({ address: `${xrp}:1` }, coin, null)).toEqual(
          { address: xrp, address_tag: "1", checked: false }
        )
      }
      for (const network of ["Ethereum", "BSC", "XRPL EVM", "Kava EVM"]) {
        expect(hasAddressTag(on(network))).toBe(false)
      }
      const wrapped = { crypto_currency: "XRP", crypto_network: "BSC" }
      expect(hasAddressTag(wrapped)).toBe(false)
    })

    it("is in the QR code of its address", () => {
      const uri = (network: string, address: string, tag: string) =>
        taggedAddressUri(address, tag, coinNetwork(on(network)))
      expect(uri("XRP", xrp, "1")).toBe(`${xrp}?dt=1`)
      expect(uri("TON", ton, "a&b")).toBe(`ton://transfer/${ton}?text=a%26b`)
      const stellarUri = `web+stellar:pay?destination=${stellar}&memo=`
      expect(uri("Stellar", stellar, "1")).toBe(
        `${stellarUri}1&memo_type=MEMO_ID`
      )
      expect(uri("Stellar", stellar, "a b")).toBe(
        `${stellarUri}a%20b&memo_type=MEMO_TEXT`
      )
      expect(uri("EOS", "binancecleos", "1")).toBe(null)
    })
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
  const signature = base58.encode(new Uint8Array(64).fill(7))

  it.each([
    ["Ethereum", `0x${hex}`, hex],
    ["BSC", `0x${hex.toUpperCase()}`, `0x${hex.slice(1)}`],
    ["Tron", hex, `0x${hex}`],
    ["Bitcoin testnet", hex.toUpperCase(), `${hex}0`],
    ["Dogecoin", hex, "0xaaa"],
    ["Solana", signature, hex],
  ])("has the form of %s", (network, right, wrong) => {
    const form = coinNetwork(on(network))
    expect(isTransactionHash(right, form)).toBe(true)
    expect(isTransactionHash(wrong, form)).toBe(false)
    expect(isTransactionHash(`${right}\n`, form)).toBe(false)
  })

  it("is free where the form is not known", () => {
    expect(isTransactionHash("any", coinNetwork(on("Aptos")))).toBe(true)
  })
})
