import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { MedusaContainer } from "@medusajs/framework/types"

import { eventually } from "../support/eventually"
import { refundSuite } from "../support/shop/refund-fixture"
import { testShop } from "../support/shop/test-shop"
import { codeBlock } from "./pages"
import { runBlock } from "./run-block"

type Event = { name: string; data: Record<string, unknown> }

type Subscriber = {
  default(args: { event: Event; container: MedusaContainer }): Promise<void>
  config: { event: string | string[] }
}

const postToSlack = runBlock<Subscriber>(codeBlock("postToSlack"))
const forwardEvent = runBlock<Subscriber>(codeBlock("forwardEvent"))

type Received = { headers: IncomingHttpHeaders; body: string }

const toolsSuite = refundSuite("a message to another tool", (shop) => {
  const events = shop.collectEvents(["crypto_payment.attention_required"])
  let server: Server
  let received: Received[] = []
  let answers: number[] = []

  beforeAll((done) => {
    server = createServer((req, res) => {
      let body = ""
      req.on("data", (chunk) => (body += chunk))
      req.on("end", () => {
        received.push({ headers: req.headers, body })
        res.writeHead(answers.shift() ?? 200).end()
      })
    }).listen(0, "127.0.0.1", done)
  })
  afterAll((done) => void server.close(done))
  beforeEach(() => {
    received = []
    answers = []
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    Object.assign(process.env, {
      ADMIN_URL: "https://store.example/app",
      SLACK_WEBHOOK_URL: url,
      FORWARD_URL: url,
      FORWARD_SECRET: Buffer.from("a secret of twenty-four bytes").toString(
        "base64"
      ),
    })
  })

  /** The event that the plugin emits about a payment that needs attention. */
  const attentionRequired = async (): Promise<Event> => {
    await shop.payTooLittle()
    return await eventually(async () => events[0], {
      otherwise: "No event came",
    })
  }

  it("tells Slack what happened and what to do", async () => {
    const event = await attentionRequired()
    const container = shop.container()
    await postToSlack.default({ event, container })
    const { text } = JSON.parse(received[0].body) as { text: string }
    expect(text).toContain(
      `https://store.example/app/crypto-payments/${String(event.data.id)}`
    )
    expect(text).toContain("amount_mismatch")

    answers = [500]
    await expect(postToSlack.default({ event, container })).rejects.toThrow(
      "Slack responded with 500."
    )
  })

  it("is signed with the shared secret over id, time and body", async () => {
    const event = await attentionRequired()
    await forwardEvent.default({ event, container: shop.container() })
    const [{ headers, body }] = received
    expect(JSON.parse(body)).toMatchObject({
      type: "crypto_payment.attention_required",
      timestamp: event.data.occurred_at,
      data: {
        reason: "amount_mismatch",
        advice_keys: {
          what_to_do: "attention.advice.amount_mismatch.what_to_do",
        },
      },
    })
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
    const key = Buffer.from(String(process.env.FORWARD_SECRET), "base64")
    const signature = createHmac("sha256", key).update(signed).digest("base64")
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`)
    expect(headers["webhook-id"]).toBe(event.data.event_id)
  })
})

testShop({
  gateway: { expires: true, retryIntervalSeconds: 1 },
  environment: {
    NOTIFICATION_CHANNELS: "feed,email",
    CRYPTO_MAX_SHORTFALL_PERCENT: "1",
  },
  suites: [toolsSuite],
})
