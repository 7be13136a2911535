import { MedusaError } from "@medusajs/framework/utils"

import { GatewayServerError } from "../../gateway"
import { checkCoin, parseRequestData } from "./payment-terms"

const tether = { code: "USDT_TRC20", name: "Tether USD", network: "Tron" }
const ether = { code: "ETH", name: "Ether", network: "Ethereum" }

describe("the data of payment terms", () => {
  it("keeps only the return URLs, the coin and core's session id", () => {
    expect(
      parseRequestData({
        session_id: "payses_1",
        success_url: "https://shop.example/thanks",
        fail_url: "https://shop.example/failed",
        target_currency: "USDT_TRC20",
        amount: "0.01",
        is_test: true,
        gateway_payment_id: "someone-elses",
        external_id: "cart_2",
        status: "captured",
        callback_url: "https://evil.example",
        merchant: "us",
      })
    ).toEqual({
      session_id: "payses_1",
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/failed",
      target_currency: "USDT_TRC20",
    })
  })

  it.each<[string, unknown, string]>([
    ["no data", undefined, "session_id"],
    ["null", null, "session_id"],
    ["no session", {}, "session_id"],
    ["an empty session", { session_id: "" }, "session_id"],
    [
      "a URL that is no string",
      { session_id: "payses_1", success_url: { $ne: null } },
      "success_url",
    ],
    [
      "a coin that is no string",
      { session_id: "payses_1", target_currency: ["ETH"] },
      "target_currency",
    ],
    [
      "a URL that is too long",
      { session_id: "payses_1", fail_url: "x".repeat(2_049) },
      "fail_url",
    ],
  ])("is an error with %s, naming the key", (_what, data, key) => {
    expect(() => parseRequestData(data)).toThrow(
      expect.objectContaining({
        type: MedusaError.Types.INVALID_DATA,
        message: `Invalid payment session data: ${key}.`,
      })
    )
  })
})

describe("the coin of an inline payment", () => {
  it("can be one that the merchant receives", async () => {
    const list = async () => [tether, ether]
    expect(await checkCoin("ETH", null, list)).toBe("ETH")
    expect(await checkCoin("ETH", ["ETH"], list)).toBe("ETH")
  })

  it.each<
    [string, string | undefined, string[] | null, (typeof tether)[], RegExp]
  >([
    [
      "missing",
      undefined,
      null,
      [tether],
      /needs target_currency .*\/currencies\.$/,
    ],
    ["unknown", "DOGE", null, [tether, ether], /It takes: USDT_TRC20, ETH\.$/],
    ["in lower case", "eth", null, [ether], /takes no payment in "eth"/],
    ["one that has no wallet", "ETH", null, [], /no wallet is attached/],
    [
      "one that the store does not offer",
      "ETH",
      ["USDT_TRC20", "XMR"],
      [tether, ether],
      /It takes: USDT_TRC20\.$/,
    ],
  ])(
    "may not be %s; the error says why",
    async (_, coin, named, coins, why) => {
      await expect(
        checkCoin(coin, named, async () => coins)
      ).rejects.toMatchObject({
        type: MedusaError.Types.INVALID_DATA,
        message: expect.stringMatching(why),
      })
    }
  )

  it("is left to the gateway while the list cannot be read, if the store offers it", async () => {
    const down = () => Promise.reject(new GatewayServerError("down"))
    expect(await checkCoin("ETH", null, down)).toBe("ETH")
    expect(await checkCoin("ETH", ["ETH"], down)).toBe("ETH")
    await expect(checkCoin("ETH", ["BTC"], down)).rejects.toThrow(
      "It takes: BTC."
    )
  })

  it("is not accepted when our own code fails", async () => {
    const broken = () => Promise.reject(new TypeError("broken"))
    await expect(checkCoin("ETH", null, broken)).rejects.toThrow("broken")
  })
})
