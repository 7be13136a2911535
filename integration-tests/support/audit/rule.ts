import type { Books } from "./books"

type Violation = {
  rule: string
  /** The gateway's id, where the fault has one. */
  gatewayPaymentId: string | null
  orderId: string | null
  /** What was found, with the numbers. */
  finding: string
}

/** What a rule is about, and the ids that a person looks it up by. */
export type Subject<Of> = {
  of: Of
  gatewayPaymentId?: string | null
  orderId?: string | null
}

/** What is wrong, in words where the subject alone does not show it; nothing where nothing is. */
type Finding = string | boolean | null | undefined

/** The rules about one kind of subject, each a way to lose, double or invent money. Pure. */
export function rulesOf<Of>(
  subjectsIn: (books: Books) => Subject<Of>[],
  checks: Record<string, (of: Of, books: Books) => Finding>
) {
  return Object.entries(checks).map(([rule, check]) => ({
    name: rule,
    find: (books: Books) =>
      subjectsIn(books).flatMap((subject): Violation[] => {
        const { of, gatewayPaymentId = null, orderId = null } = subject
        const found = check(of, books)
        const finding = found === true ? JSON.stringify(of) : found
        return finding ? [{ rule, gatewayPaymentId, orderId, finding }] : []
      }),
  }))
}
