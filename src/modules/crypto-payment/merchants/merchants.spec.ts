import type { ConfigModule } from "@medusajs/framework/types"
import { answer, closeServed, serve } from "../../../gateway/fixtures"
import { rightOptions } from "../fixtures/options"
import { Merchants } from "./merchants"
import { parseOptions } from "./parse-options"

afterEach(closeServed)

it("keeps every secret of every merchant out of what a gateway says", async () => {
  const message =
    "not key-eu whsec-eu whsec-old key-us whsec-us, but https://gateway.example"
  const { url } = await serve([answer(400, { code: "whsec-us", message })])
  const of = (name: string) => ({
    ...rightOptions,
    baseUrl: url,
    apiKey: `key-${name}`,
    webhookSecret: [`whsec-${name}`, "whsec-old"],
  })
  const merchants = new Merchants(
    parseOptions({ merchants: { eu: of("eu"), us: of("us") } }),
    {} as ConfigModule
  )
  await expect(
    merchants.gateway("eu").getPayment({ id: "p1" }, { maxAttempts: 1 })
  ).rejects.toMatchObject({
    code: "[secret]",
    message:
      "Could not read the payment p1: the gateway responded with 400 [secret] (not [secret] [secret] [secret] [secret] [secret], but https://gateway.example)",
  })
  await merchants.close()
})
