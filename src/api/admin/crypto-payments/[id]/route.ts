import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { describeAfter } from "../crypto-payment-response"
import { RateLimit } from "../../../rate-limit"
import { isPaidState } from "../../../../modules/crypto-payment/attempts/states"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"
import { checkCryptoPayment } from "../../../../workflows/act-on-crypto-payment"

/** Reads of an attempt for missing details: one a minute in each process. */
const detailReads = new RateLimit(1)

const read = describeAfter(async ({ scope, params }) => {
  await fillInDetails(scope, { id: params.id })
})

/** One payment with its timeline, oldest entry first: `{ crypto_payment }`. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  res.json(await read(req))
}

/** Reads the address that was paid to, which no webhook contains, when someone opens a paid payment. */
export async function fillInDetails(
  container: MedusaContainer,
  shown: { id: string } | { order_id: string }
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const attempt of await ledger.listCryptoPayments(shown)) {
    const { id, state, wallet_address } = attempt
    // The order page polls every few seconds until a paid attempt is settled.
    if (wallet_address || !isPaidState(state) || state === "paid") continue
    if (detailReads.secondsToWait(id, Date.now()) > 0) continue
    detailReads.count(id, Date.now())
    await checkCryptoPayment(container, attempt, "view")
  }
}
