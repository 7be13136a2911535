import { callbackUrl, observe } from "../../modules/crypto-payment"
import type { TellingItem } from "./judge-item"
import type { Run } from "./run"
import { settleTold } from "./settle-told"
import type { SweptMerchant } from "./swept-merchants"

/**
 * Takes in a paid payment that the ledger does not know (its tables were
 * emptied, say), if its callback_url shows that this shop made it: a merchant
 * may sell in other places too, and what was sold there is none of ours.
 */
export async function adoptListed(
  run: Run,
  merchant: SweptMerchant,
  item: TellingItem
): Promise<void> {
  const { external_id } = item
  const provider_id = providerOf(run, merchant, item.callback_url)
  if (provider_id === undefined || external_id === undefined) return
  const { merchant_id } = merchant
  try {
    await settleTold(run, undefined, {
      observation: observe(
        { provider_id, merchant_id },
        { ...item, external_id },
        "poll"
      ),
    })
  } catch (error) {
    run.summary.failed++
    run.logger.error(
      `the gateway's payment ${item.id} could not be taken into the ledger: ${String(error)}`
    )
  }
}

function providerOf(
  run: Run,
  { merchant_id }: SweptMerchant,
  callback: string | undefined
): string | undefined {
  const provider_id = callback?.split("/").at(-1)
  if (!provider_id) return undefined
  const key = run.merchantKeyOf({ provider_id, merchant_id })
  if (key === undefined) return undefined
  const own = callbackUrl(run.ledger.merchants.options(key), provider_id)
  return own === callback ? provider_id : undefined
}
