import { invalidData } from "../medusa-errors"
import {
  type Database,
  type OtherRows,
  readInTime,
} from "../modules/crypto-payment/database"

/** Of each kind of record, only the newest are searched. */
const MAX_FOUND = 500

/** Each word is compared with the names of all customers, orders and carts. */
const MAX_WORDS = 5

export type FoundInMedusa = {
  /** Orders whose number it is, or begins so, or is a part of the store's own. */
  numbered: string[]
  /** Of people of whom each word is a part of the e-mail address, or of a name. */
  order_ids: string[]
  cart_ids: string[]
}

/**
 * As Medusa's own lists do: by parts of a name, an e-mail address or an order's number. In SQL, not
 * by Medusa's query: that has no limit of time, since it passes no transaction to the modules
 * (@medusajs/query, query/module-data-fetcher.js of 2.21.2).
 * @throws MedusaError INVALID_DATA for too many words; NOT_ALLOWED where it takes too long
 */
export async function findOrdersAndCarts(
  medusa: Database,
  text: string
): Promise<FoundInMedusa> {
  const words = [...new Set(text.split(/\s+/).map(fold))]
  if (words.length > MAX_WORDS) {
    throw invalidData(
      `Search for at most ${MAX_WORDS} different words at once; these are ${words.length}.`
    )
  }
  return await readInTime(medusa, async (db) => {
    const numbered = await findNumbered(db, text)
    // Numbers and marks are no part of a name.
    if (!/\p{L}/u.test(text)) return { numbered, order_ids: [], cart_ids: [] }
    const customers = await newestIds(
      // Also an account that was deleted.
      db("customer").where(matches(db, words, ["email", ...NAMES]))
    )
    const order_ids = await findAddressed(db, "order", words, customers)
    const cart_ids = await findAddressed(db, "cart", words, customers)
    return { numbered, order_ids, cart_ids }
  })
}

const MAX_NUMBER = 2_147_483_647

/**
 * `12` is also the beginning of 120 to 129, 1200 to 1299 and so on, and a part of a store's own
 * number.
 */
async function findNumbered(db: Database, text: string): Promise<string[]> {
  const number = Number(/^#?(\d{1,9})$/.exec(text)?.[1])
  const ranges = [1, 10, 100, 1_000, 10_000]
    .map((times) => [number * times, (number + 1) * times])
    .filter(([from, until]) => from > 0 && until <= MAX_NUMBER)
  const part = fold(text.replace(/^#/, ""))
  const named = matches(db, [part], ["custom_display_id"])
  return await newestIds(
    db("order")
      .whereNull("deleted_at")
      .where((either) => {
        void either.where(named)
        for (const [from, until] of ranges) {
          void either.orWhere((range) => {
            void range.where("display_id", ">=", from)
            void range.where("display_id", "<", until)
          })
        }
      })
  )
}

const NAMES = ["first_name", "last_name"]

async function findAddressed(
  db: Database,
  table: "order" | "cart",
  words: readonly string[],
  customers: readonly string[]
): Promise<string[]> {
  const names = ["shipping", "billing"].flatMap((of) =>
    NAMES.map((name) => `${of}.${name}`)
  )
  const addresses = `${table}_address`
  return await newestIds(
    db(table)
      .leftJoin(
        `${addresses} as shipping`,
        "shipping.id",
        `${table}.shipping_address_id`
      )
      .leftJoin(
        `${addresses} as billing`,
        "billing.id",
        `${table}.billing_address_id`
      )
      .whereNull(`${table}.deleted_at`)
      .where((either) => {
        void either.where(matches(db, words, [`${table}.email`, ...names]))
        void either.orWhereIn(`${table}.customer_id`, customers)
      }),
    table
  )
}

async function newestIds(rows: OtherRows, table?: string): Promise<string[]> {
  const prefix = table ? `${table}.` : ""
  return await rows
    .orderBy(`${prefix}created_at`, "desc")
    .limit(MAX_FOUND)
    .pluck<string[]>(`${prefix}id`)
}

/**
 * Each word is a part of one of the columns: no word has the space between them. They are folded
 * once for all words; `translate` would take twice as long as all the rest.
 */
function matches(db: Database, words: readonly string[], columns: string[]) {
  const names = columns.map(() => "??").join(", ")
  const text = columns.length === 1 ? names : `concat_ws(' ', ${names})`
  const forms = [...new Set(words.join(""))].flatMap((letter) =>
    otherForms(letter).map((form) => [form, letter])
  )
  const folded = forms.reduce(
    (sql) => `replace(${sql}, ?, ?)`,
    `lower(${text} COLLATE "C")`
  )
  const parts = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`)
  return db.raw(`${folded} LIKE ALL (?::text[])`, [
    ...columns,
    ...forms.flat(),
    parts,
  ])
}

/** In Turkish the small letter of "I" is "ı": each of the four is found by each. */
const FOLDED: Readonly<Record<string, string>> = { İ: "i", ı: "i", ς: "σ" }

/**
 * What a letter is compared as. Which letters are the same is said here, whatever the database's
 * language is: PostgreSQL's `lower` and `ILIKE` know "Ž" in one and not in another.
 */
function fold(text: string): string {
  return [...text]
    .map((letter) => FOLDED[letter] ?? one(letter.toLowerCase()) ?? letter)
    .join("")
}

/**
 * What is folded to a letter, beside what `lower` knows in each language: the capitals of ASCII.
 */
function otherForms(letter: string): string[] {
  const forms = Object.keys(FOLDED).filter((each) => FOLDED[each] === letter)
  const upper = letter > "\u007F" ? one(letter.toUpperCase()) : undefined
  if (upper && upper !== letter) forms.push(upper)
  return forms
}

/** Some letters become two, as "ß" in capitals. */
function one(text: string): string | undefined {
  return [...text].length === 1 ? text : undefined
}
