import { optionFaults, rightOptions as right } from "../fixtures/options"
import { callbackFault, parseOptions } from "./options"

const faultsOf = (patch: object) => optionFaults({ ...right, ...patch })
const parsed = (patch: object) =>
  parseOptions({ ...right, ...patch }).get("default")
const NOT_HTTPS = "must be https (http is for localhost only)"
const NO_URL = "must be an absolute URL, with its scheme (https://)"
const REFUND_PAGE = "must hold {token}, only after a #"

it("names the addresses of medusa-config that links are made of among the faults, without what they hold", () => {
  const admin = {
    storefrontUrl: "https://user:hush@shop.example",
    backendUrl: "https://api.shop.example/#",
  }
  expect(optionFaults({ ...right, merchantId: "" }, admin)).toEqual([
    "admin.storefrontUrl of medusa-config: must not contain credentials",
    "admin.backendUrl of medusa-config: must not contain a query or a fragment",
    "merchantId: must not be empty",
  ])
  const usual = { storefrontUrl: "http://192.0.2.1:8000/de", backendUrl: "/" }
  expect(optionFaults(right, usual)).toEqual([])
})

describe("the options of a merchant", () => {
  it.each([
    "https://gateway.example/base",
    "http://localhost:9100",
    "http://127.0.0.1:9100",
    "http://[::1]:9100",
  ])("take %s as the gateway's address", (baseUrl) => {
    expect(faultsOf({ baseUrl })).toEqual([])
  })

  it.each<[object, ...string[]]>([
    [{ baseUrl: undefined }, "baseUrl: is missing"],
    [{ merchantId: undefined }, "merchantId: is missing"],
    [{ merchantId: "  " }, "merchantId: must not be empty"],
    [{ webhookSecret: undefined }, "webhookSecret: is missing"],
    [{ webhookSecret: "" }, "webhookSecret: must not be empty"],
    [{ webhookSecret: [] }, "webhookSecret: must hold at least one secret"],
    [{ webhookSecret: ["x", ""] }, "webhookSecret.1: must not be empty"],
    [
      { webhookSecret: 7 },
      "webhookSecret: must be a text that is not empty, or a list of such",
    ],
    [{ callbackBaseUrl: undefined }, "callbackBaseUrl: is missing"],
    [{ callbackBaseUrl: "localhost:9100" }, `callbackBaseUrl: ${NO_URL}`],
    ...[
      ["?key=hush", "a query or a fragment"],
      ["?", "a query or a fragment"],
      ["/#", "a query or a fragment"],
      ["/a b", "spaces or backslashes"],
      ["\n", "spaces or backslashes"],
    ].flatMap(([end, what]): [object, string][] =>
      ["callbackBaseUrl", "baseUrl"].map((name) => [
        { [name]: `https://api.shop.example${end}` },
        `${name}: must not contain ${what}`,
      ])
    ),
    [
      { callbackBaseUrl: "https://user:hush@api.shop.example" },
      "callbackBaseUrl: must not hold credentials",
    ],
    [{ apiKey: undefined }, "apiKey: is missing (or give privateKey)"],
    [{ privateKey: "PEM" }, "apiKey: give apiKey or privateKey, not both"],
    [{ baseUrl: "http://gateway.example" }, `baseUrl: ${NOT_HTTPS}`],
    [{ baseUrl: "http://localhost.evil.example" }, `baseUrl: ${NOT_HTTPS}`],
    [{ baseUrl: "gateway.example" }, `baseUrl: ${NO_URL}`],
    [
      { baseUrl: "https://gateway.example/base/v1/" },
      "baseUrl: must end before /v1, which is added to every path: write https://gateway.example/base",
    ],
    [
      { baseUrl: "https://gateway.example?key=hush" },
      "baseUrl: must not contain a query or a fragment",
    ],
    [
      { baseUrl: "https://user:hush@gateway.example" },
      "baseUrl: must not hold credentials",
    ],
    [{ successUrl: "http://shop.example/x" }, `successUrl: ${NOT_HTTPS}`],
    [
      { successUrl: "https://shop.example/{cart_id}" },
      "successUrl: must not hold {cart_id}: whoever has an order's payment link would see it",
    ],
    [{ failUrl: "javascript:alert(1)" }, `failUrl: ${NOT_HTTPS}`],
    [
      { allowedReturnOrigins: ["https://a.example", "*"] },
      `allowedReturnOrigins.1: ${NO_URL}`,
    ],
    [
      { baseUrl: "here", merchantid: "x", webhook_secret: "y" },
      `baseUrl: ${NO_URL}`,
      "merchantid: is not an option",
      "webhook_secret: is not an option",
    ],
    [
      {
        notify: {
          email: ["me", { address: "me@shop.example" }],
          digest: "daily",
          slack: true,
        },
      },
      "notify.email.0: must be an e-mail address",
      "notify.email.1: must be an e-mail address",
      "notify.digest: is not an option",
      "notify.slack: is not an option",
    ],
    [
      { payPageUrl: "https://store.example/pay" },
      "payPageUrl: must hold {payment_collection_id}",
    ],
    [
      { payPageUrl: "http://store.example/pay/{payment_collection_id}" },
      `payPageUrl: ${NOT_HTTPS}`,
    ],
    ...["refund", "refund/{token}", "refund?t={token}#{token}"].map(
      (page): [object, string] => [
        { refundPageUrl: `https://store.example/${page}` },
        `refundPageUrl: ${REFUND_PAGE}`,
      ]
    ),
    [
      { refundPageUrl: "http://store.example/r#{token}" },
      `refundPageUrl: ${NOT_HTTPS}`,
    ],
    [{ coins: [] }, "coins: must name at least one coin"],
    [{ coins: [" "] }, "coins.0: must not be empty"],
    [{ coins: ["ETH", "ETH"] }, "coins: must name each coin once"],
  ])("are refused with %j", (patch, ...faults) => {
    expect(faultsOf(patch)).toEqual(faults)
  })

  it.each<[string, ...unknown[]]>([
    ["testMode", "true"],
    ["feePayer", "nobody"],
    ["timeoutMs", 99, 300_001, NaN, 1_000.5],
    ["lateWindowDays", -1, 366],
    ["maxShortfallPercent", -1, 100.5, 1e-7, "1"],
  ])("are refused when %s is one of %p", (option, ...values) => {
    const fault = expect.stringMatching(new RegExp(`^${option}: `))
    for (const value of values) {
      expect(faultsOf({ [option]: value })).toEqual([fault])
    }
  })

  it("take what wallets need to know about coins", () => {
    const address = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"
    const tokens = {
      USDC: { chainId: 137, address, decimals: 6 },
      ETH_TEST: { chainId: 11155111, decimals: 18, test: true },
    }
    expect(faultsOf({ tokens })).toEqual([])
  })

  it.each([
    { chainId: 1, decimals: 6, address: "0xabc" },
    { chainId: 1, decimals: 99 },
    { chainId: -1, decimals: 6 },
    { chainId: 1, decimals: 6, test: true },
    { chainId: 56, decimals: 18 },
    {
      chainId: 1,
      decimals: 18,
      address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    },
  ])("reject %j as a token, by its code", (token) => {
    expect(faultsOf({ tokens: { USDC: token } })).toEqual([
      expect.stringMatching(/^tokens\.USDC: must have a chainId, /),
    ])
  })
})

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
    const own = { merchantId: "merchant-2", testMode: true }
    const us = { ...right, ...own }
    const merchants = parseOptions({ merchants: { eu: right, us } })
    expect([...merchants.keys()]).toEqual(["eu", "us"])
    expect(merchants.get("eu")?.testMode).toBe(false)
    expect(merchants.get("us")).toMatchObject(own)
  })

  it.each([
    [{ webhookSecret: ["new", " old "] }, { webhookSecret: ["new", "old"] }],
    [{ apiKey: undefined, privateKey: "PEM" }, { privateKey: "PEM" }],
    [
      { notify: { feed: false, email: ["desk@shop.example", "b@a.example"] } },
      { notify: { feed: false, email: ["desk@shop.example", "b@a.example"] } },
    ],
    // Medusa adds the database's settings.
    [{ database: { clientUrl: "postgres://" } }, {}],
  ])("can hold %j", (patch, options) => {
    expect(parsed(patch)).toMatchObject(options)
  })

  const eu = { ...right, baseUrl: "nowhere" }
  const us = { ...right, color: "red" }
  it.each<[string, object, ...string[]]>([
    [
      "which merchant a fault belongs to",
      { merchants: { eu, us } },
      `merchants.eu.baseUrl: ${NO_URL}`,
      "merchants.us.color: is not an option",
    ],
    [
      "what stands beside several merchants",
      { merchants: { eu: right }, apiKey: "hush", webhokSecret: "x" },
      "apiKey: is not an option beside merchants",
      "webhokSecret: is not an option beside merchants",
    ],
  ])("are named: %s", (_what, options, ...faults) => {
    expect(optionFaults(options)).toEqual(faults)
  })

  it.each([
    [null, [": Invalid input: expected object, received null"]],
    ["eu", [": Invalid input: expected object, received string"]],
    [
      [],
      [
        ": Invalid input: expected object, received array",
        ".apiKey: is missing (or give privateKey)",
      ],
    ],
    [
      {},
      [
        ".baseUrl: is missing",
        ".merchantId: is missing",
        ".webhookSecret: is missing",
        ".callbackBaseUrl: is missing",
        ".apiKey: is missing (or give privateKey)",
      ],
    ],
  ])("have no merchant or merchants %j", (wrong, faults) => {
    expect(optionFaults({ merchants: wrong })).toEqual([
      "merchants: names no merchant",
    ])
    expect(optionFaults({ merchants: { eu: wrong } })).toEqual(
      faults.map((fault) => `merchants.eu${fault}`)
    )
  })

  it.each([undefined, null, {}, "options"])("are not %j", (options) => {
    const missing = ["baseUrl: is missing", "merchantId: is missing"]
    expect(optionFaults(options)).toEqual(expect.arrayContaining(missing))
  })

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
    const text = optionFaults(secrets).join("\n")
    expect(text).not.toMatch(/hush|7777777/)
    expect(text).toMatch(/apiKey/)
  })
})

describe("the address for webhooks", () => {
  it.each([
    ["https://gateway.example", "http://localhost:9000", true],
    ["https://gateway.example", "http://127.0.0.1:9000", true],
    ["https://gateway.example", "http://[::1]:9000", true],
    ["https://gateway.example", "https://shop.example", false],
    ["http://localhost:4000", "http://localhost:9000", false],
    ["http://127.0.0.1:4000", "https://shop.example", false],
  ])("with the gateway at %s: %s is out of reach: %s", (...given) => {
    const [baseUrl, callbackBaseUrl, isFault] = given
    expect(callbackFault({ baseUrl, callbackBaseUrl }) !== undefined).toBe(
      isFault
    )
  })
})
