import { MedusaError } from "@medusajs/framework/utils"

import { parseOptions } from "./parse-options"

const right = {
  baseUrl: "https://gateway.example",
  merchantId: "merchant-1",
  apiKey: "key-1",
  webhookSecret: "whsec-1",
  callbackBaseUrl: "https://api.shop.example",
}

function faultsOf(options: unknown): string[] {
  try {
    parseOptions(options)
  } catch (error) {
    if (!(error instanceof MedusaError)) throw error
    expect(error.type).toBe(MedusaError.Types.INVALID_DATA)
    const [head, ...faults] = error.message.split("\n")
    expect(head).toBe(
      `medusa-payment-crypto: the plugin's options have ${faults.length} fault(s):`
    )
    return faults.map((fault) => fault.replace(/^ {2}- /, ""))
  }
  return []
}

describe("the plugin's options", () => {
  it("of one merchant stand flat, and the rest has defaults", () => {
    expect([...parseOptions(right)]).toEqual([
      [
        "default",
        {
          ...right,
          webhookSecret: ["whsec-1"],
          testMode: false,
          allowedReturnOrigins: [],
          autoTrace: false,
          timeoutMs: 30_000,
          webhookToleranceSeconds: 300,
          lateWindowDays: 7,
        },
      ],
    ])
  })

  it("can name several merchants, each with its own", () => {
    const merchants = parseOptions({
      merchants: {
        eu: right,
        us: { ...right, merchantId: "merchant-2", testMode: true },
      },
    })
    expect([...merchants.keys()]).toEqual(["eu", "us"])
    expect(merchants.get("eu")?.testMode).toBe(false)
    expect(merchants.get("us")).toMatchObject({
      merchantId: "merchant-2",
      testMode: true,
    })
  })

  it("can hold several webhook secrets while one is rotated", () => {
    const options = { ...right, webhookSecret: ["new", " old "] }
    expect(parseOptions(options).get("default")?.webhookSecret).toEqual([
      "new",
      "old",
    ])
  })

  it("can hold a private key in place of the API key", () => {
    const options = { ...right, apiKey: undefined, privateKey: "PEM" }
    expect(parseOptions(options).get("default")?.privateKey).toBe("PEM")
  })

  it("may come with the database's settings that Medusa adds", () => {
    expect(
      faultsOf({ ...right, database: { clientUrl: "postgres://" } })
    ).toEqual([])
  })

  it.each([
    ["https on any host", "https://gateway.example/base"],
    ["http on localhost", "http://localhost:9100"],
    ["http on the loopback address", "http://127.0.0.1:9100"],
    ["http on the loopback address of IPv6", "http://[::1]:9100"],
  ])("take %s as the gateway's address", (_what, baseUrl) => {
    expect(faultsOf({ ...right, baseUrl })).toEqual([])
  })

  it.each<[string, Record<string, unknown>, string[]]>([
    ["no base URL", { baseUrl: undefined }, ["baseUrl: is missing"]],
    ["no merchant id", { merchantId: undefined }, ["merchantId: is missing"]],
    [
      "a blank merchant id",
      { merchantId: "  " },
      ["merchantId: must not be empty"],
    ],
    [
      "no webhook secret",
      { webhookSecret: undefined },
      ["webhookSecret: is missing or empty"],
    ],
    [
      "an empty webhook secret",
      { webhookSecret: "" },
      ["webhookSecret: must not be empty"],
    ],
    [
      "an empty list of webhook secrets",
      { webhookSecret: [] },
      ["webhookSecret: must hold at least one secret"],
    ],
    [
      "an empty secret among webhook secrets",
      { webhookSecret: ["whsec-1", ""] },
      ["webhookSecret.1: must not be empty"],
    ],
    [
      "no callback base URL",
      { callbackBaseUrl: undefined },
      ["callbackBaseUrl: is missing"],
    ],
    [
      "no key at all",
      { apiKey: undefined },
      ["apiKey: is missing (or give privateKey)"],
    ],
    [
      "both keys",
      { privateKey: "PEM" },
      ["apiKey: give apiKey or privateKey, not both"],
    ],
    [
      "http on another host",
      { baseUrl: "http://gateway.example" },
      ["baseUrl: baseUrl must be https (http is for localhost only)"],
    ],
    [
      "http on a host that looks local",
      { baseUrl: "http://localhost.evil.example" },
      ["baseUrl: baseUrl must be https (http is for localhost only)"],
    ],
    [
      "another protocol",
      { baseUrl: "ftp://localhost" },
      ["baseUrl: baseUrl must be https (http is for localhost only)"],
    ],
    [
      "no URL",
      { baseUrl: "gateway.example" },
      ["baseUrl: baseUrl must be an absolute URL"],
    ],
    [
      "credentials in a URL",
      { baseUrl: "https://user:hush@gateway.example" },
      ["baseUrl: baseUrl must not hold credentials"],
    ],
    [
      "a return page without https",
      { successUrl: "http://shop.example/{cart_id}" },
      ["successUrl: successUrl must be https (http is for localhost only)"],
    ],
    [
      "a script as a return page",
      { failUrl: "javascript:alert(1)" },
      ["failUrl: failUrl must be https (http is for localhost only)"],
    ],
    [
      "an origin that is none",
      { allowedReturnOrigins: ["https://a.example", "*"] },
      ["allowedReturnOrigins.1: allowedReturnOrigins must be an absolute URL"],
    ],
    [
      "an option that does not exist",
      { merchantid: "x", webhook_secret: "y" },
      ["merchantid: is not an option", "webhook_secret: is not an option"],
    ],
    [
      "a fee payer that does not exist",
      { feePayer: "nobody" },
      ['feePayer: invalid option: expected one of "payer"|"payee"'],
    ],
  ])("are refused with %s", (_what, patch, faults) => {
    expect(faultsOf({ ...right, ...patch })).toEqual(faults)
  })

  it.each([
    ["timeoutMs", 99],
    ["timeoutMs", 300_001],
    ["timeoutMs", NaN],
    ["timeoutMs", 1_000.5],
    ["webhookToleranceSeconds", 0],
    ["webhookToleranceSeconds", 86_401],
    ["lateWindowDays", -1],
    ["lateWindowDays", 366],
    ["description", ""],
    ["description", "x".repeat(129)],
  ])("are refused when %s is %p", (option, value) => {
    const faults = faultsOf({ ...right, [option]: value })
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${option}: `))])
  })

  it("are told of every fault at once, each with its option", () => {
    const faults = faultsOf({
      baseUrl: "http://gateway.example",
      apiKey: "key-1",
      testMode: 1,
      colour: "red",
    })
    expect(faults.map((fault) => fault.split(":")[0]).sort()).toEqual([
      "baseUrl",
      "callbackBaseUrl",
      "colour",
      "merchantId",
      "testMode",
      "webhookSecret",
    ])
  })

  it("are told which merchant a fault belongs to", () => {
    const faults = faultsOf({
      merchants: {
        eu: { ...right, baseUrl: "nowhere" },
        us: { ...right, color: "red" },
      },
    })
    expect(faults).toEqual([
      "merchants.eu.baseUrl: baseUrl must be an absolute URL",
      "merchants.us.color: is not an option",
    ])
  })

  it.each([[{}], [[]], [null], ["eu"]])(
    "are refused when merchants is %j",
    (merchants) => {
      expect(faultsOf({ merchants })).not.toEqual([])
    }
  )

  it.each([undefined, null, {}, "options", 7])(
    "are refused when they are %j",
    (options) => {
      expect(faultsOf(options)).toEqual(
        expect.arrayContaining([
          "baseUrl: is missing",
          "merchantId: is missing",
        ])
      )
    }
  )

  it("are never printed, secrets least of all", () => {
    const secrets = {
      apiKey: ["hush-api-key"],
      privateKey: 7_777_777,
      privateKeyPassphrase: { hush: "hush-passphrase" },
      webhookSecret: { hush: "hush-webhook" },
      merchantId: ["hush-merchant"],
      baseUrl: "https://user:hush-password@gateway.example",
      callbackBaseUrl: "hush-callback",
      feePayer: "hush-fee",
      description: "hush".repeat(40),
    }
    const text = faultsOf(secrets).join("\n")
    expect(text).not.toMatch(/hush|7777777/)
    expect(text).toMatch(/apiKey/)
  })
})
