import { helpUrl } from "./help"

it("links to the documentation at the tag of the installed version", () => {
  const url = "git+https://github.com/acme/crypto.git"
  const repository = { type: "git", url }
  expect(helpUrl("late_payment", { version: "1.2.3", repository })).toBe(
    "https://github.com/acme/crypto/blob/v1.2.3/src/admin/README.md#the-shopper-pays-late"
  )
  expect(helpUrl("error")).toMatch(/^https:\/\/[^+]+\/blob\/v\d/)
})
