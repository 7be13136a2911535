import { generateKeyPairSync } from "node:crypto"
import { type Sandbox, startSandbox } from "../../../src/sandbox"
import {
  type ConformanceReport,
  runConformance,
} from "../../../src/conformance/run-conformance"
import {
  type Passing,
  type Returning,
  startTamperingProxy,
  type Tampering,
} from "../../support/tampering-proxy"

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
    "a wrong API key",
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
    "no credential, at every endpoint",
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
    "the same external_id again, hosted",
  ],
  [
    "answers 409 in place of 400",
    { answer: insteadOf(409, 400) },
    "the same external_id with another amount, hosted",
  ],
  [
    "answers 200 with nothing in place of 404",
    { answer: insteadOf(200, 404) },
    "an unknown payment id",
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
    "fields of an inline creation",
  ],
  [
    "shows an amount on a created payment",
    { answer: edited((fields) => ({ ...fields, amount: "1.00" })) },
    "a created payment",
  ],
  [
    "has another default limit",
    {
      answer: edited((fields) =>
        fields.limit === 20 ? { ...fields, limit: 50 } : fields
      ),
    },
    "the list without limit and offset",
  ],
  [
    "looks at a signature although a key is there",
    {
      request: (request) =>
        request.headers["x-sign"] === undefined
          ? request
          : { ...request, headers: { ...request.headers, "x-api-key": "" } },
    },
    "a right key beside a wrong signature",
  ],
  [
    "writes times without a zone",
    {
      answer: edited((fields) => ({
        ...fields,
        created_at: "2026-01-15 12:00:00",
      })),
    },
    "fields of the merchant",
  ],
]

/** Each difference from what is published, which is no fault, and the case that shows it. */
const differences: [string, Tampering, string][] = [
  [
    "creates with 201",
    {
      answer: (answer, request) =>
        isCreation(request) && answer.status === 200
          ? { ...answer, status: 201 }
          : answer,
    },
    "status of a hosted creation",
  ],
  [
    "has no code in its errors",
    { answer: edited(({ code: _code, ...fields }) => fields) },
    "an unknown merchant id",
  ],
  [
    "shows the url of a read",
    {
      answer: edited((fields) => ({ ...fields, url: "https://pay.example/1" })),
    },
    "url of a created payment, read",
  ],
  [
    "leaves out the address of a payment that is repeated",
    {
      answer: ({ status, body }, { target }) => {
        const isNew = !seenBodies.has(body)
        seenBodies.add(body)
        return target.endsWith("/h2h") && !isNew
          ? edited(({ wallet_address: _left, ...fields }) => fields)({
              status,
              body,
            })
          : { status, body }
      },
    },
    "fields of the same inline creation again",
  ],
]

const seenBodies = new Set<string>()

async function runAt(tampering: Tampering): Promise<ConformanceReport> {
  const proxy = await startTamperingProxy(sandbox.url, tampering)
  try {
    return await runConformance({
      baseUrl: proxy.url,
      merchantId: sandbox.merchantId,
      apiKey: sandbox.apiKey,
      privateKey: keys.privateKey,
    })
  } finally {
    await proxy.close()
  }
}

const verdictOn = ({ results }: ConformanceReport, name: string) =>
  results.find((result) => result.name === name)?.verdict

describe("a gateway that breaks the contract is found out when it", () => {
  it.each(flaws)("%s", async (_flaw, tampering, name) => {
    const report = await runAt(tampering)
    expect(verdictOn(report, name)).toBe("failed")
    expect(report.counts.failed).toBeGreaterThan(0)
  })

  it("makes a live payment of a test request, and the run ends there", async () => {
    const made: string[] = []
    const report = await runAt({
      request: (request) => {
        if (isCreation(request)) made.push(request.target)
        return request
      },
      answer: edited((fields) => ({ ...fields, is_test: false })),
    })
    const failed = report.results.filter(({ verdict }) => verdict === "failed")
    expect(failed).toMatchObject([
      { seen: expect.stringContaining("asked for a test payment") },
    ])
    expect(report.results.at(-1)).toMatchObject({
      verdict: "skipped",
      seen: "a payment was made that is no test payment",
    })
    // The two without a credential, and the first one that was made.
    expect(made).toHaveLength(3)
  })

  it("echoes the credential, which the report does not contain", async () => {
    const report = await runAt({
      answer: edited((fields) => ({ ...fields, code: sandbox.apiKey })),
    })
    expect(JSON.stringify(report)).not.toContain(sandbox.apiKey)
    expect(JSON.stringify(report)).toContain("[secret]")
  })
})

describe("a gateway that only differs from what is published is named when it", () => {
  it.each(differences)("%s", async (_difference, tampering, name) => {
    const report = await runAt(tampering)
    expect(verdictOn(report, name)).toBe("differs")
    expect(report.counts.failed).toBe(0)
  })
})
