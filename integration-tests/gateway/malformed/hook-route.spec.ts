import fc from "fast-check"
import { Pool } from "undici"

import { paymentSuite } from "../../support/shop/payment-fixture"
import { testShop } from "../../support/shop/test-shop"
import {
  brokenHttp,
  delivery,
  malformedWebhook,
  misaddressedWebhook,
  type Receiver,
  sendBytes,
  type WebhookRequest,
} from "./malformed-webhook"

/** More with, for example, `MALFORMED_REQUESTS=100000`. */
const MALFORMED = Number(process.env.MALFORMED_REQUESTS ?? 18_500)
const MISADDRESSED = 1_000
const BROKEN_HTTP = 500
const SEED = Number(process.env.MALFORMED_SEED ?? 20_260_116)
const AT_ONCE = 16
/** Half a minute on two free cores. */
const TIMEOUT_MS = 300_000 + MALFORMED * 5
/** In a minute: each kind of rejection is logged once, with their count. */
const MAX_LOG_LINES = 40
const path = "/hooks/crypto/pp_crypto_crypto"

const malformedRequests = paymentSuite(
  `${MALFORMED + MISADDRESSED + BROKEN_HTTP} malformed requests to the webhook route`,
  (shop) => {
    const { gateway, books, openPayment, expectPaidOnce } = shop
    const log = shop.watchLog()

    const receiver = (): Receiver => ({
      path,
      secret: gateway.webhookSecret,
      // Of the moment, however long the requests take.
      get nowSeconds() {
        return Math.floor(Date.now() / 1000)
      },
    })

    const post = (body: string) =>
      fetch(shop.baseUrl() + path, {
        method: "POST",
        headers: delivery(receiver(), Buffer.from(body)).headers,
        body,
      })

    it.each([
      ["as long as they may be", "漢".repeat(512), 200],
      ["quotes and a query", `'";drop table crypto_payment;--{}$1%s\\`, 200],
      ["line breaks", "a\r\nx-injected: b\u2028c", 400],
      ["names of an object's own", "__proto__", 200],
    ])(
      "is not brought down by genuine webhooks with odd texts: %s",
      async (_what, text, ofIdOrStatus) => {
        log.start()
        for (const field of ["id", "external_id", "status", "currency"]) {
          const event = {
            id: `odd-${field}`,
            external_id: "of-elsewhere",
            status: "confirmed",
            original_amount: `${"9".repeat(64)}.${"9".repeat(64)}`,
            original_currency: "EUR",
            amount: "0.1",
            currency: "ETH",
            merchant_id: gateway.merchantId,
            [field]: text,
          }
          const answer = await post(JSON.stringify(event))
          const decides = field === "id" || field === "status"
          expect([field, answer.status]).toEqual([
            field,
            decides ? ofIdOrStatus : 200,
          ])
        }
      }
    )

    it(
      "are all refused, none with 5xx; nothing is written, and the next genuine webhook is taken",
      async () => {
        // Who has signed one is refused none by its address alone.
        expect((await post("{}")).status).toBe(400)
        const { cart, session, gatewayId } = await openPayment()
        const before = await books.everything(cart.id)
        log.start()
        const startedMs = Date.now()

        const statuses = new Set<number>()
        /** Sends so many, some at once; each answer is one of 4xx, if there is one. */
        const refuses = <Request>(
          requests: fc.Arbitrary<Request>,
          count: number,
          send: (request: Request) => Promise<number | undefined>
        ) =>
          fc.assert(
            fc.asyncProperty(
              fc.array(requests, { minLength: AT_ONCE, maxLength: AT_ONCE }),
              async (batch) => {
                for (const status of await Promise.all(batch.map(send))) {
                  if (status === undefined) continue
                  expect(Math.floor(status / 100)).toBe(4)
                  statuses.add(status)
                }
              }
            ),
            { numRuns: Math.ceil(count / AT_ONCE), seed: SEED }
          )
        const pool = new Pool(shop.baseUrl(), { connections: AT_ONCE })
        const send = (request: WebhookRequest) => statusOf(pool, request)
        await refuses(malformedWebhook(receiver()), MALFORMED, send)
        await refuses(misaddressedWebhook(receiver()), MISADDRESSED, send)
        await pool.close()
        const url = new URL(shop.baseUrl())
        await refuses(brokenHttp(path), BROKEN_HTTP, (bytes) =>
          sendBytes(url, bytes)
        )
        log.stop()

        expect([...statuses]).toEqual(
          expect.arrayContaining([400, 401, 404, 413])
        )
        expect(await books.everything(cart.id)).toEqual(before)
        const logged = log.lines.join("\n")
        expect(logged).not.toContain(gateway.webhookSecret)
        expect(logged).not.toContain(gateway.apiKey)
        const minutes = Math.ceil((Date.now() - startedMs) / 60_000)
        expect(log.lines.length).toBeLessThan(minutes * MAX_LOG_LINES)

        expect(await gateway.confirm(gatewayId)).toBe(200)
        await expectPaidOnce(cart.id, session.id, 5)
      },
      TIMEOUT_MS
    )
  }
)

testShop({
  suites: [malformedRequests],
})

async function statusOf(
  pool: Pool,
  { method, path, headers, body }: WebhookRequest
): Promise<number> {
  const sent = method === "GET" || method === "HEAD" ? null : body
  const request = { method, path, headers: headers.flat(), body: sent }
  const send = () => pool.request(request)
  // The server may end an idle connection just as it is used again.
  // A fault of the route comes again.
  const answer = await send().catch(send)
  await answer.body.dump()
  return answer.statusCode
}
