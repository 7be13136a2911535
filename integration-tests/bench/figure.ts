import { quantile } from "./timing"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Gateway } from "../support/gateway"
import type { SeededStore, Shopper } from "../support/store"

/** One line of the table and of `.bench/latest.json`. */
export type Figure = {
  name: string
  /** Of ratios within one run the middle one, so that it means the same on every machine. */
  value: number
  /** The least and the greatest of the rounds, where there were several. */
  spread?: [least: number, greatest: number]
  /** "x" for ratios. */
  unit: string
  goal: number
  /** What the value has to be, compared with the goal. */
  bound: "at least" | "at most"
  ok: boolean
}

/** What is measured, and its goals. Another bench is one more of these in `main.ts`. */
export type Bench = () => Promise<Figure[]>

const rounded = (value: number) => Number(value.toFixed(3))

/** A figure that must reach its goal. */
export const atLeast = compared("at least")

/** A figure that must not pass its goal. */
export const atMost = compared("at most")

function compared(bound: Figure["bound"]) {
  return (
    goal: number,
    name: string,
    /** One value, or one of each round. */
    measured: number | readonly number[],
    unit = "x"
  ): Figure => {
    const values = [measured].flat()
    const value = quantile(values, 0.5)
    return {
      name,
      value: rounded(value),
      unit,
      goal,
      bound,
      ...(values.length > 1 && {
        spread: [rounded(Math.min(...values)), rounded(Math.max(...values))],
      }),
      ok: bound === "at least" ? value >= goal : value <= goal,
    }
  }
}

/** The figures as text, one line each: verdict, value, goal, spread, name. */
export function figuresTable(figures: Figure[]): string {
  return figures
    .map(({ ok, name, value, unit, bound, goal, spread }) => {
      const range =
        spread && `(${spread.map((each) => each.toFixed(3)).join(" to ")})`
      const cells = [
        ok ? "ok  " : "MISS",
        `${value.toFixed(3)} ${unit}`.padStart(18),
        `${bound} ${goal}`.padEnd(14),
        (range ?? "").padEnd(20),
        name,
      ]
      return `${cells.join("  ")}\n`
    })
    .join("")
}

/** A Medusa in this process, so that core's workflows can be called without HTTP. */
export type InProcessShop = {
  container: MedusaContainer
  /** Medusa's connection to its database. */
  db: Knex
  gateway: Gateway
  store: SeededStore<"shirt" | "ebook">
  shopper: Shopper
  /** Address of Medusa. */
  url: string
}
