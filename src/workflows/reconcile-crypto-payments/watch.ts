import { webhookFault } from "../../modules/crypto-payment/internal"
import { deliverNotices } from "../notices"
import type { Run } from "./run"

/**
 * Notices what no change of a payment reports, and delivers the notices that are due. It never
 * stops a run.
 */
export async function watch(run: Run): Promise<void> {
  const { notices } = run.ledger
  const parts = [
    () => notices.syncPayments(),
    () => watchWebhooks(run),
    () => deliverNotices(run.container),
  ]
  for (const part of parts) {
    await part().catch((error: unknown) =>
      run.fail("crypto payments could not be watched", error)
    )
  }
}

/** Polling found paid payments that no webhook reported. */
async function watchWebhooks({ ledger }: Run): Promise<void> {
  const { notices, webhookLog, merchants } = ledger
  const [missed, log, open] = [
    await webhookLog.missed(),
    await webhookLog.rows(),
    await notices.listOpen("webhooks"),
  ]
  const ids = [...missed, ...open].flatMap(
    ({ provider_id }) => provider_id ?? []
  )
  for (const provider_id of new Set(ids)) {
    const ofProvider = (row: { provider_id: string }) =>
      row.provider_id === provider_id
    const reason = webhookFault(missed.find(ofProvider), log.find(ofProvider))
    const key = merchants.provider(provider_id)?.merchantKey
    if (reason === null || key === undefined) {
      await notices.clear("webhooks", provider_id)
      continue
    }
    await notices.open({
      kind: "webhooks",
      subject_id: provider_id,
      provider_id,
      merchant_id: merchants.options(key).merchantId,
      reason,
    })
  }
}
