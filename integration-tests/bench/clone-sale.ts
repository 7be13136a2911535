/**
 * Tables of a sale that lists read, what others refer to first, and the ids in
 * them that each copy has its own of.
 */
const tables: [table: string, ids: string[]][] = [
  ["customer", ["id"]],
  ["cart", ["id", "customer_id"]],
  ["order", ["id", "customer_id"]],
  ["order_summary", ["id", "order_id"]],
  ["order_line_item", ["id"]],
  ["order_item", ["id", "order_id", "item_id"]],
  ["order_shipping_method", ["id"]],
  ["order_shipping", ["id", "order_id", "shipping_method_id"]],
  [
    "crypto_payment",
    [
      "id",
      "external_id",
      "gateway_payment_id",
      "cart_id",
      "payment_collection_id",
      "payment_session_id",
      "payment_id",
      "order_id",
    ],
  ],
]

/** What else tells copies of a row apart. */
const ofItsOwn: Record<string, string> = {
  order: `jsonb_build_object('display_id', 1000 + n, 'email', n || '-' || original.email)`,
  cart: `jsonb_build_object('email', n || '-' || original.email)`,
  customer: `jsonb_build_object('email', n || '-' || original.email)`,
}

/**
 * Copies the sales of a database `count` times each, a minute apart, back from
 * now. Copy n is of the customer `n-` and the original's e-mail address.
 * Without timelines, payments and fulfilments: those would slow down Medusa's
 * own list alone.
 */
export async function cloneSale(
  run: (sql: string) => Promise<unknown>,
  count: number
): Promise<void> {
  for (const [table, ids] of tables) {
    const own = ids.map((id) => `'${id}', original.${id} || '_' || n`)
    await run(
      `insert into "${table}"
       select copy.*
         from "${table}" as original,
              generate_series(1, ${count}) as n,
              lateral jsonb_populate_record(null::"${table}", to_jsonb(original)
                || jsonb_strip_nulls(jsonb_build_object(${own.join(", ")}))
                || jsonb_build_object(
                     'created_at', original.created_at - n * interval '1 minute',
                     'updated_at', original.created_at - n * interval '1 minute')
                || ${ofItsOwn[table] ?? "'{}'"}) as copy`
    )
  }
  // VACUUM marks as visible only what is on disk by now.
  await run("checkpoint")
  await run("vacuum analyze")
}
