import { createMedusaContainer, MedusaError } from "@medusajs/framework/utils"

import checkDependencies from "./check-dependencies"

function start(...given: string[]): Promise<void> {
  const container = createMedusaContainer()
  for (const name of given) {
    container.register(name, { resolve: () => ({}) })
  }
  return checkDependencies({ container, options: {} })
}

describe("the start of the payment provider", () => {
  it("goes on when the Payment Module is given the ledger and query", async () => {
    await expect(
      start("cryptoPayment", "query", "something_else")
    ).resolves.toBeUndefined()
  })

  it.each([
    [["query"], "cryptoPayment"],
    [["cryptoPayment"], "query"],
    [[], "cryptoPayment and query"],
  ])(
    "given only %j stops, and shows the line to add",
    async (given, missing) => {
      await expect(start(...given)).rejects.toMatchObject({
        type: MedusaError.Types.INVALID_DATA,
        message: expect.stringMatching(
          new RegExp(
            `^medusa-payment-crypto: the Payment Module is not given ${missing}\\. .*dependencies: \\["cryptoPayment", "query"\\],$`
          )
        ),
      })
    }
  )
})
