import { MedusaError } from "@medusajs/framework/utils"
import { isGatewayError } from "../../gateway"
import type { ReceivableCurrency } from "../../modules/crypto-payment"

/** Lists what the merchant can be paid in; fails with a GatewayError. */
type ListCoins = () => Promise<ReceivableCurrency[]>

/**
 * The coin that an inline payment is to be made in, checked against what the
 * merchant can receive before anything is written or asked for: the wish comes
 * from a browser. While the list is out of reach the gateway decides.
 *
 * @throws MedusaError INVALID_DATA with what to send.
 */
export async function checkCoin(
  wished: string | undefined,
  listCoins: ListCoins
): Promise<string> {
  if (wished === undefined) {
    throw invalid(
      `An inline crypto payment needs target_currency in the session's data: one of the codes from GET /store/crypto-payments/currencies.`
    )
  }
  const coins = await reachable(listCoins)
  if (coins && !coins.some(({ code }) => code === wished)) {
    throw invalid(
      coins.length > 0
        ? `This store takes no payment in "${wished}". It takes: ${coins.map(({ code }) => code).join(", ")}.`
        : "This store can take no crypto payment at this moment: no wallet is attached to its gateway account."
    )
  }
  return wished
}

async function reachable(
  listCoins: ListCoins
): Promise<ReceivableCurrency[] | undefined> {
  try {
    return await listCoins()
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return undefined
  }
}

function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message)
}
