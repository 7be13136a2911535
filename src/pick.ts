/** The keys of an object that has no others than its type says. */
export function keysOf<Shape extends object>(shape: Shape) {
  return Object.keys(shape) as (keyof Shape)[]
}

/** These columns of a row, and no others. */
export function pick<Row extends object, Key extends keyof Row>(
  row: Row,
  keys: readonly Key[]
) {
  const values = keys.map((key) => [key, row[key]])
  return Object.fromEntries(values) as Pick<Row, Key>
}
