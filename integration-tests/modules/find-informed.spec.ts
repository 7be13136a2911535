import { describeLedger } from "./describe-ledger"
import { observation } from "./observation"
import { seedAttempt } from "./seed-attempt"

describeLedger(
  "an attempt that gets an observation again",
  ({ ledger, sql }) => {
    const everything = async (id: string) => ({
      rows: await sql("select * from crypto_payment where id = $1", [id]),
      events: await sql(
        "select * from crypto_payment_event where crypto_payment_id = $1 order by id",
        [id]
      ),
    })

    it.each(["pending", "confirmed", "expired", "a_word_of_tomorrow"])(
      "knows %s only once it was written down, and writing it again changes nothing",
      async (status) => {
        const { id } = await seedAttempt(ledger)
        const word = observation(status, { amount: "21.53", currency: "USDT" })
        expect(await ledger.observations.findRecorded(word)).toBeUndefined()
        const recorded = await ledger.observations.record(id, word)

        expect(await ledger.observations.findRecorded(word)).toEqual(recorded)
        const before = await everything(id)
        await ledger.observations.record(id, word)
        expect(await everything(id)).toEqual(before)
      }
    )

    it("is not informed by an observation with more data, of another source, or of another payment", async () => {
      const { id } = await seedAttempt(ledger)
      const word = observation("pending")
      await ledger.observations.record(id, word)
      const news = [
        { ...word, wallet_address: "TXyz" },
        { ...word, source: "poll" as const },
        { ...word, gateway_payment_id: "gateway-payment-2" },
        { ...word, merchant_id: "another-merchant" },
        observation("confirmed"),
      ]
      for (const each of news) {
        expect(await ledger.observations.findRecorded(each)).toBeUndefined()
      }
    })

    it('knows a late "expired" after the payment, though the attempt stayed paid', async () => {
      const { id } = await seedAttempt(ledger)
      await ledger.observations.record(id, observation("confirmed"))
      const late = observation("expired")
      expect(await ledger.observations.findRecorded(late)).toBeUndefined()
      await ledger.observations.record(id, late)
      expect(await ledger.observations.findRecorded(late)).toMatchObject({
        id,
        state: "paid",
        gateway_status: "confirmed",
      })
    })

    it("does not know money that makes a closed attempt paid, whatever the timeline says", async () => {
      const { id } = await seedAttempt(ledger)
      await ledger.observations.record(id, observation("confirmed"))
      await sql("update crypto_payment set state = 'closed' where id = $1", [
        id,
      ])
      expect(
        await ledger.observations.findRecorded(observation("confirmed"))
      ).toBeUndefined()
    })
  }
)
