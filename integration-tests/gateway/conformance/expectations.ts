import type { ProbeAnswer } from "./probe"
import { must } from "./verdict"

/** The answer has this status. @throws ContractBroken */
export function mustAnswer(answer: ProbeAnswer, status: number): void {
  must(
    answer.status === status,
    `expected status ${status}, got ${answer.status}`
  )
}

/** The answer is a success, with 200 or another 2xx. @throws ContractBroken */
export function mustSucceed(answer: ProbeAnswer): void {
  must(
    answer.status >= 200 && answer.status <= 299,
    `expected a success, got status ${answer.status}: ${answer.text.slice(0, 120)}`
  )
}

/** The fields have these values. @throws ContractBroken naming the first that has not */
export function mustHave(
  fields: Record<string, unknown>,
  expected: Record<string, unknown>
): void {
  for (const [name, value] of Object.entries(expected)) {
    must(
      fields[name] === value,
      `${name} is ${shown(fields[name])}, not ${shown(value)}`
    )
  }
}

/** The fields are filled texts. @throws ContractBroken */
export function mustBeText(
  fields: Record<string, unknown>,
  names: string[]
): void {
  for (const name of names) {
    const value = fields[name]
    must(
      typeof value === "string" && value !== "",
      `${name} is ${shown(value)}, not a text`
    )
  }
}

/** The field is a decimal string. @throws ContractBroken */
export function mustBeDecimal(
  fields: Record<string, unknown>,
  name: string
): void {
  const value = fields[name]
  must(
    typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value),
    `${name} is ${shown(value)}, not a decimal string`
  )
}

/** The field is an ISO 8601 time in UTC. @throws ContractBroken */
export function mustBeTimestamp(
  fields: Record<string, unknown>,
  name: string
): void {
  const value = fields[name]
  must(
    typeof value === "string" &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:?00)$/.test(value),
    `${name} is ${shown(value)}, not an ISO 8601 time in UTC`
  )
}

/** The fields are absent, or null. @throws ContractBroken */
export function mustLack(
  fields: Record<string, unknown>,
  names: string[]
): void {
  for (const name of names) {
    must(
      fields[name] === undefined || fields[name] === null,
      `${name} is there: ${shown(fields[name])}`
    )
  }
}

function shown(value: unknown): string {
  return value === undefined ? "missing" : JSON.stringify(value).slice(0, 80)
}
