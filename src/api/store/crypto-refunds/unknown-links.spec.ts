import { UnknownLinks } from "./unknown-links"

const MINUTE = 60_000

describe("the unknown links that a client tries", () => {
  const tryMany = (
    links: UnknownLinks,
    address: string,
    times: number,
    at = 0
  ) => Array.from({ length: times }, () => links.begin(address, at))

  it("are limited in each minute, for each client", () => {
    const links = new UnknownLinks()
    expect(tryMany(links, "10.0.0.1", 20)).toEqual(Array(20).fill(0))
    expect(links.begin("10.0.0.1", 1_500)).toBe(59)
    expect(links.begin("10.0.0.2", 1_500)).toBe(0)
    expect(links.begin("10.0.0.1", MINUTE - 1)).toBe(1)
    expect(tryMany(links, "10.0.0.1", 21, MINUTE)).toEqual([
      ...Array<number>(20).fill(0),
      60,
    ])
  })

  it("are not those that exist", () => {
    const links = new UnknownLinks(2)
    for (let visit = 0; visit < 100; visit++) {
      expect(links.begin("10.0.0.1", 0)).toBe(0)
      links.found("10.0.0.1")
    }
    expect(tryMany(links, "10.0.0.1", 3)).toEqual([0, 0, 60])
    links.found("10.0.0.9")
  })

  it("of one network of IPv6 are of one client", () => {
    const links = new UnknownLinks(1)
    expect(links.begin("2001:db8:0:1::1", 0)).toBe(0)
    expect(links.begin("2001:db8::1:ffff:0:0:2", 0)).toBe(60)
    expect(links.begin("2001:db8:0:2::1", 0)).toBe(0)
    expect(links.begin("::1", 0)).toBe(0)
    expect(links.begin("::2", 0)).toBe(60)
    expect(links.begin("::ffff:10.0.0.1", 0)).toBe(0)
    expect(links.begin("::ffff:10.0.0.2", 0)).toBe(0)
  })

  it("are forgotten, the oldest first, when there are too many clients", () => {
    const links = new UnknownLinks(1, 3)
    for (const last of [1, 2, 3, 4]) links.begin(`10.0.0.${last}`, 0)
    expect(links.begin("10.0.0.4", 0)).toBe(60)
    expect(links.begin("10.0.0.1", 0)).toBe(0)
  })
})
