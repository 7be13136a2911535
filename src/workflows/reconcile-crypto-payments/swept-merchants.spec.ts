import type { SweepDemand as MerchantQueue } from "../../modules/crypto-payment/internal"
import { sweptMerchants } from "./plan-sweep"

const early = new Date("2026-06-01T08:00:00Z")
const late = new Date("2026-06-01T11:30:00Z")

const run = {
  merchantKeyOf: ({ provider_id }: { provider_id: string }) =>
    provider_id === "pp_crypto_gone" ? undefined : "eu",
}

const queue = (patch: Partial<MerchantQueue>): MerchantQueue => ({
  merchant_id: "merchant-1",
  provider_id: "pp_crypto_eu",
  due: 0,
  oldest_due: null,
  close: 0,
  oldest_close: null,
  fresh: 0,
  ...patch,
})

describe("the merchants that are swept", () => {
  it("are swept once, for all their providers together", () => {
    expect(
      sweptMerchants(run, [
        queue({ due: 2, oldest_due: early }),
        queue({
          provider_id: "pp_crypto-h2h_eu",
          due: 1,
          oldest_due: late,
          close: 3,
          oldest_close: late,
          fresh: 4,
        }),
      ])
    ).toEqual([
      {
        merchant_id: "merchant-1",
        merchant_key: "eu",
        targets: { due: 3, close: 3, oldest: early },
        oldest_close: late,
        has_fresh: true,
      },
    ])
  })

  it("are not those whose providers are gone", () => {
    expect(
      sweptMerchants(run, [queue({ provider_id: "pp_crypto_gone", due: 9 })])
    ).toEqual([])
  })

  it("look for nothing older than what is due", () => {
    const [merchant] = sweptMerchants(run, [queue({ fresh: 1 })])
    expect(merchant).toMatchObject({
      targets: { due: 0, close: 0, oldest: undefined },
      oldest_close: null,
      has_fresh: true,
    })
  })
})
