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

  it.each([[{ merchant: "us" }], [{ merchant: "uk" }], [undefined]])(
    "accepts a provider that names one of several merchants: %j",
    async (provider) => {
      const plugin = { options: { merchants: { eu: merchant, us: merchant } } }
      const checked = check({ plugin, provider })
      if (provider?.merchant === "us") return await checked
      await expect(checked).rejects.toThrow(
        "the plugin's options have only: eu, us"
      )
    }
  )
})
