import type { ErrorHelp } from "."

export const startErrors: ErrorHelp[] = [
  {
    message: "medusa-payment-crypto: the plugin's options have … fault(s): ",
    cause: "An option is missing, unknown or wrong; each is named.",
    remedy: "Fix each line of the message.",
  },
  {
    message: `the Payment Module is not given …. Add this line beside "resolve" in the "@medusajs/medusa/payment" entry of medusa-config: dependencies: ["…"],`,
    cause:
      "`dependencies` is missing in the Payment Module's entry, so the provider cannot reach the ledger.",
    remedy: "Add the line that the message shows.",
  },
  {
    message: `the plugin is not registered. Add { resolve: "medusa-payment-crypto", options: { ... } } to "plugins" in medusa-config.`,
    cause: "Only the payment provider is configured.",
    remedy: "Add the plugin with its options.",
  },
  {
    message: `a payment provider pays to the merchant "…", but the plugin's options have only: …. Set options: { merchant: "…" } on the provider's entry.`,
    cause: "A provider entry names a merchant that the options do not have.",
    remedy: "Set `options.merchant` of the entry to one of the names.",
  },
  {
    message: `an entry of a payment provider has invalid options: …. placeOrder is "after_payment" or "before_payment".`,
    cause: "A provider entry has an option with a wrong value.",
    remedy: "Correct the options that the message names.",
  },
  {
    message: `medusa-payment-crypto: a payment provider names the merchant "…", but the plugin's options have only: ….`,
    cause: "A provider entry names a merchant that the options do not have.",
    remedy: "Set `options.merchant` of the entry to one of the names.",
  },
]
