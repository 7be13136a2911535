import fs from "node:fs/promises"
import path from "node:path"
import { z } from "zod"
import type { MedusaRecord, Query } from "./query"

type Made = MedusaRecord<unknown>

/** Each record that a file of this folder declares. */
const made: Made[] = []

jest.mock("./query", () => {
  const real = jest.requireActual("./query")
  const record = (...declared: unknown[]) => {
    const one: Made = real.record(...declared)
    made.push(one)
    return one
  }
  return { ...real, record }
})

beforeAll(async () => {
  for (const file of await fs.readdir(__dirname)) {
    if (!/^(?!query|.*\.spec).*\.ts$/.test(file)) continue
    await import(path.join(__dirname, file))
  }
})

const { findMany } = jest.requireActual<typeof import("./query")>("./query")

/** What tells what Medusa answers, and not what becomes of it. */
function partOf({ in: from, out: to }: z.ZodPipe): z.ZodType {
  return (from instanceof z.ZodTransform ? to : from) as z.ZodType
}

/** What Medusa may answer: with all that the record requires, one of each list. */
function answerOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = schema.shape
    return Object.fromEntries(
      Object.entries(shape).map(([key, value]) => [key, answerOf(value)])
    )
  }
  if (schema instanceof z.ZodPipe) return answerOf(partOf(schema))
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return answerOf(schema.unwrap() as z.ZodType)
  }
  if (schema instanceof z.ZodArray) return [answerOf(schema.element as never)]
  if (schema instanceof z.ZodRecord) return {}
  return VALUES.find((value) => schema.safeParse(value).success)
}

const VALUES = ["2026-11-29T12:00:00.000Z", 1, true, { value: "1" }]

type Field = { at: string[]; isOptional: boolean }

/**
 * All fields, also of what is in lists; `isOptional` where core leaves out what there is none of.
 */
function fieldsIn(schema: z.ZodType, at: string[] = []): Field[] {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = schema.shape
    return Object.entries(shape).flatMap(([key, value]) => [
      { at: [...at, key], isOptional: value.safeParse(undefined).success },
      ...fieldsIn(value, [...at, key]),
    ])
  }
  if (schema instanceof z.ZodPipe) return fieldsIn(partOf(schema), at)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return fieldsIn(schema.unwrap() as z.ZodType, at)
  }
  if (schema instanceof z.ZodArray) {
    return fieldsIn(schema.element as z.ZodType, [...at, "0"])
  }
  return []
}

/** Without one field, as if it had another name. */
function without(answer: unknown, at: string[]): unknown {
  const copy: unknown = structuredClone(answer)
  const parent = at
    .slice(0, -1)
    .reduce((value, key): unknown => Reflect.get(Object(value), key), copy)
  Reflect.deleteProperty(Object(parent), String(at.at(-1)))
  return copy
}

const queryOf = (answer: unknown): Query => ({
  graph: (async () => ({ data: [answer] })) as never,
})

describe("what Medusa answers", () => {
  it("is declared by many records", () => {
    expect(made.length).toBeGreaterThan(40)
  })

  it("is taken where it has all fields, and else is an error that names the entity, the field and the id", async () => {
    for (const record of made) {
      const answer = answerOf(record.row)
      expect(await findMany(queryOf(answer), record)).toHaveLength(1)
      for (const { at, isOptional } of fieldsIn(record.row)) {
        const field = at.join(".")
        const renamed = without(answer, at)
        const outcome = await findMany(queryOf(renamed), record).then(
          () => "read",
          (error: Error) => error.message
        )
        const id = Reflect.get(Object(renamed), "id") as string | undefined
        const name = id ? `${record.entity} ${id}` : record.entity
        expect([record.entity, field, outcome]).toEqual([
          record.entity,
          field,
          isOptional
            ? "read"
            : `Medusa's ${name} has no \`${field}\`; this version of the plugin does not know it.`,
        ])
      }
    }
  })

  it("may be two records where one is meant, and have gaps in its lists", async () => {
    const { linkedMany, linkedOne, many, record } =
      jest.requireActual<typeof import("./query")>("./query")
    const id = z.string()
    const cart = record("cart", {
      order: linkedOne({ id }),
      collections: linkedMany({ id }),
      items: many({ id }),
    })
    const first = { id: "1" }
    const last = { id: "2" }
    const answer = {
      order: [undefined, first, last],
      collections: [first, undefined, null],
      items: [null, last],
    }
    expect(await findMany(queryOf(answer), cart)).toEqual([
      { order: first, collections: [first], items: [last] },
    ])
    expect(await findMany(queryOf({ items: [] }), cart)).toEqual([
      { order: null, collections: [], items: [] },
    ])
  })

  it.each([
    [
      "order",
      "id display_id status version currency_code summary.* transactions.id transactions.amount transactions.reference_id transactions.version transactions.created_at",
    ],
    [
      "payment",
      "payment_session_id currency_code canceled_at captures.amount refunds.amount",
    ],
  ])("is asked for by name, as %s: %s", (entity, fields) => {
    const asked = made
      .filter((each) => each.entity === entity)
      .map((each) => each.fields.join(" "))
    expect(asked).toContain(fields)
  })
})
