import type { CampaignOptions, CampaignResult } from "./run-campaign"

/** Where an invariant was broken, if one was, and the figures; for a person to read. */
export function describeResult(result: CampaignResult): string {
  const { plan, endings, faults, report, timelines } = result
  const { figures, violations } = report
  const lines = [
    ...(violations.length > 0
      ? [
          `THE LAW WAS BROKEN ${violations.length} times; to repeat it: ${commandOf(result.options)}`,
          ...violations.map(
            ({ rule, gatewayPaymentId, orderId, finding }) =>
              `${rule}: payment ${gatewayPaymentId}, order ${orderId}: ${finding}`
          ),
        ]
      : []),
    ...result.unlikely.map(
      (sentence) => `NOT AS THE PLAN EXPECTS: ${sentence}`
    ),
    `seed ${plan.seed}`,
    `carts ${plan.carts}, scenarios ${plan.scenarios.length} (${counts({ done: endings.done, refused: endings.refused, "gave up": endings.gaveUp, hung: endings.hung })})`,
    `faults: ${counts(faults)}`,
    `gateway: ${counts({ payments: figures.payments, confirmed: figures.confirmed })}`,
    `ledger: ${counts({ settled: figures.settled, attention: figures.attention, resolved: figures.resolved })}`,
    `attention: ${counts(figures.attentionByReason)}`,
    `orders ${figures.orders} (${counts({ "paid otherwise": figures.ordersPaidOtherwise, canceled: figures.ordersCanceled, "half made": figures.ordersHalfMade })})`,
    `refunds ${figures.refunds} (${figures.refundsOfSurplus} of a surplus); requests: ${counts(figures.refundRequestsByState) || "none"}`,
    ...(figures.messages
      ? [
          `events ${figures.messages.events}, delivered ${figures.messages.deliveries} times; notifications ${figures.messages.notifications}`,
        ]
      : []),
    ...Object.entries(result.outcomes).map(
      ([kind, outcomes]) => `${kind}: ${counts(outcomes)}`
    ),
    ...Object.entries(endings.refusedBy).map(
      ([text, count]) => `refused ${count} x ${text}`
    ),
    `duration ${result.durationSeconds} s`,
    ...timelines,
  ]
  return `${lines.join("\n")}\n`
}

/** The command that plays the same campaign again. */
function commandOf({
  seed,
  carts,
  kills,
  placeOrder = "after_payment",
  kinds,
  loseLedger,
  redisProgram,
}: CampaignOptions): string {
  return [
    `npm run test:chaos -- --seed ${seed} --carts ${carts} --kills ${kills}`,
    `--place-order ${placeOrder}`,
    ...(kinds ? [`--kinds ${kinds.join()}`] : []),
    ...(redisProgram ? ["--instances"] : []),
    ...(loseLedger ? ["--lose-ledger"] : []),
  ].join(" ")
}

function counts(numbers: Record<string, number>): string {
  return Object.entries(numbers)
    .map(([name, number]) => `${number} ${name}`)
    .join(", ")
}
