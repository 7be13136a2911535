/** Does something with each item, a bounded number of them at the same time. */
export async function atOnce<Item>(
  items: readonly Item[],
  concurrency: number,
  use: (item: Item) => Promise<void>
): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) {
      await use(item)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
