import { readShown } from "../support/shop/admin-actions"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

const notUtf8 = "%FF%FE"

/** What an id of a path can never be: percent-encoded. */
const hostileIds: [string, string][] = [
  ["a null character", "%00"],
  ["a line break and terminal codes", "x%0D%0A%1B[2Kforged"],
  ["a bidi override", "%E2%80%AEevil"],
  ["a line separator", "a%E2%80%A8b"],
  ["bytes that are no UTF-8", notUtf8],
  ["256 characters", "x".repeat(256)],
]

export const requestTextSuite = paymentSuite("texts in requests", (shop) => {
  const { gateway, shopper, books, admin, store, prepareCart } = shop
  const { payTooLittle } = shop
  const log = shop.watchLog()

  const storeGet = (path: string) =>
    fetch(`${shop.baseUrl()}/store/crypto-payments/${path}`, {
      headers: { "x-publishable-api-key": store.publishableKey },
    })

  const expectPlainLog = () => {
    for (const line of log.lines) {
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(line).not.toMatch(/select |forged|evil|xxxx/i)
    }
  }

  it.each(hostileIds)(
    "are refused with 404 as an id of a path, with 400 as one of a query: %s",
    async (_what, id) => {
      log.start()
      const ofStore = await storeGet(id)
      const ofHook = await fetch(`${shop.baseUrl()}/hooks/crypto/${id}`, {
        method: "POST",
        body: "{}",
      })
      expect([ofStore.status, ofHook.status]).toEqual([404, 404])
      // Medusa answers these bytes by itself under /admin and in a query.
      if (id !== notUtf8) {
        await expect(
          admin.get(`/admin/crypto-payments/${id}`)
        ).rejects.toMatchObject({ status: 404 })
        for (const action of ["check", "resolve", "refunds", "retry-order"]) {
          await expect(
            admin.post(`/admin/crypto-payments/${id}/${action}`, {})
          ).rejects.toMatchObject({ status: 404 })
        }
        const answer = await storeGet(`currencies?provider_id=${id}`)
        expect([answer.status, await answer.json()]).toMatchObject([
          400,
          { type: "invalid_data" },
        ])
        await expect(
          admin.get(`/admin/crypto-payments?merchant_id=${id}`)
        ).rejects.toMatchObject({ status: 400, body: { type: "invalid_data" } })
      }
      expectPlainLog()
    }
  )

  // First: a list that was read once is remembered.
  it("let 25 shoppers ask for the coins with one call and its retry while the gateway fails", async () => {
    gateway.failNext(100, "server_error", /currencies/)
    gateway.forgetRequests()
    log.start()
    const ask = () => storeGet("currencies?provider_id=pp_crypto_crypto")
    const atOnce = await Promise.all(Array.from({ length: 12 }, ask))
    for (let times = 0; times < 13; times++) atOnce.push(await ask())
    expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([503]))
    expect(gateway.requests()).toHaveLength(2)
    expect(log.lines).toHaveLength(1)
  })

  it("are not repeated where a provider is unknown", async () => {
    log.start()
    const answer = await storeGet("currencies?provider_id=pp_crypto_unheard")
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain("unheard")
    expect(log.lines.join()).not.toContain("unheard")
  })

  it("are refused with 400 in a query or a body, and change nothing", async () => {
    const { id } = await payTooLittle()
    const shown = await readShown(admin, id)
    const path = `/admin/crypto-payments/${id}`
    log.start()
    const refund = { amount: "1", transaction_hash: "0xa\nforged", shown }
    for (const refused of [
      () => admin.get("/admin/crypto-payments?q=%1B[2K"),
      () => admin.get("/admin/crypto-payments?created_at[gte]=-271821-04-20"),
      () => admin.post(`${path}/resolve`, { kind: "\u202erehto", shown }),
      () => admin.post(`${path}/refunds`, refund),
    ]) {
      await expect(refused()).rejects.toMatchObject({
        status: 400,
        body: { type: "invalid_data" },
      })
    }
    expectPlainLog()
    expect(await books.ledger.attempts.retrieve(id)).toMatchObject({
      state: "attention",
    })
  })

  it("may have several lines and emoji in a note", async () => {
    const { id } = await payTooLittle()
    const note = "Called the customer.\n👩‍🚀 agreed:\tno refund."
    const answer = await admin.post<{ crypto_payment: object }>(
      `/admin/crypto-payments/${id}/resolve`,
      { kind: "other", note, shown: await readShown(admin, id) }
    )
    expect(answer.crypto_payment).toMatchObject({ resolution: { note } })
  })

  it("of a gateway that echoes the webhook secret are stored and logged without it", async () => {
    const cart = await prepareCart()
    gateway.failNext(2, "echo_secret", /POST/)
    log.start()
    const refused = await shopper
      .startPayment(cart.id, HOSTED)
      .catch((reason: unknown) => reason)
    const [attempt] = await books.ledger.listCryptoPayments(
      { cart_id: cart.id },
      { relations: ["events"] }
    )
    expect(JSON.stringify(attempt)).toContain("[secret]")
    for (const reported of [
      JSON.stringify(attempt),
      JSON.stringify(refused),
      String(refused),
      ...log.lines,
    ]) {
      expect(reported).not.toContain(gateway.webhookSecret)
    }
  })
})
