import { helpUrl } from "./help"

describe("the URL of a section of the documentation", () => {
  const url = "git+https://github.com/acme/crypto.git"

  it("is on GitHub, at the tag of the installed version, and null without a repository", () => {
    // As scripts/release.mjs makes it for npm.
    expect(
      helpUrl("late_payment", { version: "1.2.3", repository: { url } })
    ).toBe(
      "https://github.com/acme/crypto/blob/v1.2.3/src/admin/README.md#the-shopper-pays-late"
    )
    expect(helpUrl("late_payment", { version: "1.2.3" })).toBeNull()
    expect(helpUrl("error") ?? "https://").toMatch(/^https:\/\//)
  })
})
