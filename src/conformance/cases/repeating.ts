import { type ConformanceCase, NOT_DOCUMENTED } from "../case"
import type { Conditions } from "../conditions"
import { described, mustHave, mustSucceed, namesOf } from "../expectations"
import type { ProbeAnswer } from "../probe"

/** Contract §4: a creation that is repeated returns the payment already created. */
export const repeatingCases: ConformanceCase[] = [
  ...(["hosted", "inline"] as const).flatMap((flow): ConformanceCase[] => [
    {
      section: "4",
      name: `the same external_id again, ${flow}`,
      contract: "the same payment",
      published: "the same payment, 200",
      look: async (conditions) => {
        const { again } = await repeat(conditions, flow)
        const seen = `the same payment, ${described(again)}`
        return { seen, asPublished: again.status === 200 }
      },
    },
    {
      section: "4",
      name: `fields of the same ${flow} creation again`,
      contract: NOT_DOCUMENTED,
      published: "those of the first time",
      look: async (conditions) => {
        const { first, again } = await repeat(conditions, flow)
        return compared(first, again)
      },
    },
    {
      section: "4",
      name: `fields of the same ${flow} creation once it expired`,
      contract: NOT_DOCUMENTED,
      published: "those of the first time",
      look: async (conditions) => {
        const { first, again } = await repeat(conditions, flow, (id) =>
          conditions.expire(id)
        )
        mustHave(again.fields, { status: "expired" })
        return compared(first, again)
      },
    },
  ]),
  {
    section: "4",
    name: "a hosted creation again, inline",
    contract: NOT_DOCUMENTED,
    published: "the same payment",
    look: async (conditions) => {
      const target_currency = await conditions.testCoin()
      const { id, request } = await conditions.makeWidget()
      const inline = { ...request, target_currency }
      const answer = await conditions.create("h2h", inline)
      return answer.fields.id === id
        ? "the same payment"
        : { seen: described(answer), asPublished: false }
    },
  },
]

async function repeat(
  conditions: Conditions,
  flow: "hosted" | "inline",
  between?: (id: string) => Promise<unknown>
) {
  const made = await (flow === "hosted"
    ? conditions.makeWidget()
    : conditions.makeH2h())
  await between?.(made.id)
  const { id, request, answer: first } = made
  const kind = flow === "hosted" ? "widget" : "h2h"
  const again = await conditions.create(kind, request)
  mustSucceed(again)
  mustHave(again.fields, { id, external_id: request.external_id })
  return { first, again }
}

function compared(first: ProbeAnswer, again: ProbeAnswer) {
  const seen = namesOf(again.fields)
  return seen === namesOf(first.fields)
    ? "those of the first time"
    : { seen, asPublished: false }
}
