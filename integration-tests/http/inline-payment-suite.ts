import { eventually } from "../support/eventually"
import { gatewayIdOf } from "../support/shop/open-payment"
import { errorOf } from "../support/store/http-client"
import { paymentSuite } from "../support/shop/payment-fixture"
import { INLINE } from "../support/shop/shop-fixture"

const list = `/store/crypto-payments/currencies?provider_id=${INLINE}`

type Coins = { currencies: { code: string; name: string; network: string }[] }

/** As published by the gateway: one code names a coin on its main and on its test network. */
const usdt = { code: "USDT", name: "Tether", network: "Tron" }

export const inlinePayments = paymentSuite(
  "an inline payment by the store API",
  (shop) => {
    const { gateway, shopper, books, prepareCart, control, resolve } = shop

    async function open(coin?: string, cartId?: string) {
      return await shopper.startPayment(
        cartId ?? (await prepareCart()).id,
        INLINE,
        coin === undefined ? {} : { target_currency: coin }
      )
    }
    const setWallets = (wallets: string[]) =>
      fetch(`${gateway.controlUrl}/merchants/${gateway.merchantId}`, {
        method: "POST",
        body: JSON.stringify({ wallets }),
      })

    // First: a list that was read once is remembered.
    it("says that the gateway is away, and that it does not know a coin, where the coins are not listed yet", async () => {
      await control.addFaults({
        requests: [{ kind: "error", endpoint: "currencies", count: 20 }],
      })
      expect(await errorOf(shopper.get(list))).toMatchObject({
        status: 503,
        body: {
          message: expect.stringContaining(
            "the crypto gateway does not answer"
          ),
        },
      })
      expect(await errorOf(open("NO_SUCH_COIN"))).toMatchObject({
        status: 422,
        body: {
          message: expect.stringMatching(
            /the gateway does not know the chosen coin\. Choose another coin\.$/
          ),
        },
      })
      await control.clearFaults()
      // A failure is remembered for ten seconds.
      await eventually(() => shopper.get(list).catch(() => undefined), {
        otherwise: "The coins were not listed again.",
      })
    })

    it("lists the coins that the merchant can receive, by name and network, of real networks only; those that it names, in that order, and takes no others", async () => {
      const { currencies } = await shopper.get<Coins>(list)
      expect(currencies).toContainEqual(usdt)
      const codes = currencies.map(({ code }) => code)
      expect(codes).not.toContain("DOGE")
      expect(new Set(codes).size).toBe(codes.length)
      expect(
        currencies.filter(({ network }) =>
          /test|nile|sepolia|amoy|fuji/i.test(network)
        )
      ).toEqual([])

      const [first, last] = codes.filter((code) => code !== usdt.code)
      const options = books.ledger.merchants.options("default")
      Object.assign(options, { coins: ["UNLISTED", last, usdt.code] })
      const offered = await shopper.get<Coins>(list)
      const refused = await errorOf(open(first))
      Object.assign(options, { coins: undefined })
      expect(offered.currencies.map(({ code }) => code)).toEqual([
        last,
        usdt.code,
      ])
      expect(refused).toMatchObject({
        status: 400,
        body: {
          message: `This store takes no payment in "${first}". It takes: ${last}, ${usdt.code}.`,
        },
      })
    })

    it("explains WALLET_NOT_FOUND, and no longer lists that coin", async () => {
      const { currencies } = await shopper.get<Coins>(list)
      const codes = currencies.map(({ code }) => code)
      await setWallets(codes.filter((code) => code !== "BNB"))
      expect(await errorOf(open("BNB"))).toMatchObject({
        status: 422,
        body: {
          message: expect.stringMatching(
            /this store has no wallet for the chosen coin\. Choose another coin\.$/
          ),
        },
      })
      const after = await shopper.get<Coins>(list)
      expect(after.currencies).toEqual(
        currencies.filter(({ code }) => code !== "BNB")
      )
      await setWallets(codes)
    })

    it("becomes an order by the webhook of its own provider; the same request again is the same payment", async () => {
      const { id: cartId } = await prepareCart()
      const session = await open("ETH", cartId)
      expect(session.data).toMatchObject({
        target_currency: "ETH",
        crypto_name: "Ethereum",
        crypto_network: "Ethereum",
        crypto_currency: "ETH",
        wallet_address: expect.stringMatching(/^0x/),
        crypto_amount: expect.stringMatching(/^0\.\d+$/),
      })
      const again = await open("ETH", cartId)
      const { gateway_payment_id: gatewayId } = session.data
      expect(again.data.gateway_payment_id).toBe(gatewayId)
      expect(await books.attemptsOfCart(cartId)).toHaveLength(1)

      const payment = await control.payment(String(gatewayId))
      expect(payment).toMatchObject({
        is_test: false,
        callback_url: `${shop.baseUrl()}/hooks/crypto/${INLINE}`,
        success_url: null,
      })
      await control.pay(payment.id)
      await untilSettled(again.id)
      expect(await books.orderBooks(cartId)).toMatchObject({
        total: 5,
        captures: [5],
        payment_status: "captured",
      })
    })

    it("in another coin is another revision; the older one's money still makes the order", async () => {
      const { id: cartId } = await prepareCart()
      const first = await open("ETH", cartId)
      const second = await open("TRX", cartId)
      expect(second.data).toMatchObject({ crypto_currency: "TRX" })
      expect(await books.attemptOf(second.id)).toMatchObject({
        external_id: `${cartId}-2`,
      })
      expect(await view(first.id)).toMatchObject({ replaced: true })
      expect(await view(second.id)).toMatchObject({ replaced: false })

      await control.pay(gatewayIdOf(first))
      await untilSettled(first.id)
      expect(await books.orderBooks(cartId)).toMatchObject({
        captures: [5],
        payments: 1,
      })
      const { order_display_id } = await view(first.id)
      expect(order_display_id).toEqual(expect.any(Number))
      // Its number shows no customer, as the id of the order would.
      expect(await view(second.id)).toMatchObject({
        state: "open",
        cart: "completed",
        order_id: null,
        order_display_id,
      })
    })

    it("is not replaced while the next one is being opened", async () => {
      const { id: cartId } = await prepareCart()
      const first = await open("ETH", cartId)
      await control.addFaults({
        requests: [{ kind: "slow", endpoint: "create_h2h", seconds: 5 }],
      })
      const opening = open(usdt.code, cartId)
      const listed = await eventually(
        async () => {
          const sessions: { id: string }[] = await listSessions(cartId)
          return sessions.some(({ id }) => id === first.id)
            ? undefined
            : sessions
        },
        { limitMs: 4_000, otherwise: "The first session is still listed." }
      )
      expect(listed).toMatchObject([
        {
          provider_id: INLINE,
          data: expect.not.objectContaining({ session_id: expect.anything() }),
        },
      ])
      expect(await view(first.id)).toMatchObject({ replaced: false })
      await opening
      expect(await view(first.id)).toMatchObject({ replaced: true })
    })

    it("adds a trace to the amount where the merchant wants it so", async () => {
      const merchant = books.ledger.merchants.options("default")
      const plain = await open(usdt.code)
      const replaced = jest.replaceProperty(merchant, "autoTrace", true)
      const traced = await open(usdt.code)
      replaced.restore()
      const [one, other] = [plain, traced].map(({ data }) =>
        control.payment(String(data.gateway_payment_id))
      )
      expect(await one).toMatchObject({ auto_trace: false })
      expect(await other).toMatchObject({ auto_trace: true })
      expect(traced.data.crypto_amount).not.toBe(plain.data.crypto_amount)
    })

    async function listSessions(cartId: string) {
      const { data } = await resolve("query").graph({
        entity: "cart",
        fields: ["payment_collection.payment_sessions.*"],
        filters: { id: cartId },
      })
      return data[0].payment_collection.payment_sessions
    }

    async function view(sessionId: string): Promise<Record<string, unknown>> {
      const { crypto_payment } = await shopper.get<{
        crypto_payment: Record<string, unknown>
      }>(`/store/crypto-payments/${sessionId}`)
      return crypto_payment
    }

    function untilSettled(sessionId: string) {
      return eventually(
        async () => {
          const { state } = await view(sessionId)
          return state === "settled" || undefined
        },
        { otherwise: "The payment was not settled." }
      )
    }
  }
)
