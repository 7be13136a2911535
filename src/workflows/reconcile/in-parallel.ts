/** Works through `items`, at most `limit` at the same time. */
export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < items.length) await work(items[next++])
  }
  await Promise.all(
    Array.from({ length: Math.min(limit, items.length) }, worker)
  )
}
