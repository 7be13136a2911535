import * as packageJson from "../../../package.json"

const GUIDE = "src/admin/README.md"

/** The sections that the admin links to, one of them for each attention reason. */
export const HELP_SECTIONS = {
  error: "src/modules/crypto-payment/README.md#in-the-admin",
  connection: `${GUIDE}#connection-problems`,
  webhooks: `${GUIDE}#webhook-problems`,
  missingRecord: `${GUIDE}#the-order-page-says-that-the-payment-record-was-not-found`,
  amount_mismatch: `${GUIDE}#reasons`,
  duplicate_payment: `${GUIDE}#the-shopper-pays-twice`,
  order_not_placed: `${GUIDE}#why-an-order-was-not-placed`,
  unmatched: `${GUIDE}#a-payment-has-no-matching-cart`,
  test_mode_mismatch: `${GUIDE}#a-test-payment-arrives`,
  late_payment: `${GUIDE}#the-shopper-pays-late`,
  unknown_status: `${GUIDE}#reasons`,
  underpaid: `${GUIDE}#the-shopper-pays-too-little`,
  received_amount_unknown: `${GUIDE}#the-shopper-pays-too-little`,
}

export type HelpTopic = keyof typeof HELP_SECTIONS

// By name, so that the build does not include the rest of package.json.
const { version, repository } = packageJson

/** Public URL of a section, as it was when the installed version was released. */
export function helpUrl(
  topic: HelpTopic,
  manifest = { version, repository }
): string {
  const url = manifest.repository.url.replace(/^git\+|\.git$/g, "")
  return `${url}/blob/v${manifest.version}/${HELP_SECTIONS[topic]}`
}
