import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { Modules } from "@medusajs/framework/utils"
import { notFound } from "../../../../../medusa-errors"
import { CRYPTO_PAYMENT_MODULE } from "../../../../../modules/crypto-payment/module-key"
import { guarded, permissions } from "../../guarded-route"

const GONE =
  "There is no such file. An export is kept for a day, for the user who asked for it."

/**
 * The CSV file of a large export, by its `transaction_id`, for who asked for it; 404 for everybody
 * else, before it is written, and after a day.
 */
export const GET = guarded(
  { policies: permissions.readsPayment },
  async (req, res) => {
    const { exportFiles } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
    const { actor_id } = req.auth_context
    const key = await exportFiles.find(req.params.export_id, actor_id)
    if (key === undefined) throw notFound(GONE)
    const file = await req.scope.resolve(Modules.FILE).getDownloadStream(key)
    const chunks: AsyncIterator<Buffer | string> = file[Symbol.asyncIterator]()
    // Whether the file is there is known once it is read; then the status cannot be another one.
    const first = await chunks.next().catch(() => {
      throw notFound(GONE)
    })
    res.attachment("crypto-payments.csv")
    await pipeline(Readable.from(resume(first, chunks)), res).catch(() => {
      // The client left, or the file broke off: the connection is closed, which tells it.
    })
    return undefined
  }
)

async function* resume<Chunk>(
  first: IteratorResult<Chunk>,
  rest: AsyncIterator<Chunk>
): AsyncGenerator<Chunk> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}
