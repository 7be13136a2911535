import { readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { call } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

const vectors = z
  .object({
    public_key: z.string(),
    requests: z.array(
      z.object({
        method: z.string(),
        target: z.string(),
        body: z.string(),
        x_sign: z.string(),
      })
    ),
  })
  .parse(
    JSON.parse(
      readFileSync(join(__dirname, "fixtures", "signed-requests.json"), "utf8")
    )
  )

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({
    control: true,
    merchants: [
      {
        id: "signer",
        api_key: ["old-key", "new-key"],
        public_key: vectors.public_key,
        webhook_secret: "s",
      },
      { id: "keyless", api_key: "k", webhook_secret: "s" },
      { id: "asleep", api_key: "k", webhook_secret: "s", suspended: true },
    ],
  })
})
afterAll(() => sandbox.close())

const whoAmI = (headers: Record<string, string>) =>
  call(sandbox, "GET /v1/merchants", undefined, headers)

describe("the API key", () => {
  it("accepts each key that is valid during a rotation", async () => {
    for (const key of ["old-key", "new-key"]) {
      const { status, json } = await whoAmI({
        "x-merchant-id": "signer",
        "x-api-key": key,
      })
      expect([status, json.id]).toEqual([200, "signer"])
    }
  })

  it.each([
    [
      "an unknown merchant",
      { "x-merchant-id": "x", "x-api-key": "k" },
      "MERCHANT_NOT_FOUND",
    ],
    ["no merchant", { "x-api-key": "k" }, "MERCHANT_NOT_FOUND"],
    [
      "a wrong key",
      { "x-merchant-id": "signer", "x-api-key": "k" },
      "INVALID_CREDENTIALS",
    ],
    ["no credential", { "x-merchant-id": "signer" }, "INVALID_CREDENTIALS"],
    [
      "a suspended merchant",
      { "x-merchant-id": "asleep", "x-api-key": "k" },
      "INVALID_CREDENTIALS",
    ],
  ])("responds with 401 to %s", async (_who, headers, code) => {
    const { status, json } = await whoAmI({ ...headers })
    expect([status, json.code]).toEqual([401, code])
  })

  it("is invalid after a rotation", async () => {
    const rotated = await call(sandbox, "POST /control/merchants/keyless", {
      rotate_key: true,
    })
    expect(
      (await whoAmI({ "x-merchant-id": "keyless", "x-api-key": "k" })).status
    ).toBe(401)
    const [key] = z.array(z.string()).parse(rotated.json.api_keys)
    const headers = { "x-merchant-id": "keyless", "x-api-key": key ?? "" }
    expect((await whoAmI(headers)).status).toBe(200)
  })
})

describe("the request signature", () => {
  it.each(vectors.requests)(
    "is accepted in lower and upper case for $method $target",
    async ({ method, target, body, x_sign }) => {
      for (const sign of [x_sign, x_sign.toUpperCase()]) {
        const { status } = await call(
          sandbox,
          `${method} ${target}`,
          body === "" ? undefined : body,
          { "x-merchant-id": "signer", "x-sign": sign }
        )
        expect(status).toBe(200)
      }
    }
  )

  it("covers method, path, query and body", async () => {
    const [merchant, list, create] = vectors.requests
    const tries: [string, string | undefined, string | undefined][] = [
      ["GET /v1/currencies", undefined, merchant?.x_sign],
      ["GET /v1/merchants?a=1", undefined, merchant?.x_sign],
      ["GET /v1/payments?limit=2&offset=0", undefined, list?.x_sign],
      ["POST /v1/payments/widget", `${create?.body ?? ""} `, create?.x_sign],
      ["POST /v1/payments/h2h", create?.body, create?.x_sign],
    ]
    for (const [request, body, sign] of tries) {
      const answer = await call(sandbox, request, body, {
        "x-merchant-id": "signer",
        "x-sign": sign ?? "",
      })
      expect(answer.status).toBe(401)
      expect(answer.json.message).toBe("wrong signature")
    }
  })

  it("is rejected for a merchant without a public key", async () => {
    const [merchant] = vectors.requests
    const { status } = await whoAmI({
      "x-merchant-id": "keyless",
      "x-sign": merchant?.x_sign ?? "",
    })
    expect(status).toBe(401)
  })

  it("is ignored when an API key is sent too", async () => {
    const [merchant] = vectors.requests
    const right = {
      "x-merchant-id": "signer",
      "x-sign": merchant?.x_sign ?? "",
    }
    expect((await whoAmI({ ...right, "x-api-key": "wrong" })).status).toBe(401)
    const bad = { "x-merchant-id": "signer", "x-sign": "00" }
    expect((await whoAmI({ ...bad, "x-api-key": "new-key" })).status).toBe(200)
  })
})

it("does not start with an invalid public key", async () => {
  await expect(startSandbox({ publicKey: "not a key" })).rejects.toThrow()
})
