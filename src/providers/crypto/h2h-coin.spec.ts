import { MedusaError } from "@medusajs/framework/utils"

import { GatewayServerError } from "../../gateway"
import { checkCoin } from "./h2h-coin"

const tether = { code: "USDT_TRC20", name: "Tether USD", network: "Tron" }
const ether = { code: "ETH", name: "Ether", network: "Ethereum" }

describe("the coin of an inline payment", () => {
  it("is one that the store can receive", async () => {
    expect(await checkCoin("ETH", async () => [tether, ether])).toBe("ETH")
  })

  it.each<[string, string | undefined, (typeof tether)[], RegExp]>([
    ["none", undefined, [tether], /needs target_currency .*\/currencies\.$/],
    ["an unknown one", "DOGE", [tether, ether], /It takes: USDT_TRC20, ETH\.$/],
    ["one in other letters", "eth", [ether], /takes no payment in "eth"/],
    ["any, without a wallet", "ETH", [], /no wallet is attached/],
  ])("may not be %s; the refusal says why", async (_, wish, coins, why) => {
    await expect(checkCoin(wish, async () => coins)).rejects.toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
      message: expect.stringMatching(why),
    })
  })

  it("is left to the gateway while its list is out of reach", async () => {
    const down = () => Promise.reject(new GatewayServerError("down"))
    expect(await checkCoin("ETH", down)).toBe("ETH")
  })

  it("is not taken when our own code fails", async () => {
    const broken = () => Promise.reject(new TypeError("broken"))
    await expect(checkCoin("ETH", broken)).rejects.toThrow("broken")
  })
})
