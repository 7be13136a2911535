import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { invalidData } from "../../../../../../medusa-errors"
import {
  CRYPTO_PAYMENT_MODULE,
  notPayable,
  remainderNotAsked,
  returnUrls,
} from "../../../../../../modules/crypto-payment/internal"
import {
  checkCoin,
  checkReturnUrl,
} from "../../../../../../providers/crypto/payment-terms"
import { openRemainder } from "../../../../../../workflows/request-remainder"
import { idSchema } from "../../../../../request-text"
import { findPaidPart } from "../../../asked-remainder"
import { readPayPage } from "../../../pay-page"
import { readStoreCryptoPayment } from "../../../store-crypto-payment"

const bodySchema = z.object({
  provider_id: idSchema,
  target_currency: z.string().min(1).max(64).optional(),
  success_url: z.string().max(2048).optional(),
  fail_url: z.string().max(2048).optional(),
})

/**
 * Opens a payment of the remainder that the pay page asks for, at the price of this moment:
 * `{ crypto_payment }`. The same again is the same payment, until that has expired; one of another
 * coin, provider or price replaces it, unless it was paid a moment ago, and is answered then. 400
 * where nothing is asked for, or it cannot be paid like this.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const body = bodySchema.safeParse(req.body)
  if (!body.success) {
    throw invalidData(
      "Invalid request: provider_id is needed; target_currency, success_url and fail_url must be texts."
    )
  }
  const { provider_id, target_currency, ...urls } = body.data
  const { scope, params } = req
  const page = await readPayPage(scope, params.payment_collection_id)
  if (!page.remainder) throw remainderNotAsked(findPaidPart(page.attempts))
  const { first } = page.remainder
  const provider = page.providers.find(
    (each) => each.provider_id === provider_id
  )
  if (!provider) throw notPayable("not_offered")
  const { currencies, merchants } = scope.resolve(CRYPTO_PAYMENT_MODULE)
  const { flow, merchantKey } = provider
  const merchant = merchants.options(merchantKey)
  const allowed = (name: "success_url" | "fail_url") =>
    urls[name] &&
    checkReturnUrl(name, urls[name], merchant, merchants.storeOrigins())
  const remainder = await openRemainder(scope, first, {
    provider_id,
    flow,
    target_currency:
      flow === "h2h"
        ? await checkCoin(target_currency, merchants.coins(provider), () =>
            currencies.list(merchantKey)
          )
        : null,
    ...returnUrls(
      {
        provider,
        session_id: first.payment_session_id ?? "",
        success_url: allowed("success_url"),
        fail_url: allowed("fail_url"),
      },
      merchant
    ),
  })
  res.set("cache-control", "no-store")
  res.json({
    crypto_payment: await readStoreCryptoPayment(
      scope,
      remainder,
      remainder.id
    ),
  })
}
