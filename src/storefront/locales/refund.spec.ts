import { isComplete, loadTexts } from "."
import { describeTexts, LANGUAGES } from "../fixtures/describe-texts"
import { applyRefundLabels, refundLoaders } from "./refund"
import { en } from "./refund-en"

describe("the texts of a refund", () => {
  describeTexts(refundLoaders, en, "Refund")

  it.each(LANGUAGES)(
    "name no price in %s where it is not known",
    async (language) => {
      const { steps } = await loadTexts(refundLoaders, language, en)
      for (const [, text, withoutPrice] of Object.values(steps)) {
        expect(withoutPrice === undefined).toBe(!text.includes("{price}"))
        expect(withoutPrice ?? "").not.toContain("{")
      }
    }
  )

  it("are replaced by labels, those of a step as a whole", () => {
    const texts = applyRefundLabels(en, {
      check: "Next",
      steps: { sent: ["Sent", "Look into your wallet."] },
    })
    expect(texts.check).toBe("Next")
    expect(texts.steps.sent).toEqual(["Sent", "Look into your wallet."])
    expect(texts.steps.expired).toEqual(en.steps.expired)
    expect(isComplete(texts, en)).toBe(true)
    expect(isComplete({ ...en, steps: { sent: en.steps.sent } }, en)).toBe(
      false
    )
    expect(applyRefundLabels(en)).toEqual(en)
  })
})
