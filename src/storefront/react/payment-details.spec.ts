import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"

import { en } from "../locales/en"
import { PlainDetails } from "./payment-details"

const COIN = { crypto_currency: "USDT_TRC20", crypto_name: "Tether USD" }
const ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

/** The text of the details, in which each element is a line. */
function show(crypto_network: string | null): string[] {
  const details = createElement(PlainDetails, {
    coin: { ...COIN, crypto_network },
    amount: "18.792",
    address: ADDRESS,
    texts: en,
  })
  const html = renderToStaticMarkup(details)
  return html.split(/<[^>]+>/).filter((text) => text.trim() !== "")
}

describe("the details of a payment", () => {
  it.each([
    ["Tron", "Tron"],
    // A coin that the gateway names no network of.
    [null, "USDT_TRC20"],
  ])("warn of another network than %s before any copy", (network, named) => {
    const lines = show(network)
    const warning = lines.findIndex((line) =>
      line.includes(`only on the ${named} network`)
    )
    expect(lines.slice(warning - 3, warning)).toEqual([
      "Network",
      named[0],
      named,
    ])
    expect(lines.indexOf("Copy")).toBeGreaterThan(warning)
    expect(lines.indexOf(ADDRESS)).toBeGreaterThan(warning)
  })
})
