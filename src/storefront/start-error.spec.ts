import { de } from "./locales/de"
import { describeStartError } from "./start-error"
import { CryptoPaymentError } from "./store-api"

const refused = (message: string) =>
  describeStartError(new CryptoPaymentError("refused", message, 400), de)

describe("why a payment could not be started", () => {
  it("is said in the shopper's language where the gateway refused it", () => {
    const refusal = "The crypto payment could not be opened: the gateway"
    expect(
      refused(`${refusal} does not know the chosen coin. Choose another coin.`)
    ).toBe(de.changeCoin)
    expect(refused(`${refusal} rejected it.`)).toBe("")
  })

  it("is Medusa's sentence otherwise, and only a new try without an answer", () => {
    const message = "The time to pay for this order is over."
    expect(refused(message)).toBe(message)
    const unavailable = new CryptoPaymentError("unavailable", "x", 500)
    expect(describeStartError(unavailable, de)).toBe(de.tryAgain)
  })
})
