import { ContractBroken, type Sight } from "./sight"
import type { ProbeAnswer } from "./probe"

/** Status and code of an answer, as the report shows it. */
export function described({ status, fields: { code } }: ProbeAnswer): string {
  return typeof code === "string" ? `${status} ${code}` : String(status)
}

/** The answer refuses with this status, and as published with this code. @throws ContractBroken */
export function mustRefuse(
  answer: ProbeAnswer,
  status: 400 | 401 | 404,
  code: string
): Sight {
  if (answer.status !== status) throw new ContractBroken(described(answer))
  return { seen: described(answer), asPublished: answer.fields.code === code }
}

/** Of several answers one that is not as published, if there is any. */
export function leastPublished(sights: Sight[]): Sight {
  return sights.find(({ asPublished }) => !asPublished) ?? sights[0]
}

/** The answer is a success, with 200 or another 2xx. @throws ContractBroken */
export function mustSucceed(answer: ProbeAnswer): string {
  if (!isSuccess(answer)) throw new ContractBroken(described(answer))
  return described(answer)
}

/** Whether the answer has a status of 2xx. */
export function isSuccess({ status }: ProbeAnswer): boolean {
  return status >= 200 && status <= 299
}

/** The fields have these values. @throws ContractBroken naming the first that has not */
export function mustHave(
  fields: Record<string, unknown>,
  expected: Record<string, unknown>
): void {
  for (const [name, value] of Object.entries(expected)) {
    if (fields[name] !== value) throw new ContractBroken(field(name, fields))
  }
}

/** The fields are filled texts. @throws ContractBroken */
export function mustBeText(
  fields: Record<string, unknown>,
  names: string[]
): void {
  for (const name of names) {
    const value = fields[name]
    if (typeof value !== "string" || value === "") {
      throw new ContractBroken(field(name, fields))
    }
  }
}

/** The field is a decimal string. @throws ContractBroken */
export function mustBeDecimal(
  fields: Record<string, unknown>,
  name: string
): void {
  mustMatch(fields, name, /^-?\d+(\.\d+)?$/)
}

/** The field is an ISO 8601 time in UTC. @throws ContractBroken */
export function mustBeTimestamp(
  fields: Record<string, unknown>,
  name: string
): void {
  mustMatch(
    fields,
    name,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:?00)$/
  )
}

/** The fields are absent, or null. @throws ContractBroken */
export function mustLack(
  fields: Record<string, unknown>,
  names: string[]
): void {
  for (const name of names) {
    if ((fields[name] ?? null) !== null) {
      throw new ContractBroken(field(name, fields))
    }
  }
}

/** @throws ContractBroken with what came, unless `holds` */
export function must(holds: boolean, came: string): asserts holds {
  if (!holds) throw new ContractBroken(came)
}

/** A field as the report shows it, such as `is_test: false`. */
export function field(name: string, fields: Record<string, unknown>): string {
  return `${name}: ${shown(fields[name])}`
}

/** The names of the fields, in alphabetical order. */
export function namesOf(fields: Record<string, unknown>): string {
  return Object.keys(fields).sort().join(", ")
}

function mustMatch(
  fields: Record<string, unknown>,
  name: string,
  pattern: RegExp
): void {
  const value = fields[name]
  if (typeof value !== "string" || !pattern.test(value)) {
    throw new ContractBroken(field(name, fields))
  }
}

function shown(value: unknown): string {
  return value === undefined ? "missing" : JSON.stringify(value).slice(0, 80)
}
