import { defineCommand, oneOf } from "../support/command"

const PLACE_ORDER = ["after_payment", "before_payment"] as const

export const demoCommand = defineCommand({
  name: "demo",
  about:
    "Starts a store that is paid in test coins, on this machine alone: PostgreSQL, Medusa with its admin, a sandbox gateway and a storefront.",
  options: {
    check: {
      type: "boolean",
      about: "buy something without a person, print the outcome, and stop",
    },
    "place-order": {
      type: "string",
      value: "<when>",
      default: "after_payment",
      about: `when the store places its orders: ${PLACE_ORDER.join(" or ")}`,
    },
    verbose: { type: "boolean", about: "show what Medusa prints" },
  },
  results:
    "Prints addresses and log-in, and runs until Ctrl-C; then nothing is left. With --check the last line on stdout is JSON, and the exit code is 0 if the order was captured. Progress is on stderr.",
  choose: (values) => ({
    isCheck: values.check,
    placeOrder: oneOf("place-order", values["place-order"], PLACE_ORDER),
    isVerbose: values.verbose,
  }),
})
