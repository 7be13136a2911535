/** The set-up and health page. */
export const setup = {
  title: "Crypto payments",
  subtitle: "Is everything ready to be paid, and does it keep working?",
  failed: "The state of the gateways could not be loaded.",
  none: "No crypto provider is set up.",
  noneHint:
    "Name the provider under the Payment Module in medusa-config.ts, as the README shows, and restart the server.",
  list: "All crypto payments",
  connected: "Connected",
  notConnected: "Not connected",
  merchantId: "Merchant ID",
  balance: "Balance",
  provider: "Provider",
  live: "Live: real coins",
  option: "Option to mend",
  problems: {
    wrong_merchant_id:
      "The gateway does not know the merchant ID. Compare it with the merchant page of the gateway's cabinet.",
    wrong_key:
      "The gateway refuses the key. It may have been replaced, or the merchant suspended. Make a new one on the merchant page of the gateway's cabinet.",
    unreachable:
      "The gateway cannot be reached at its address. Check the address and the server's network.",
    timeout:
      "The gateway did not answer in time. Try again; if it stays so, ask the gateway's support.",
    unexpected_answer:
      "What answers at this address is not the gateway. Check the address.",
    rate_limited:
      "The gateway asks for patience: there were too many requests. Try again in a minute.",
    unknown: "The gateway could not be asked.",
  },
  currencies: "Coins",
  noCurrencies:
    "No coin can be received yet. Attach a wallet on the merchant page of the gateway's cabinet.",
  webhook: "Webhooks",
  webhookUrl: "Webhook address",
  webhookHint:
    "The gateway is told this address with each payment; nothing has to be entered anywhere.",
  lastDelivery: "Last delivery",
  noDelivery: "None so far",
  lastFailure: "Last failure",
  noFailure: "None",
  missed_one:
    "One payment was found paid by asking the gateway, without its webhook having come.",
  missed_other:
    "{{count}} payments were found paid by asking the gateway, without their webhooks having come.",
  missedLast: "Last time: {{time}}.",
  missedHint:
    "Orders come late that way. Check that the webhook address can be reached from the internet.",
  selfTest: {
    label: "Send a test webhook",
    hint: "Sends a signed sample through the public address, as the gateway would.",
    ok: "The sample arrived and its signature was accepted.",
    failed: "The sample was not accepted.",
  },
  regions: "Regions",
  noRegions: "Not enabled in any region. Customers cannot choose it yet.",
  noRegionsLink: "Open the regions",
  counts: "Payments",
  countOpen_one: "{{count}} open",
  countOpen_other: "{{count}} open",
  countAttention_one: "{{count}} needs attention",
  countAttention_other: "{{count}} need attention",
  countSettled_one: "{{count}} settled",
  countSettled_other: "{{count}} settled",
  failures: {
    bad_headers: "A header was missing or made no sense.",
    signature_mismatch:
      "The signature did not fit. Compare the webhookSecret option with the gateway's cabinet.",
    stale_timestamp: "It was too old. Check the clock of the server.",
    too_large: "It was larger than any webhook is.",
    unreadable: "It was signed, but made no sense.",
    busy: "Its payment was being worked on; the gateway tries again.",
    internal_error: "The store failed; the log of the server says why.",
  },
  refresh: "Test the connection again",
}
