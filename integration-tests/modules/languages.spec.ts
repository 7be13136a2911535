import { knex, type Knex } from "@medusajs/framework/mikro-orm/knex"
import { migratedDatabase, newDatabaseName } from "./migrated-database"
import { connected } from "../support/postgres"
import { attempts } from "../../src/modules/crypto-payment/attempts/rows"
import { insertRefund } from "../../src/modules/crypto-payment/refunds/refunds"
import { Search } from "../../src/modules/crypto-payment/search/search"
import { Totals } from "../../src/modules/crypto-payment/search/totals"
import { findOrdersAndCarts } from "../../src/medusa/find-orders-and-carts"

/** What PostgreSQL takes for one letter in two cases depends on the language of a database. */
const languages = [
  ["Turkish", "LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR' LOCALE 'C'"],
  ["English", "LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'"],
  ["of no language", "LOCALE 'C'"],
]

/** The columns of Medusa's tables that are searched. */
const MEDUSA_TABLES = `
  create table customer (id text, email text, first_name text, last_name text,
    created_at timestamptz default now());
  create table order_address (id text, first_name text, last_name text);
  create table cart_address (like order_address);
  create table "order" (id text, email text, customer_id text, display_id int,
    custom_display_id text, shipping_address_id text, billing_address_id text,
    created_at timestamptz default now(), deleted_at timestamptz);
  create table cart (like "order" including defaults);
  insert into customer values ('cus_1', 'INFO@KITAP.TEST', 'Irmak', 'ÖZIŞIK');
  insert into order_address values ('addr_1', 'Žofie', 'İnce');
  insert into cart_address values ('addr_1', 'Σοφία', 'Παύλος');
  insert into "order" values
    ('order_1', 'zofie@shop.test', null, 1, 'SIPARIŞ-7', 'addr_1'),
    ('order_2', 'info@kitap.test', 'cus_1', 2, null, null);
  insert into cart values ('cart_1', 'SOFIA@SHOP.TEST', null, 3, null, null, 'addr_1')`

describe.each(languages)("in a database that is %s", (language, options) => {
  let db: Knex

  beforeAll(async () => {
    const name = newDatabaseName(`language-${language.replace(/\s/g, "-")}`)
    const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
    const server = `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/postgres`
    await connected(server, (client) =>
      client.query(
        `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8' ${options}`
      )
    )
    db = knex({ client: "pg", connection: await migratedDatabase(name) })
    await db.raw(MEDUSA_TABLES)
    const paid = { provider_id: "pp_crypto_crypto", merchant_id: "merchant-1" }
    await attempts(db).insert(
      [
        { id: "cpay_1", gateway_amount: "5.00", gateway_currency: "INR" },
        { id: "cpay_2", amount: "7.00", currency_code: "inr" },
        { id: "cpay_3", amount: "9.00", currency_code: "inr" },
      ].map((row) => ({
        ...paid,
        ...row,
        external_id: row.id,
        state: "paid" as const,
        crypto_currency: "SOL",
        wallet_address: row.id === "cpay_1" ? "TIxYzi7IKI" : "TAxYzA7AKA",
      }))
    )
  })

  afterAll(() => db.destroy())

  const found = async (text: string) => {
    const none = { order_ids: [], cart_ids: [], payment_collection_ids: [] }
    const { rows, count } = await new Search(db).list({
      filters: { text: { text, ...none } },
      columns: ["id"],
      sort: { column: "created_at", direction: "asc" },
      skip: 0,
      take: 20,
    })
    expect(rows).toHaveLength(count)
    return rows.map(({ id }) => id)
  }

  it("payments are found by their address in any case", async () => {
    for (const part of ["TIxYzi7", "tixyzi", "TIXYZI", "ixyZI"]) {
      expect([part, await found(part)]).toEqual([part, ["cpay_1"]])
    }
    expect(await found("t_xyz")).toEqual([])
    expect(await found("tbxyzb")).toEqual([])
  })

  it("a transaction is recorded once, and found by its beginning in any case", async () => {
    const [one, two] = await attempts(db)
      .whereIn("id", ["cpay_2", "cpay_3"])
      .orderBy("id")
    const record = async (attempt: typeof one, transaction_hash: string) =>
      await insertRefund(
        db,
        attempt,
        {
          kind: "return",
          amount: "1.00",
          currency_code: "inr",
          crypto_amount: null,
          request_id: null,
        },
        { transaction_hash, note: null, by: "user_1" }
      )
    await record(one, "5IiHashI")
    for (const text of ["5IiHashI", "5iihashi", "5II"]) {
      expect([text, await found(text)]).toEqual([text, ["cpay_2"]])
    }
    expect(await found("5ai")).toEqual([])
    await expect(record(two, "5IiHashI")).rejects.toThrow("already recorded")
  })

  it("a currency has one total, however the gateway writes it", async () => {
    expect(await new Totals(db).read({})).toMatchObject([
      { currency_code: "inr", count: 3, on_no_order_amount: "21.00" },
    ])
  })

  it("people are found by parts of their names and addresses in any case", async () => {
    const cases: [text: string, orders: string[], carts: string[]][] = [
      ["info@kitap", ["order_2"], []],
      ["INFO@KITAP.TEST", ["order_2"], []],
      ["ırmak özışık", ["order_2"], []],
      ["IRMAK ÖZIŞIK", ["order_2"], []],
      ["irmak özişik", ["order_2"], []],
      ["irmak ozisik", [], []],
      ["žOFIE ince", ["order_1"], []],
      ["ŽOFİE İNCE", ["order_1"], []],
      ["sofia@shop", [], ["cart_1"]],
      ["ΣΟΦΊΑ παύλοσ", [], ["cart_1"]],
      ["Σοφία ΠΑΎΛΟΣ", [], ["cart_1"]],
      ["%", [], []],
      ["o_i", [], []],
    ]
    for (const [text, order_ids, cart_ids] of cases) {
      expect([text, await findOrdersAndCarts(db, text)]).toEqual([
        text,
        { numbered: [], order_ids, cart_ids },
      ])
    }
    for (const number of ["sipariş-7", "SİPARİŞ", "#sipar"]) {
      expect([number, await findOrdersAndCarts(db, number)]).toMatchObject([
        number,
        { numbered: ["order_1"] },
      ])
    }
  })
})
