import {
  optionFaults as faultsOf,
  rightOptions as right,
} from "../fixtures/options"

describe("the options of a merchant", () => {
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
      ["webhookSecret: is missing"],
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
      ["baseUrl: must be https (http is for localhost only)"],
    ],
    [
      "http on a host that looks local",
      { baseUrl: "http://localhost.evil.example" },
      ["baseUrl: must be https (http is for localhost only)"],
    ],
    [
      "another protocol",
      { baseUrl: "ftp://localhost" },
      ["baseUrl: must be https (http is for localhost only)"],
    ],
    [
      "no URL",
      { baseUrl: "gateway.example" },
      ["baseUrl: must be an absolute URL"],
    ],
    [
      "a base URL that goes on with /v1",
      { baseUrl: "https://gateway.example/base/v1/" },
      [
        "baseUrl: must end before /v1, which is added to every path: write https://gateway.example/base",
      ],
    ],
    [
      "a base URL with a query",
      { baseUrl: "https://gateway.example?key=hush" },
      ["baseUrl: must not contain a query or a fragment"],
    ],
    [
      "credentials in a URL",
      { baseUrl: "https://user:hush@gateway.example" },
      ["baseUrl: must not hold credentials"],
    ],
    [
      "a return page without https",
      { successUrl: "http://shop.example/x" },
      ["successUrl: must be https (http is for localhost only)"],
    ],
    [
      "the cart in a return page",
      { successUrl: "https://shop.example/{cart_id}" },
      [
        "successUrl: must not hold {cart_id}: whoever has an order's payment link would see it",
      ],
    ],
    [
      "a script as a return page",
      { failUrl: "javascript:alert(1)" },
      ["failUrl: must be https (http is for localhost only)"],
    ],
    [
      "an origin that is none",
      { allowedReturnOrigins: ["https://a.example", "*"] },
      ["allowedReturnOrigins.1: must be an absolute URL"],
    ],
    [
      "a test mode in words",
      { testMode: "true" },
      ["testMode: Invalid input: expected boolean, received string"],
    ],
    [
      "a number as webhook secret",
      { webhookSecret: 7 },
      ["webhookSecret: must be a text that is not empty, or a list of such"],
    ],
    [
      "an option that does not exist",
      { merchantid: "x", webhook_secret: "y" },
      ["merchantid: is not an option", "webhook_secret: is not an option"],
    ],
    [
      "a fee payer that does not exist",
      { feePayer: "nobody" },
      ['feePayer: Invalid option: expected one of "payer"|"payee"'],
    ],
    [
      "faults in who is told",
      {
        notify: {
          email: ["me", { address: "me@shop.example" }],
          digest: "daily",
          slack: true,
        },
      },
      [
        "notify.email.0: must be an e-mail address",
        "notify.email.1: must be an e-mail address",
        "notify.digest: is not an option",
        "notify.slack: is not an option",
      ],
    ],
  ])("are refused with %s", (_what, patch, faults) => {
    expect(faultsOf({ ...right, ...patch })).toEqual(faults)
  })

  it.each([
    ["timeoutMs", 99],
    ["timeoutMs", 300_001],
    ["timeoutMs", NaN],
    ["timeoutMs", 1_000.5],
    ["lateWindowDays", -1],
    ["lateWindowDays", 366],
    ["maxShortfallPercent", -1],
    ["maxShortfallPercent", 100.5],
    ["maxShortfallPercent", 1e-7],
    ["maxShortfallPercent", "1"],
  ])("are refused when %s is %p", (option, value) => {
    const faults = faultsOf({ ...right, [option]: value })
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${option}: `))])
  })

  it("take what wallets need to know about coins", () => {
    const address = "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"
    const tokens = {
      USDC: { chainId: 137, address, decimals: 6 },
      ETH_TEST: { chainId: 11155111, decimals: 18, test: true },
    }
    expect(faultsOf({ ...right, tokens })).toEqual([])
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
    expect(faultsOf({ ...right, tokens: { USDC: token } })).toEqual([
      expect.stringMatching(/^tokens\.USDC: must have a chainId, /),
    ])
  })
})
