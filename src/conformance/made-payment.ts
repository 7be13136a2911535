import type { ProbeAnswer } from "./probe"
import type { Target } from "./target"

/** What a creation takes besides what `Conditions` fills in. */
export type PaymentFields = Record<string, unknown>

/** A payment that a case made. */
export type MadePayment = {
  id: string
  /** What it was made from; the same again must give the same payment. */
  request: PaymentFields
  answer: ProbeAnswer
}

/** Who makes payments, and ends them unpaid. */
export type PaymentMaker = {
  readonly target: Target
  makeWidget: (fields: PaymentFields) => Promise<MadePayment>
  expire: (id: string) => Promise<ProbeAnswer>
}
