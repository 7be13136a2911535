import { asValue } from "@medusajs/framework/awilix"
import { createMedusaContainer } from "@medusajs/framework/utils"
import { rightOptions as merchant } from "../../modules/crypto-payment/fixtures/options"
import { checkSetup } from "./index"

function check(setup: {
  dependencies?: string[]
  plugin?: unknown
  provider?: Record<string, unknown>
}): Promise<void> {
  const container = createMedusaContainer()
  for (const name of setup.dependencies ?? ["cryptoPayment", "query"]) {
    container.register(name, asValue({}))
  }
  const { plugin = { options: merchant } } = setup
  container.register(
    "configModule",
    asValue({ modules: plugin ? { cryptoPayment: plugin } : {} })
  )
  return checkSetup({ container, options: setup.provider })
}

describe("checkSetup", () => {
  it("accepts the setup of the README", async () => {
    await expect(check({})).resolves.toBeUndefined()
  })

  it.each([[["query"]], [["cryptoPayment"]], [[]]])(
    "shows the line to add when the Payment Module receives only %j",
    async (dependencies) => {
      await expect(check({ dependencies })).rejects.toThrow(
        'dependencies: ["cryptoPayment", "query"],'
      )
    }
  )

  it("names the plugin entry when that is missing", async () => {
    await expect(check({ plugin: false })).rejects.toThrow(
      'resolve: "medusa-payment-crypto"'
    )
  })

  const several = { options: { merchants: { eu: merchant, us: merchant } } }

  it("accepts a provider that names one of several merchants", async () => {
    const setup = { plugin: several, provider: { merchant: "us" } }
    await expect(check(setup)).resolves.toBeUndefined()
  })

  it.each([[{ merchant: "uk" }], [undefined]])(
    "rejects a provider with options %j when the merchants are eu and us",
    async (provider) => {
      await expect(check({ plugin: several, provider })).rejects.toThrow(
        "the plugin's options have only: eu, us"
      )
    }
  )
})
