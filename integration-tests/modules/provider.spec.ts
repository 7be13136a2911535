import type { Logger, RemoteQueryFunction } from "@medusajs/framework/types"
import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"
import type { AttemptState } from "../../src/modules/crypto-payment/column-values"
import { CryptoPaymentProvider } from "../../src/providers/crypto/service"

/** What the provider answers core from the ledger alone. */
describeLedger("the payment provider", ({ ledger, sql }) => {
  const data = { session_id: "payses_1" }
  const error = { type: "not_allowed" }
  let provider: CryptoPaymentProvider

  beforeEach(() => {
    // Neither is asked by what is tested here.
    const query = undefined as unknown as RemoteQueryFunction
    const logger = undefined as unknown as Logger
    provider = new CryptoPaymentProvider(
      { cryptoPayment: ledger, query, logger },
      {}
    )
  })

  it.each<[AttemptState, isPaid: boolean, holdsMoney: boolean]>([
    ["creating", false, false],
    ["open", false, false],
    ["closed", false, false],
    ["paid", true, true],
    ["attention", true, true],
    ["settled", true, true],
    ["resolved", true, false],
  ])(
    "captures what is paid alone, cancels nothing of that, and deletes no session that holds money: %s",
    async (state, isPaid, holdsMoney) => {
      await seedAttempt(ledger, state, { payment_session_id: data.session_id })
      const expectAllowed = async (isAllowed: boolean, act: Promise<object>) =>
        isAllowed
          ? expect(await act).toEqual({ data })
          : await expect(act).rejects.toMatchObject(error)
      await expectAllowed(isPaid, provider.capturePayment({ data }))
      await expectAllowed(!isPaid, provider.cancelPayment({ data }))
      await expectAllowed(!holdsMoney, provider.deletePayment({ data }))
      expect(
        await sql(
          "select id from crypto_payment_event where type = 'session_released'"
        )
      ).toHaveLength(holdsMoney ? 0 : 1)
    }
  )

  it("captures no session that no attempt serves", async () => {
    for (const input of [{ data }, {}]) {
      await expect(provider.capturePayment(input)).rejects.toMatchObject(error)
    }
  })
})
