import { helpUrl } from "./help"

describe("the URL of a section of the documentation", () => {
  const url = "git+https://github.com/acme/crypto.git"

  it("is on GitHub, at the tag of the installed version", () => {
    // As .build/absolute-links.mjs makes it for npm.
    expect(
      helpUrl("late_payment", { version: "1.2.3", repository: { url } })
    ).toBe(
      "https://github.com/acme/crypto/blob/v1.2.3/src/admin/README.md#the-shopper-pays-late"
    )
  })

  it("is null while the package has no repository", () => {
    expect(helpUrl("late_payment", { version: "1.2.3" })).toBeNull()
  })

  it("is null or absolute for the package as it is", () => {
    expect(helpUrl("error") ?? "https://").toMatch(/^https:\/\//)
  })
})
