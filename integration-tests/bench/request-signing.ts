import { generateKeyPairSync, sign } from "node:crypto"
import { signRequest } from "../../src/gateway"
import { type Figure, atLeast } from "./figure"
import { ratios, timeRounds } from "./rounds"

/** `x-sign` of a creation, against the bare RSA signature over the same bytes. */
export async function benchRequestSigning(): Promise<Figure[]> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const body = Buffer.from(
    '{"amount":19.90,"currency":"EUR","external_id":"cart_01JBENCH"}'
  )
  const path = "/v1/payments/widget"
  const parts = { method: "POST", path, query: [], body }
  const rounds = await timeRounds(
    {
      signRequest: (times) => {
        for (let left = times; left > 0; left -= 1) {
          signRequest(parts, privateKey)
        }
      },
      crypto: (times) => {
        for (let left = times; left > 0; left -= 1) {
          const bytes = Buffer.concat([Buffer.from(`POST${path}`), body])
          sign("sha256", bytes, privateKey).toString("hex")
        }
      },
    },
    { rounds: 15, times: 400 }
  )
  return [
    atLeast(
      0.9,
      "request signatures per second / bare node:crypto",
      ratios(rounds, "signRequest", "crypto")
    ),
  ]
}
