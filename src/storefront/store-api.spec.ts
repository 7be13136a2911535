import Medusa from "@medusajs/js-sdk"
import http from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"

import { FetchError } from "./fixtures/store-sdk"
import {
  CryptoPaymentError,
  listCryptoCurrencies,
  type StoreSdk,
  toCryptoPaymentError,
} from "./store-api"

/** Answers every request with `status` and `body` and records it. */
async function serve(status: number, body: unknown) {
  const requests: { url?: string; key?: unknown }[] = []
  const server = http.createServer((request, response) => {
    const key = request.headers["x-publishable-api-key"]
    requests.push({ url: request.url, key })
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
  return { sdk, requests, server }
}

describe("js-sdk", () => {
  let server: http.Server | undefined
  afterEach(() => {
    server?.close()
    server?.closeAllConnections()
  })

  const providerId = "pp_crypto-inline_crypto"

  it("sends the requests of the kit", async () => {
    const currencies = [{ code: "ETH", name: "Ether", network: "Ethereum" }]
    const store = await serve(200, { currencies })
    server = store.server
    const listed = await listCryptoCurrencies(store.sdk, { providerId })
    expect(listed).toEqual(currencies)
    const url = `/store/crypto-payments/currencies?provider_id=${providerId}`
    expect(store.requests).toEqual([{ url, key: "pk_1" }])
  })

  it("throws errors that the kit maps", async () => {
    const message = "Try again in a moment."
    const store = await serve(503, { message })
    server = store.server
    const error = { kind: "unavailable", status: 503, message }
    const listed = listCryptoCurrencies(store.sdk, { providerId })
    await expect(listed).rejects.toMatchObject(error)
  })
})

describe("toCryptoPaymentError", () => {
  it.each<[string, number[]]>([
    ["refused", [400, 401]],
    ["not_found", [404]],
    ["unavailable", [408, 409, 429, 500, 503]],
  ])("maps to %s the statuses %j", (kind, statuses) => {
    for (const status of statuses) {
      const error = toCryptoPaymentError(new FetchError(status, "Sorry."))
      const retryable = kind === "unavailable"
      expect(error).toMatchObject({ kind, retryable, status })
      expect(error.message).toBe("Sorry.")
    }
  })

  it("maps a failed connection, and what is no error, to unavailable without a status", () => {
    const message = "Failed to fetch"
    const unavailable = { kind: "unavailable", retryable: true, message }
    for (const thrown of [new TypeError(message), message]) {
      const error = toCryptoPaymentError(thrown)
      expect(error).toBeInstanceOf(CryptoPaymentError)
      expect(error).toMatchObject({ ...unavailable, status: undefined })
    }
  })

  it("keeps a CryptoPaymentError", () => {
    const error = new CryptoPaymentError("refused", "No.", 400)
    expect(toCryptoPaymentError(error)).toBe(error)
  })
})
