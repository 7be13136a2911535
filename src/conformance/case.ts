import type { Conditions } from "./conditions"
import { NotATestPayment, type Sight, Skipped } from "./sight"

/** One question to a gateway, with the two answers that are expected. */
export type ConformanceCase = {
  /** Section of the contract. */
  section: string
  name: string
  /** What the contract promises, in a few words; it breaks when that does not hold. */
  contract: string
  /** What the gateway's published description says. @default as the contract */
  published?: string
  /** What came; a text is as published. @throws ContractBroken, Skipped, NotATestPayment */
  look: (conditions: Conditions) => Promise<string | Sight>
}

/** For `contract`, where it promises nothing: such a case cannot break it. */
export const NOT_DOCUMENTED = "not documented"

/** What came of a case. */
export type Result = Pick<ConformanceCase, "section" | "name" | "contract"> & {
  published: string
  seen: string
  /**
   * `differs`: the contract is kept, what is published is not. `skipped`: the run lacks something,
   * which `seen` names.
   */
  verdict: "passed" | "differs" | "failed" | "skipped"
}

/** Tries a case. */
export async function judge(
  { look, ...asked }: ConformanceCase,
  conditions: Conditions
): Promise<Result & { stops: boolean }> {
  const { published = asked.contract } = asked
  const result = { ...asked, published, stops: false }
  try {
    const came = await look(conditions)
    const sight =
      typeof came === "string" ? { seen: came, asPublished: true } : came
    const verdict = sight.asPublished ? "passed" : "differs"
    return { ...result, seen: sight.seen, verdict }
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error)
    const stops = error instanceof NotATestPayment
    const verdict = error instanceof Skipped ? "skipped" : "failed"
    return { ...result, seen, verdict, stops }
  }
}
