import {
  optionFaults as faultsOf,
  rightOptions as right,
} from "../fixtures/options"
import { parseOptions } from "./parse-options"

describe("the plugin's options", () => {
  it("of one merchant stand flat, and the rest has defaults", () => {
    expect([...parseOptions(right)]).toEqual([
      [
        "default",
        {
          ...right,
          unpaidOrderHours: 24,
          webhookSecret: ["whsec-1"],
          placeOrder: "after_payment",
          testMode: false,
          allowedReturnOrigins: [],
          autoTrace: false,
          timeoutMs: 30_000,
          tokens: {},
          lateWindowDays: 7,
          notify: { feed: true, email: [] },
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

  it("name who is told", () => {
    const email = ["desk@shop.example", "buero@shop.example"]
    const notify = { feed: false, email }
    expect(parseOptions({ ...right, notify }).get("default")?.notify).toEqual(
      notify
    )
  })

  it("may come with the database's settings that Medusa adds", () => {
    expect(
      faultsOf({ ...right, database: { clientUrl: "postgres://" } })
    ).toEqual([])
  })

  it("are told of every fault at once, each with its option", () => {
    const faults = faultsOf({
      baseUrl: "http://gateway.example",
      testMode: 1,
      colour: "red",
    })
    expect(faults.map((fault) => fault.split(":")[0]).sort()).toEqual([
      "apiKey",
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
      "merchants.eu.baseUrl: must be an absolute URL",
      "merchants.us.color: is not an option",
    ])
  })

  it.each([
    ["https://store.example/pay", "must hold {payment_collection_id}"],
    ["/pay/{payment_collection_id}", "must be an absolute URL"],
    [
      "http://store.example/pay/{payment_collection_id}",
      "must be https (http is for localhost only)",
    ],
  ])("refuse the pay page %s", (payPageUrl, fault) => {
    expect(faultsOf({ ...right, payPageUrl })).toEqual([`payPageUrl: ${fault}`])
  })

  it.each([
    ["https://store.example/refund", "must hold {token}, only after a #"],
    [
      "https://store.example/refund/{token}",
      "must hold {token}, only after a #",
    ],
    [
      "https://store.example/refund?t={token}#{token}",
      "must hold {token}, only after a #",
    ],
    [
      "http://store.example/r#{token}",
      "must be https (http is for localhost only)",
    ],
  ])("refuse the refund page %s", (refundPageUrl, fault) => {
    expect(faultsOf({ ...right, refundPageUrl })).toEqual([
      `refundPageUrl: ${fault}`,
    ])
  })

  it("are told of what stands beside several merchants", () => {
    expect(
      faultsOf({ merchants: { eu: right }, apiKey: "hush", webhokSecret: "x" })
    ).toEqual([
      "apiKey: is not an option beside merchants",
      "webhokSecret: is not an option beside merchants",
    ])
  })

  it.each([null, "eu", 7, []])(
    "are refused when the merchant of a key is %j",
    (merchant) => {
      const faults = faultsOf({ merchants: { eu: merchant } })
      expect(faults).not.toEqual([])
      for (const fault of faults) expect(fault).toMatch(/^merchants\.eu(:|\.)/)
    }
  )

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
    }
    const text = faultsOf(secrets).join("\n")
    expect(text).not.toMatch(/hush|7777777/)
    expect(text).toMatch(/apiKey/)
  })
})
