import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Transport, TransportFailure, type WireRequest } from "./transport"

const request: WireRequest = { method: "GET", path: "/v1/x", headers: [] }
const limits = { maxConnections: 2, connectTimeoutMs: 1_000 }
const NAMES = ["http_proxy", "https_proxy", "no_proxy"]
const VARIABLES = [...NAMES, ...NAMES.map((name) => name.toUpperCase())]

describe("a proxy of the environment", () => {
  const before = { ...process.env }
  let proxy: Server
  let asked: string[]
  let proxyUrl: string

  beforeEach(async () => {
    for (const name of VARIABLES) delete process.env[name]
    asked = []
    proxy = createServer((incoming, response) => {
      asked.push(`${incoming.method} ${incoming.headers.host}`)
      response.end("{}")
    })
    proxy.on("connect", ({ url }, socket) => {
      asked.push(`CONNECT ${url}`)
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
    })
    await new Promise<void>((listening) => proxy.listen(0, listening))
    proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  })

  afterEach(async () => {
    for (const name of VARIABLES) delete process.env[name]
    Object.assign(process.env, before)
    proxy.closeAllConnections()
    await new Promise((closed) => proxy.close(closed))
  })

  const send = async (origin: string) => {
    const transport = new Transport(origin, limits)
    try {
      return await transport.send(request, { timeoutMs: 2_000 })
    } finally {
      await transport.close()
    }
  }

  it.each(["HTTPS_PROXY", "https_proxy"])(
    "is asked for a connection to the gateway: %s",
    async (name) => {
      process.env[name] = proxyUrl
      await expect(send("https://gateway.test")).rejects.toThrow(
        TransportFailure
      )
      expect(asked).toEqual(["CONNECT gateway.test:443"])
    }
  )

  it("is not asked for what NO_PROXY names, nor for this machine", async () => {
    process.env.HTTPS_PROXY = proxyUrl
    process.env.HTTP_PROXY = proxyUrl
    process.env.NO_PROXY = "other.test, .gateway.test"
    for (const origin of ["https://api.gateway.test", "http://x.localhost:1"]) {
      await expect(send(origin)).rejects.toThrow(TransportFailure)
    }
    expect(asked).toEqual([])
    // As a gateway, not as a proxy.
    expect(await send(proxyUrl)).toMatchObject({ status: 200, body: "{}" })
    expect(asked).toEqual([`GET ${new URL(proxyUrl).host}`])
  })
})
