import type { Logger, RemoteQueryFunction } from "@medusajs/framework/types"
import type { AttemptState } from "../../src/modules/crypto-payment/attempts/states"
import { CryptoPaymentProvider } from "../../src/providers/crypto/service"
import { describeLedger } from "./describe-ledger"
import { seedAttempt } from "./seed-attempt"

const unpaid: AttemptState[] = ["creating", "open", "closed"]
const paid: AttemptState[] = ["paid", "attention", "settled", "resolved"]

/** What the provider answers core from the ledger alone. */
describeLedger("the payment provider", ({ ledger }) => {
  const data = { session_id: "payses_1" }
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

  /** An attempt in a state, with its session. */
  const seed = async (state: AttemptState) => {
    const { id } = await seedAttempt(ledger, state, {
      payment_session_id: data.session_id,
    })
    return id
  }

  const error = { type: "not_allowed" }

  it.each(unpaid)("refuses to capture an attempt that is %s", async (state) => {
    await seed(state)
    await expect(provider.capturePayment({ data })).rejects.toMatchObject(error)
  })

  it.each(paid)("captures an attempt that is %s", async (state) => {
    await seed(state)
    expect(await provider.capturePayment({ data })).toEqual({ data })
  })

  it("refuses to capture a session that no attempt serves", async () => {
    await expect(provider.capturePayment({ data })).rejects.toMatchObject(error)
    await expect(provider.capturePayment({})).rejects.toMatchObject(error)
  })

  it.each(paid)("refuses to cancel an attempt that is %s", async (state) => {
    await seed(state)
    await expect(provider.cancelPayment({ data })).rejects.toMatchObject(error)
  })

  it.each(unpaid)("cancels an attempt that is %s", async (state) => {
    await seed(state)
    expect(await provider.cancelPayment({ data })).toEqual({ data })
  })

  it("refuses to delete the session of a paid attempt, and notes no release", async () => {
    const id = await seed("paid")
    await expect(provider.deletePayment({ data })).rejects.toMatchObject(error)
    const [attempt] = await ledger.listCryptoPayments(
      { id },
      { relations: ["events"] }
    )
    expect(attempt.events.map(({ type }) => type)).not.toContain(
      "session_released"
    )
  })

  it("deletes the session of an unpaid attempt, and notes the release", async () => {
    const id = await seed("open")
    expect(await provider.deletePayment({ data })).toEqual({ data })
    const [attempt] = await ledger.listCryptoPayments(
      { id },
      { relations: ["events"] }
    )
    expect(attempt.events.map(({ type }) => type)).toContain("session_released")
  })
})
