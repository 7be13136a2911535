import type {
  BigNumberInput,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { BigNumber } from "@medusajs/framework/utils"
import { z } from "zod"
import { unexpectedState } from "../medusa-errors"

/** Medusa's query across modules, as the container resolves it. */
export type Query = Pick<RemoteQueryFunction, "graph">

/** What is read of an entity: the fields that are asked for, and what each has to be. */
export type MedusaRecord<Row> = {
  entity: string
  fields: string[]
  row: z.ZodType<Row>
}

export function record<Shape extends z.ZodRawShape>(
  entity: string,
  shape: Shape
): MedusaRecord<z.output<z.ZodObject<Shape>>> {
  const row = z.object(shape)
  return { entity, fields: fieldsOf(row), row }
}

type Filters = Record<string, unknown>

type Page = {
  take: number
  skip: number
  order?: Record<string, "ASC" | "DESC">
}

/**
 * The only call of `query.graph`.
 * @throws MedusaError UNEXPECTED_STATE where Medusa does not answer what the record says
 */
export async function findMany<Row>(
  query: Query,
  { entity, fields, row }: MedusaRecord<Row>,
  filters?: Filters,
  pagination?: Page
): Promise<Row[]> {
  const answer: { data: unknown[] } = await query.graph({
    entity,
    fields,
    ...(filters && { filters }),
    ...(pagination && { pagination }),
  })
  return answer.data.map((each) => parsed(entity, row, each))
}

/** By its id, or the first that the filters find. */
export async function findOne<Row>(
  query: Query,
  record: MedusaRecord<Row>,
  filters: string | Filters
): Promise<Row | undefined> {
  const by = typeof filters === "string" ? { id: filters } : filters
  const [found] = await findMany(query, record, by)
  return found
}

/** Those with these ids, each once; null is none. */
export async function findByIds<Row>(
  query: Query,
  record: MedusaRecord<Row>,
  ids: readonly (string | null | undefined)[]
): Promise<Row[]> {
  const id = [...new Set(ids.filter((each) => typeof each === "string"))]
  return id.length === 0 ? [] : await findMany(query, record, { id })
}

function parsed<Row>(entity: string, row: z.ZodType<Row>, answer: unknown) {
  const read = row.safeParse(answer)
  if (read.success) return read.data
  const [{ path, message }] = read.error.issues
  const field = path.join(".")
  const known: unknown = Reflect.get(Object(answer), "id")
  const name = typeof known === "string" ? `${entity} ${known}` : entity
  throw unexpectedState(
    valueAt(answer, path) === undefined
      ? `Medusa's ${name} has no \`${field}\`; this version of the plugin does not know it.`
      : `Medusa's ${name} has a \`${field}\` that this version of the plugin does not know: ${message}.`
  )
}

function valueAt(answer: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => Reflect.get(Object(value), key),
    answer
  )
}

const asked = z.registry<{ whole: true }>()

/** Asked for with all that core calculates of it, such as the totals of a summary. */
export function whole<Schema extends z.ZodType>(schema: Schema): Schema {
  asked.add(schema, { whole: true })
  return schema
}

/** A record of the same module; null where there is none. */
export function one<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).nullable()
}

/** Records of the same module. */
export function many<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .array(z.object(shape).nullish())
    .transform((found) => found.filter((each) => each != null))
}

/**
 * A record of another module, which core leaves out where there is none, or it was deleted. Where
 * two are linked, core answers a list (`@medusajs/query`, `joiner/execute.js`): the first counts.
 */
export function linkedOne<Shape extends z.ZodRawShape>(shape: Shape) {
  const first = (found: unknown): unknown =>
    Array.isArray(found) ? found.find(Boolean) : found
  return z.preprocess(
    first,
    z
      .object(shape)
      .nullish()
      .transform((found) => found ?? null)
  )
}

/** Records of another module; core leaves the list out, or a deleted one in it empty. */
export function linkedMany<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .array(z.object(shape).nullish())
    .nullish()
    .transform((found) => (found ?? []).filter((each) => each != null))
}

/** As core answers it, a number, or the digits of one: what `MathBN` takes. */
export const amount = z.custom<BigNumberInput>(isAmount, "it is no amount")

function isAmount(value: unknown): boolean {
  if (value instanceof BigNumber) return true
  if (typeof value === "number") return Number.isFinite(value)
  if (typeof value === "string") return value !== "" && !isNaN(Number(value))
  return (
    typeof value === "object" &&
    value !== null &&
    "value" in value &&
    isAmount(value.value)
  )
}

/** All digits of an amount, as Medusa stores them. */
export const exactAmount = z.custom<{ value: string | number }>(
  (value) => typeof value === "object" && isAmount(value),
  "it is no amount"
)

/** What another provider keeps may be anything: null where it is no object. */
export const jsonObject = z
  .custom<unknown>((value) => value !== undefined)
  .transform((value) => {
    const isObject = typeof value === "object" && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown> | null) : null
  })

/** Through a queue or a cache it comes as text. */
export const moment = z
  .union([z.date(), z.string()])
  .transform((at) => new Date(at))
  .refine((at) => !isNaN(at.getTime()), "it is no moment")

/** `a.b` for the field b of the record a. */
function fieldsOf(schema: z.ZodType, prefix = ""): string[] {
  const inner = innerOf(schema)
  if (!(inner instanceof z.ZodObject)) return [prefix]
  const shape: Record<string, z.ZodType> = inner.shape
  const begin = prefix === "" ? "" : `${prefix}.`
  const fieldsIn = (entries: [string, z.ZodType][]) =>
    entries.flatMap(([key, value]) => fieldsOf(value, `${begin}${key}`))
  const all = Object.entries(shape)
  if (!asked.has(schema)) return fieldsIn(all)
  const linked = all.filter(
    ([, value]) => innerOf(value) instanceof z.ZodObject
  )
  return [`${begin}*`, ...fieldsIn(linked)]
}

/** Without what says that it may be null, that it is a list, or what becomes of it. */
function innerOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) {
    const { in: from, out: to } = schema
    return innerOf((from instanceof z.ZodTransform ? to : from) as z.ZodType)
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return innerOf(schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodArray) return innerOf(schema.element as z.ZodType)
  return schema
}

/**
 * The plugin's own records with the fields that a request selects, also of what is linked to them.
 */
export async function findSelected<Row>(
  query: Query,
  entity: "crypto_payment",
  fields: string[],
  filters: Filters
): Promise<Row[]> {
  const answer: { data: unknown[] } = await query.graph({
    entity,
    fields,
    filters,
  })
  return answer.data as Row[]
}
