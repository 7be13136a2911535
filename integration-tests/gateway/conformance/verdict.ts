import type { Conditions } from "./conditions"

/** What came of a case. */
export type Verdict =
  | { kind: "passed" }
  | { kind: "failed"; why: string }
  | { kind: "skipped"; why: string }

/** One promise of the contract, as a sentence and as something to try. */
export type ConformanceCase = {
  /** Section of the contract. */
  section: string
  name: string
  /** @throws ContractBroken when the promise does not hold, Skipped when it cannot be tried here */
  run: (conditions: Conditions) => Promise<void>
}

/** The gateway did something else than the contract says. */
export class ContractBroken extends Error {}

/** The case needs something that this run was not given. */
export class Skipped extends Error {}

/** The gateway made a payment with real money: nothing more may be tried. */
export class NotATestPayment extends Error {}

/** @throws ContractBroken with `why` unless `holds` */
export function must(holds: boolean, why: string): asserts holds {
  if (!holds) {
    throw new ContractBroken(why)
  }
}
