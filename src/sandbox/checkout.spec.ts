import { call, makeWidget, post, statusOf } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ control: true })
})
afterAll(() => sandbox.close())

const page = async (id: string) => (await call(sandbox, `GET /pay/${id}`)).text

describe("the checkout page", () => {
  it("goes from coin to transfer to the shop with plain form posts", async () => {
    const success_url = "http://127.0.0.1:1/thanks?order=1&x=%20"
    const id = await makeWidget(sandbox, { success_url })
    expect(await page(id)).toContain('value="USDT_TRC20"')

    const picked = await post(sandbox, `/pay/${id}/coin`, { currency: "TRX" })
    expect(picked.status).toBe(303)
    expect(picked.headers.get("location")).toBe(`/pay/${id}`)
    const { json } = await call(sandbox, `GET /v1/payments/${id}`)
    const transfer = await page(id)
    expect(transfer).toContain(`>${String(json.wallet_address)}</output>`)
    expect(transfer).toContain(`>${String(json.amount)}</output>`)
    expect(transfer).toContain("<svg")

    const sent = await post(sandbox, `/pay/${id}/send`)
    expect(sent.status).toBe(303)
    expect(sent.headers.get("location")).toBe(success_url)
    expect(await statusOf(sandbox, id)).toBe("confirmed")
    expect(await page(id)).toContain("Back to the shop")
  })

  it("redirects to a chat bot's deep link of 64 characters unchanged", async () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    const success_url = `https://t.me/shop_bot?start=${letters}0123456789_-`
    const id = await makeWidget(sandbox, { success_url })
    await post(sandbox, `/pay/${id}/coin`, { currency: "TRX" })
    const { headers } = await post(sandbox, `/pay/${id}/send`)
    expect(headers.get("location")).toBe(success_url)
  })

  it("stays on the page without a success_url", async () => {
    const id = await makeWidget(sandbox)
    await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
    const sent = await post(sandbox, `/pay/${id}/send`)
    expect(sent.headers.get("location")).toBe(`/pay/${id}`)
    expect(await page(id)).toContain(">Paid<")
  })

  it("says how much arrived, which may be more than what was due", async () => {
    const id = await makeWidget(sandbox, { amount: 10 })
    await post(sandbox, `/pay/${id}/coin`, { currency: "USDT_TRC20" })
    const { json } = await call(sandbox, `GET /v1/payments/${id}`)
    const paid = await call(sandbox, `POST /control/payments/${id}/pay`, {
      kind: "over",
    })
    expect(paid.status).toBe(200)
    const [, received] =
      /([\d.]+) USDT_TRC20 received/.exec(await page(id)) ?? []
    expect(Number(received)).toBeCloseTo(Number(json.amount) * 1.1, 6)
  })

  it("is not cached, so that going back shows the current status", async () => {
    const id = await makeWidget(sandbox)
    const { headers } = await call(sandbox, `GET /pay/${id}`)
    expect(headers.get("cache-control")).toBe("no-store")
  })

  it("sends the coins once, however often the button is pressed", async () => {
    const id = await makeWidget(sandbox, { success_url: "http://127.0.0.1:1/" })
    await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
    const presses = await Promise.all(
      [1, 2, 3].map(() => post(sandbox, `/pay/${id}/send`))
    )
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303])
  })

  it("lets the buyer choose another coin until the coins are sent", async () => {
    const id = await makeWidget(sandbox)
    await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
    expect((await call(sandbox, `GET /pay/${id}?choose`)).text).toContain(
      'value="USDT_TRC20"'
    )
    await post(sandbox, `/pay/${id}/coin`, { currency: "BNB" })
    await post(sandbox, `/pay/${id}/send`)
    const late = await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
    expect(late.status).toBe(409)
    const { json } = await call(sandbox, `GET /v1/payments/${id}`)
    expect(json.currency).toBe("BNB")
  })

  it("offers test coins for a test payment only", async () => {
    const id = await makeWidget(sandbox, { is_test: true })
    expect(await page(id)).not.toContain('value="ETH"')
    const live = await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
    expect(live.status).toBe(400)
    expect(live.text).toContain("Pick one of the coins below.")
    const test = await post(sandbox, `/pay/${id}/coin`, {
      currency: "ETH_TEST",
    })
    expect(test.status).toBe(303)
  })

  it("cancels, and redirects to the fail_url", async () => {
    const fail_url = "http://127.0.0.1:1/cart"
    const id = await makeWidget(sandbox, { fail_url })
    const canceled = await post(sandbox, `/pay/${id}/cancel`)
    expect(canceled.headers.get("location")).toBe(fail_url)
    expect(await statusOf(sandbox, id)).toBe("expired")
    expect(await page(id)).toContain(`href="${fail_url}"`)
    expect((await post(sandbox, `/pay/${id}/send`)).status).toBe(409)
    expect(await statusOf(sandbox, id)).toBe("expired")
  })

  it("does not send coins before one is picked, nor cancel what is paid", async () => {
    const id = await makeWidget(sandbox)
    expect((await post(sandbox, `/pay/${id}/send`)).status).toBe(409)
    await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
    await post(sandbox, `/pay/${id}/send`)
    expect((await post(sandbox, `/pay/${id}/cancel`)).status).toBe(409)
    expect(await statusOf(sandbox, id)).toBe("confirmed")
  })

  it("serves inline payments too, so that their test coins can be sent", async () => {
    const { json } = await call(sandbox, "POST /v1/payments/h2h", {
      amount: 1,
      currency: "USD",
      external_id: "inline",
      target_currency: "USDC_ERC20",
    })
    const id = String(json.id)
    expect(await page(id)).toContain(String(json.wallet_address))
    expect((await post(sandbox, `/pay/${id}/send`)).status).toBe(303)
    expect(await statusOf(sandbox, id)).toBe("confirmed")
  })

  it.each(["expire", "fail"])(
    "leads to the fail_url by itself after %s",
    async (end) => {
      const fail_url = "http://127.0.0.1:1/again"
      const id = await makeWidget(sandbox, {
        fail_url,
        success_url: "http://a",
      })
      await call(sandbox, `POST /control/payments/${id}/${end}`)
      const { json } = await call(sandbox, `GET /pay/${id}/status`)
      expect(json.redirect_url).toBe(fail_url)
    }
  )

  it("returns the status and the redirect URL to its script", async () => {
    const success_url = "http://127.0.0.1:1/thanks"
    const id = await makeWidget(sandbox, { success_url })
    const readStatus = async () =>
      (await call(sandbox, `GET /pay/${id}/status`)).json
    expect(await readStatus()).toEqual({
      status: "created",
      redirect_url: null,
    })
    await call(sandbox, `POST /control/payments/${id}/pay`)
    expect(await readStatus()).toEqual({
      status: "confirmed",
      redirect_url: success_url,
    })
  })

  it("escapes the texts of the shop", async () => {
    const id = await makeWidget(sandbox, {
      external_id: '<b id="x">',
      success_url: 'http://127.0.0.1:1/?a="><script>alert(1)</script>',
      metadata: { description: "<script>alert(1)</script>" },
    })
    await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
    await post(sandbox, `/pay/${id}/send`)
    const text = await page(id)
    expect(text).not.toContain("<script>alert")
    expect(text).toContain("&lt;script&gt;alert(1)")
    // The cart's id, which whoever pays does not get to know.
    expect(text).not.toContain("b id")
  })

  it("shows that it is a sandbox and loads nothing from other servers", async () => {
    const id = await makeWidget(sandbox)
    const answer = await call(sandbox, `GET /pay/${id}`)
    expect(answer.text).toContain("No real money is moved")
    expect(answer.text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(answer.headers.get("content-security-policy")).toMatch(
      "default-src 'none'"
    )
  })

  it.each([
    "GET /pay/x",
    "POST /pay/x/send",
    "POST /pay/x/cancel",
    "POST /pay/x/coin",
  ])("answers 404 to %s of an unknown payment", async (request) => {
    const answer = await call(sandbox, request)
    expect(answer.status).toBe(404)
    expect(answer.text).toContain("Unknown payment")
  })
})
