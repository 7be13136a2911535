import en from "./i18n/json/en.json"
import { HELP_SECTIONS } from "./lib/help"
import { isKnownStatus, PAID_STATUSES } from "../gateway"
import { describeReason } from "../modules/crypto-payment/admin-actions/attention"
import { ATTENTION_REASONS } from "../modules/crypto-payment/column-values"

/** What has to have all of a list, and is not typed by it. */
const places: [
  what: string,
  list: readonly string[],
  has: readonly string[],
][] = [
  [
    "the texts of the attention reasons",
    ATTENTION_REASONS,
    Object.keys(en.attention.reasons),
  ],
  [
    "the help of the attention reasons",
    ATTENTION_REASONS,
    Object.keys(HELP_SECTIONS),
  ],
  [
    "the advice of the attention reasons",
    ATTENTION_REASONS,
    ATTENTION_REASONS.filter(
      (reason) => describeReason(reason, null).advice.what_to_do !== ""
    ),
  ],
]

describe("what is added to a list", () => {
  it.each(places)("has its place in %s", (_what, list, has) => {
    expect(list.filter((each) => !has.includes(each))).toEqual([])
  })

  it("is named, where it is a status of the gateway", () => {
    const named = Object.keys(en.gatewayStatus)
    expect(PAID_STATUSES.filter((each) => !named.includes(each))).toEqual([])
    expect(named.filter((each) => !isKnownStatus(each))).toEqual([])
  })
})
