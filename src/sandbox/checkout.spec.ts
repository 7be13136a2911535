import { call, makeWidget, post, statusOf } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ control: true })
})
afterAll(() => sandbox.close())

const page = async (id: string) => (await call(sandbox, `GET /pay/${id}`)).text
const read = async (id: string) =>
  (await call(sandbox, `GET /v1/payments/${id}`)).json
const choose = (id: string, currency: string) =>
  post(sandbox, `/pay/${id}/coin`, { currency })
const send = (id: string) => post(sandbox, `/pay/${id}/send`)

describe("the checkout page", () => {
  it("goes from coin to transfer to the shop with plain form posts", async () => {
    // A chat bot's deep link of 64 characters.
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    const success_url = `https://t.me/shop_bot?start=${letters}0123456789_-&x=%20`
    const id = await makeWidget(sandbox, { success_url })
    expect(await page(id)).toContain('value="USDT_TRC20"')
    expect((await send(id)).status).toBe(409)

    const picked = await choose(id, "TRX")
    expect(picked.status).toBe(303)
    expect(picked.headers.get("location")).toBe(`/pay/${id}`)
    const { amount, wallet_address } = await read(id)
    const transfer = await page(id)
    expect(transfer).toContain(`>${String(wallet_address)}</output>`)
    expect(transfer).toContain(`>${String(amount)}</output>`)
    expect(transfer).toContain("<svg")

    for (const sent of await Promise.all([1, 2, 3].map(() => send(id)))) {
      expect(sent.status).toBe(303)
      expect(sent.headers.get("location")).toBe(success_url)
    }
    expect(await statusOf(sandbox, id)).toBe("confirmed")
    expect(await page(id)).toContain("Back to the shop")
    expect((await post(sandbox, `/pay/${id}/cancel`)).status).toBe(409)
    expect(await statusOf(sandbox, id)).toBe("confirmed")
  })

  it("stays on the page without a success_url, also of an inline payment", async () => {
    const { json } = await call(sandbox, "POST /v1/payments/h2h", {
      amount: 1,
      currency: "USD",
      external_id: "inline",
      target_currency: "USDC_ERC20",
    })
    const id = String(json.id)
    expect(await page(id)).toContain(String(json.wallet_address))
    expect((await send(id)).headers.get("location")).toBe(`/pay/${id}`)
    expect(await statusOf(sandbox, id)).toBe("confirmed")
    expect(await page(id)).toContain(">Paid<")
  })

  it("lets the buyer choose another coin until the coins are sent", async () => {
    const id = await makeWidget(sandbox)
    await choose(id, "ETH")
    const again = await call(sandbox, `GET /pay/${id}?choose`)
    expect(again.text).toContain('value="USDT_TRC20"')
    await choose(id, "BNB")
    await send(id)
    expect((await choose(id, "ETH")).status).toBe(409)
    expect(await read(id)).toMatchObject({ currency: "BNB" })
  })

  it("offers test coins for a test payment only", async () => {
    const id = await makeWidget(sandbox, { is_test: true })
    expect(await page(id)).not.toContain('value="ETH"')
    const live = await choose(id, "ETH")
    expect(live.status).toBe(400)
    expect(live.text).toContain("Pick one of the coins below.")
    expect((await choose(id, "ETH_TEST")).status).toBe(303)
  })

  it("cancels, and redirects to the fail_url", async () => {
    const fail_url = "http://127.0.0.1:1/cart"
    const id = await makeWidget(sandbox, { fail_url })
    const canceled = await post(sandbox, `/pay/${id}/cancel`)
    expect(canceled.headers.get("location")).toBe(fail_url)
    expect(await statusOf(sandbox, id)).toBe("expired")
    expect(await page(id)).toContain(`href="${fail_url}"`)
    expect((await send(id)).status).toBe(409)
    expect(await statusOf(sandbox, id)).toBe("expired")
  })

  it.each([
    ["pay", "confirmed", "http://127.0.0.1:1/thanks"],
    ["expire", "expired", "http://127.0.0.1:1/again"],
    ["fail", "failed", "http://127.0.0.1:1/again"],
  ])(
    "tells its script status and address of the shop after %s",
    async (end, status, redirect_url) => {
      const success_url = "http://127.0.0.1:1/thanks"
      const fail_url = "http://127.0.0.1:1/again"
      const id = await makeWidget(sandbox, { success_url, fail_url })
      const answer = async () =>
        (await call(sandbox, `GET /pay/${id}/status`)).json
      expect(await answer()).toEqual({ status: "created", redirect_url: null })
      await call(sandbox, `POST /control/payments/${id}/${end}`)
      expect(await answer()).toEqual({ status, redirect_url })
    }
  )

  it("escapes the texts of the shop", async () => {
    const id = await makeWidget(sandbox, {
      external_id: '<b id="x">',
      success_url: 'http://127.0.0.1:1/?a="><script>alert(1)</script>',
      metadata: { description: "<script>alert(1)</script>" },
    })
    await choose(id, "ETH")
    await send(id)
    const text = await page(id)
    expect(text).not.toContain("<script>alert")
    expect(text).toContain("&lt;script&gt;alert(1)")
    // The cart's id, which whoever pays does not get to know.
    expect(text).not.toContain("b id")
  })

  it("shows that it is a sandbox, and is neither cached nor framed", async () => {
    const id = await makeWidget(sandbox)
    const { text, headers } = await call(sandbox, `GET /pay/${id}`)
    expect(text).toContain("No real money is moved")
    expect(headers.get("cache-control")).toBe("no-store")
    for (const path of ["/control", `/pay/${id}`]) {
      const { headers } = await call(sandbox, `GET ${path}`)
      const policy = headers.get("content-security-policy")
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
    }
  })

  it("is not there for an unknown payment", async () => {
    const posts = ["send", "cancel", "coin"].map((end) => `POST /pay/x/${end}`)
    for (const request of ["GET /pay/x", ...posts]) {
      const { status, text } = await call(sandbox, request)
      expect([request, status]).toEqual([request, 404])
      expect(text).toContain("Unknown payment")
    }
  })
})
