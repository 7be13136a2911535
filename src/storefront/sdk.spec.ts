import Medusa from "@medusajs/js-sdk"
import http from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"

import { listCryptoCurrencies, type StoreSdk } from "."

/** Answers every request with `status` and `body`, and remembers what came. */
async function serve(status: number, body: unknown) {
  const heard: { url?: string; key?: unknown }[] = []
  const server = http.createServer((request, response) => {
    const key = request.headers["x-publishable-api-key"]
    heard.push({ url: request.url, key })
    response.writeHead(status, { "content-type": "application/json" })
    response.end(JSON.stringify(body))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const sdk: StoreSdk = new Medusa({
    baseUrl: `http://127.0.0.1:${port}`,
    publishableKey: "pk_1",
  })
  return { sdk, heard, server }
}

describe("Medusa's js-sdk", () => {
  let server: http.Server | undefined
  afterEach(() => {
    server?.close()
    server?.closeAllConnections()
  })

  it("is an instance that the kit takes", async () => {
    const currencies = [{ code: "ETH", name: "Ether", network: "Ethereum" }]
    const shop = await serve(200, { currencies })
    server = shop.server
    const providerId = "pp_crypto-h2h_crypto"
    expect(await listCryptoCurrencies(shop.sdk, { providerId })).toEqual(
      currencies
    )
    expect(shop.heard).toEqual([
      {
        url: "/store/crypto-payments/currencies?provider_id=pp_crypto-h2h_crypto",
        key: "pk_1",
      },
    ])
  })

  it("throws what the kit understands", async () => {
    const shop = await serve(503, { message: "Try again in a moment." })
    server = shop.server
    await expect(
      listCryptoCurrencies(shop.sdk, { providerId: "pp_crypto-h2h_crypto" })
    ).rejects.toMatchObject({
      kind: "unavailable",
      status: 503,
      message: "Try again in a moment.",
    })
  })
})
