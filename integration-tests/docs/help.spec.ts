import { HELP_SECTIONS } from "../../src/admin/lib/help"
import { ATTENTION_REASONS } from "../../src/modules/crypto-payment/attempts/states"
import { anchors, pages } from "./pages"

describe("the documentation that the admin links to", () => {
  it.each(Object.entries(HELP_SECTIONS))(
    "has a section about %s: %s",
    (_, section) => {
      const [page, anchor] = section.split("#")
      expect(pages).toContain(page)
      expect(anchors(page)).toContain(anchor)
    }
  )

  it("has a section about each attention reason", () => {
    expect(Object.keys(HELP_SECTIONS)).toEqual(
      expect.arrayContaining([...ATTENTION_REASONS])
    )
  })
})
