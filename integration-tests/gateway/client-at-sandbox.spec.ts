import { GatewayClient } from "../../src/gateway"
import { type Sandbox, startSandbox } from "../../src/sandbox"

let sandbox: Sandbox
let client: GatewayClient

async function control(path: string, body?: unknown): Promise<void> {
  const answer = await fetch(`${sandbox.controlUrl}/${path}`, {
    method: "POST",
    body: JSON.stringify(body ?? {}),
  })
  expect(answer.status).toBe(200)
}

const request = (external_id: string) => ({
  amount: "19.90",
  currency: "EUR",
  external_id,
})

const inline = (external_id: string, target_currency: string) => ({
  ...request(external_id),
  target_currency,
})

describe.each([
  ["all that is published", false, "suffixed"],
  ["nothing but the contract", true, "suffixed"],
  ["the published codes of coins", false, "published"],
] as const)("the client at a sandbox with %s", (_, contractOnly, coins) => {
  beforeEach(async () => {
    sandbox = await startSandbox({ control: true, contractOnly, coins })
    client = new GatewayClient({
      baseUrl: sandbox.url,
      merchantId: sandbox.merchantId,
      apiKey: sandbox.apiKey,
      retryBaseDelayMs: 1,
    })
  })
  afterEach(async () => {
    await client.close()
    await sandbox.close()
  })

  it("creates, reads and lists payments of both flows", async () => {
    const urls = {
      callback_url: "https://shop.example/hook",
      success_url: "https://shop.example/thanks",
      fail_url: "https://shop.example/again",
    }
    const hosted = await client.createWidgetPayment({
      ...request("hosted"),
      ...urls,
    })
    expect(hosted).toMatchObject({ status: "created", external_id: "hosted" })
    expect(hosted.url).toMatch(/^http/)
    const direct = await client.createH2hPayment(inline("direct", "ETH"))
    expect(direct).toMatchObject({ currency: "ETH", external_id: "direct" })
    expect(direct.wallet_address).toMatch(/^0x/)
    const read = await client.getPayment({ id: hosted.id })
    expect(read).toMatchObject({ id: hosted.id, status: "created" })
    expect(read.url).toBe(contractOnly ? hosted.url : undefined)
    const { callback_url, success_url, fail_url } = read
    expect({ callback_url, success_url, fail_url }).toEqual(
      contractOnly ? {} : urls
    )
    const list = await client.listPayments()
    expect(list).toMatchObject({ total: 2, limit: 20, offset: 0 })
    expect(await client.expirePayment({ id: hosted.id })).toMatchObject(
      contractOnly ? { expired: false, reason: "not_found" } : { expired: true }
    )
  })

  it.each(["hosted", "inline"])(
    "gets the same %s payment again, also once it is paid",
    async (flow) => {
      const create = () =>
        flow === "hosted"
          ? client.createWidgetPayment(request("again"))
          : client.createH2hPayment(inline("again", "ETH"))
      const { id, ...first } = await create()
      expect(await create()).toEqual({ id, ...first })
      await control(`payments/${id}/pay`)
      expect(await client.getPayment({ id })).toMatchObject({
        status: "confirmed",
        wallet_address: expect.any(String),
      })
      expect(await create()).toMatchObject({
        id,
        ...first,
        status: "confirmed",
      })
    }
  )

  it("reads currencies and merchant", async () => {
    const coins = await client.listCurrencies({ is_test: false })
    expect(coins).toContainEqual(
      expect.objectContaining({ code: "ETH", blockchain: "Ethereum" })
    )
    expect(await client.getMerchant()).toMatchObject({
      id: sandbox.merchantId,
      balance: "100.00",
    })
  })

  it("gets one payment for one external_id when responses are lost", async () => {
    const fault = { kind: "cut", when: "after", count: 2 }
    await control("faults", { requests: [fault] })
    const { id } = await client.createWidgetPayment(request("lost"))
    const again = await client.createWidgetPayment(request("lost"))
    expect(again.id).toBe(id)
    expect((await client.listPayments()).total).toBe(1)
  })
})
