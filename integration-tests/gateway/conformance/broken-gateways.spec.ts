import { generateKeyPairSync } from "node:crypto"
import { type Sandbox, startSandbox } from "../../../src/sandbox"
import { runConformance } from "./run-conformance"
import {
  type Passing,
  type Returning,
  startTamperingProxy,
  type Tampering,
} from "./tampering-proxy"

const keys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
})

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ publicKey: keys.publicKey })
})
afterAll(() => sandbox.close())

const json = (body: string): Record<string, unknown> => JSON.parse(body)

const edited =
  (edit: (fields: Record<string, unknown>) => Record<string, unknown>) =>
  ({ status, body }: Returning): Returning => ({
    status,
    body: body.startsWith("{") ? JSON.stringify(edit(json(body))) : body,
  })

const insteadOf =
  (wrong: number, right: number) =>
  (answer: Returning): Returning =>
    answer.status === right ? { ...answer, status: wrong } : answer

const isCreation = ({ method, target }: Passing) =>
  method === "POST" && target.startsWith("/v1/payments/")

let counted = 0

/** Each flaw, and a case that must not miss it. */
const flaws: [string, Tampering, string][] = [
  [
    "refuses credentials with 403",
    { answer: insteadOf(403, 401) },
    "a wrong API key is refused with 401",
  ],
  [
    "lets everyone in",
    {
      request: (request) => ({
        ...request,
        headers: {
          "x-merchant-id": sandbox.merchantId,
          "x-api-key": sandbox.apiKey,
        },
      }),
    },
    "every endpoint refuses a call without a credential with 401",
  ],
  [
    "makes a second payment for a repeated external_id",
    {
      request: (request) => {
        if (!isCreation(request) || !request.body.includes("external_id")) {
          return request
        }
        counted += 1
        const fields = json(request.body)
        const external_id = `${String(fields.external_id)}-${counted}`
        const body = JSON.stringify({ ...fields, external_id })
        return { ...request, body }
      },
      answer: edited((fields) => ({
        ...fields,
        ...(typeof fields.external_id === "string" && {
          external_id: fields.external_id.replace(/-\d+$/, ""),
        }),
      })),
    },
    "the same external_id again returns the hosted payment already made",
  ],
  [
    "answers 409 in place of 400",
    { answer: insteadOf(409, 400) },
    "the same external_id with another amount is refused with 400",
  ],
  [
    "answers 200 with nothing in place of 404",
    { answer: insteadOf(200, 404) },
    "an unknown payment id is answered 404",
  ],
  [
    "writes amounts as JSON numbers",
    {
      answer: edited((fields) =>
        typeof fields.amount === "string"
          ? { ...fields, amount: Number(fields.amount) }
          : fields
      ),
    },
    "an inline payment answers with wallet_address, crypto amount and currency",
  ],
  [
    "shows an amount on a created payment",
    { answer: edited((fields) => ({ ...fields, amount: "1.00" })) },
    "a created payment reads without amount, currency and wallet_address",
  ],
  [
    "has another default limit",
    {
      answer: edited((fields) =>
        fields.limit === 20 ? { ...fields, limit: 50 } : fields
      ),
    },
    "the list has limit 20 and offset 0 by default",
  ],
  [
    "looks at a signature although a key is there",
    {
      request: (request) =>
        request.headers["x-sign"] === undefined
          ? request
          : { ...request, headers: { ...request.headers, "x-api-key": "" } },
    },
    "a good key beside a bad signature is accepted: only the key counts",
  ],
  [
    "writes times without a zone",
    {
      answer: edited((fields) => ({
        ...fields,
        created_at: "2026-01-15 12:00:00",
      })),
    },
    "the merchant has id, name, balance and created_at",
  ],
]

describe("a gateway that breaks the contract is found out when it", () => {
  it.each(flaws)("%s", async (_flaw, tampering, name) => {
    const proxy = await startTamperingProxy(sandbox.url, tampering)
    try {
      const report = await runConformance({
        baseUrl: proxy.url,
        merchantId: sandbox.merchantId,
        apiKey: sandbox.apiKey,
        privateKey: keys.privateKey,
      })
      expect(report.ok).toBe(false)
      expect(report.cases.find((each) => each.name === name)).toMatchObject({
        verdict: { kind: "failed" },
      })
    } finally {
      await proxy.close()
    }
  })

  it("makes a live payment of a test request, and the run ends there", async () => {
    const made: string[] = []
    const proxy = await startTamperingProxy(sandbox.url, {
      request: (request) => {
        if (isCreation(request)) {
          made.push(request.target)
        }
        return request
      },
      answer: edited((fields) => ({ ...fields, is_test: false })),
    })
    try {
      const report = await runConformance({
        baseUrl: proxy.url,
        merchantId: sandbox.merchantId,
        apiKey: sandbox.apiKey,
      })
      const failed = report.cases.filter(
        ({ verdict }) => verdict.kind === "failed"
      )
      expect(failed).toHaveLength(1)
      expect(failed[0].verdict).toMatchObject({
        why: expect.stringContaining("asked for a test payment"),
      })
      expect(report.cases.at(-1)?.verdict).toEqual({
        kind: "skipped",
        why: "a payment was made that is no test payment",
      })
      // The two without a credential, and the first one that was made.
      expect(made).toHaveLength(3)
    } finally {
      await proxy.close()
    }
  })
})
