import { isolated } from "./isolated"

describe("a text of somebody else in a sentence", () => {
  it("stays as it is where it can turn nothing around", () => {
    expect(isolated("Sandbox shop")).toBe("Sandbox shop")
  })

  it.each(["חנות", "متجر", "Shop\u202egro.live"])(
    "is set apart where it could: %j",
    (text) => expect(isolated(text)).toBe(`\u2068${text}\u2069`)
  )
})
