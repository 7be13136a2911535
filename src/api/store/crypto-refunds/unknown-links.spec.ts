import { UnknownLinks } from "./unknown-links"

const MINUTE = 60_000

describe("the unknown links that a client tries", () => {
  const tryMany = (
    links: UnknownLinks,
    address: string,
    times: number,
    at = 0
  ) => Array.from({ length: times }, () => links.count(address, at))

  it("are limited in each minute, for each client", () => {
    const links = new UnknownLinks()
    expect(tryMany(links, "10.0.0.1", 20)).toEqual(Array(20).fill(0))
    expect(links.count("10.0.0.1", 1_500)).toBe(59)
    expect(links.count("10.0.0.2", 1_500)).toBe(0)
    expect(links.count("10.0.0.1", MINUTE - 1)).toBe(1)
    expect(tryMany(links, "10.0.0.1", 21, MINUTE)).toEqual([
      ...Array<number>(20).fill(0),
      60,
    ])
  })

  it("of one network of IPv6 are of one client", () => {
    const links = new UnknownLinks(1)
    expect(links.count("2001:db8:0:1::1", 0)).toBe(0)
    expect(links.count("2001:db8::1:ffff:0:0:2", 0)).toBe(60)
    expect(links.count("2001:db8:0:2::1", 0)).toBe(0)
    expect(links.count("::1", 0)).toBe(0)
    expect(links.count("::2", 0)).toBe(60)
    expect(links.count("::ffff:10.0.0.1", 0)).toBe(0)
    expect(links.count("::ffff:10.0.0.2", 0)).toBe(0)
  })

  it("are forgotten, the oldest first, when there are too many clients", () => {
    const links = new UnknownLinks(1, 3)
    for (const last of [1, 2, 3, 4]) links.count(`10.0.0.${last}`, 0)
    expect(links.count("10.0.0.4", 0)).toBe(60)
    expect(links.count("10.0.0.1", 0)).toBe(0)
  })
})
