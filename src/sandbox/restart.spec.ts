import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { call, makeWidget, post, statusOf } from "./fixtures"
import { startReceiver } from "./fixtures"
import { startSandbox } from "./index"

let folder: string
let data: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-"))
  data = join(folder, "state.json")
})
afterEach(() => rm(folder, { recursive: true }))

it("keeps payments, their idempotency and their address", async () => {
  const before = await startSandbox({ data })
  const id = await makeWidget(before, { external_id: "kept" })
  await post(before, `/pay/${id}/coin`, { currency: "ETH" })
  const { json } = await call(before, `GET /v1/payments/${id}`)
  await before.close()

  const after = await startSandbox({ data })
  const read = await call(after, `GET /v1/payments/${id}`)
  expect(read.json).toEqual(json)
  expect(await makeWidget(after, { external_id: "kept" })).toBe(id)
  await after.close()
  expect(await readdir(folder)).toEqual(["state.json"])
})

it("expires payments whose countdown ended while it was stopped", async () => {
  const before = await startSandbox({ data, countdownSeconds: 0.2 })
  const id = await makeWidget(before)
  await before.close()
  await new Promise((resolve) => setTimeout(resolve, 200))
  const after = await startSandbox({ data })
  while ((await statusOf(after, id)) === "created") {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(await statusOf(after, id)).toBe("expired")
  await after.close()
})

it("continues webhooks that were not delivered", async () => {
  const shop = await startReceiver()
  shop.answers.push(500)
  const before = await startSandbox({ data, control: true })
  const id = await makeWidget(before, { callback_url: shop.url })
  await call(before, `POST /control/payments/${id}/pay`)
  await shop.until(1)
  await before.close()

  const after = await startSandbox({ data, control: true })
  await call(after, "POST /control/clock", { advance_seconds: 60 })
  const [first, second] = await shop.until(2)
  expect(second?.body).toBe(first?.body)
  await after.close()
  await shop.close()
})

it("keeps a rotated key, unless the options set one", async () => {
  const before = await startSandbox({ data, control: true })
  await call(before, `POST /control/merchants/${before.merchantId}`, {
    rotate_key: true,
  })
  await before.close()
  const after = await startSandbox({ data })
  expect(after.apiKey).not.toBe(before.apiKey)
  expect((await call(after, "GET /v1/merchants")).status).toBe(200)
  await after.close()
  const named = await startSandbox({ data, apiKey: "mine" })
  expect(named.apiKey).toBe("mine")
  await named.close()
})

it("does not start on another kind of file", async () => {
  await writeFile(data, '{"version":1}')
  await expect(startSandbox({ data })).rejects.toThrow(
    `${data} is not a state file of this sandbox`
  )
})

it("does not start with other coins than the file has", async () => {
  const before = await startSandbox({ data, coins: "published" })
  await before.close()
  await expect(startSandbox({ data })).rejects.toThrow(
    `${data} has the coins "published", not "suffixed"`
  )
})

it("can be closed twice", async () => {
  const sandbox = await startSandbox()
  await Promise.all([sandbox.close(), sandbox.close()])
  await expect(fetch(sandbox.url)).rejects.toThrow("fetch failed")
})
