import { type CampaignResult, describeResult, runCampaign } from "./campaign"

const LIMIT_MS = 3_600_000

/**
 * A seed like any other. `npm run test:chaos` takes a new one, and more carts, as each night does.
 */
const SMALL = {
  seed: 20261121,
  carts: 40,
  kills: 4,
  placeOrder: "mixed",
} as const

describe(`a campaign of ${SMALL.carts} carts under fire`, () => {
  let result: CampaignResult

  beforeAll(async () => {
    result = await runCampaign({ ...SMALL, database: "campaign" })
    console.log(describeResult(result))
  }, LIMIT_MS)

  it("loses, doubles and invents no money", () => {
    expect(result.report.violations).toEqual([])
  })

  it("settles what the plan makes likely, kind by kind, and tells why not", () => {
    expect(result.unlikely).toEqual([])
  })

  it("was one: money came, much of it against the odds", () => {
    const { outcomes, report, faults } = result
    expect(report.figures.confirmed).toBeGreaterThan(SMALL.carts / 2)
    expect(Object.keys(outcomes).length).toBeGreaterThan(12)
    expect(faults["kill -9"]).toBeGreaterThanOrEqual(SMALL.kills)
    expect(Object.keys(faults).length).toBeGreaterThan(4)
  })

  it("lets every buyer come to an end", () => {
    expect(result.endings.hung).toBe(0)
  })
})
