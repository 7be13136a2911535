import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { eventually } from "../support/eventually"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"
import { refundLink } from "../support/shop/refund-requests"
import { testShop } from "../support/shop/test-shop"

type RequestLogger = Logger & { shouldLog(level: string): boolean }

const PREFLIGHT = {
  origin: "http://localhost:8000",
  "access-control-request-method": "GET",
  "access-control-request-headers":
    "x-crypto-refund-secret,x-publishable-api-key",
}

const refundLogSuite = refundSuite("the log of a refund page", (shop) => {
  const { refundRequests, pay, store } = shop

  it("has no secret, also of preflights and refused requests", async () => {
    const logger: RequestLogger = shop
      .container()
      .resolve(ContainerRegistrationKeys.LOGGER)
    const lines: string[] = []
    for (const level of ["http", "info", "warn", "error"] as const) {
      jest.spyOn(logger, level).mockImplementation((...[line]: unknown[]) => {
        lines.push(String(line))
      })
    }
    jest.spyOn(logger, "shouldLog").mockReturnValue(true)

    const { token, link } = await refundRequests.request((await pay()).id)
    const { path, headers } = refundLink(token)
    const [, secret] = token.split(".")
    const visit = (method: string, more: object, body?: object) =>
      fetch(`${shop.baseUrl()}${path}`, {
        method,
        // What a browser leaves out: the fragment of its page's address.
        headers: { referer: String(link).split("#")[0], ...more },
        body: body && JSON.stringify(body),
      })
    const key = { "x-publishable-api-key": store.publishableKey }

    const preflight = await visit("OPTIONS", PREFLIGHT)
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get("access-control-allow-headers")).toBe(
      PREFLIGHT["access-control-request-headers"]
    )
    expect((await visit("GET", headers)).status).toBe(400)
    expect((await visit("GET", { ...headers, ...key })).status).toBe(200)
    const body = { address: tronAddress(), confirm: true }
    const json = { "content-type": "application/json" }
    const post = { ...headers, ...key, ...json }
    expect((await visit("POST", post, body)).status).toBe(200)
    expect((await visit("POST", post, { confirm: "x" })).status).toBe(400)

    const requests = () => lines.filter((line) => line.includes(` ${path} `))
    await eventually(async () => requests().length >= 5 || undefined, {
      otherwise: `Requests are missing: ${lines.join("\n")}`,
    })
    expect(requests()[0]).toMatch(/^OPTIONS /)
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
  })
})

testShop({
  gateway: { expires: true, retryIntervalSeconds: 1 },
  // Medusa logs no request where this is "test".
  environment: { NODE_ENV: "development" },
  suites: [refundLogSuite],
})
