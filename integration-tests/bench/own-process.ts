import { fork } from "node:child_process"
import type { Bench, Figure } from "./figure"
import { type InProcessShop, withInProcessShop } from "./in-process-shop"
import { benchOrderStatements } from "./order-statements"
import { benchReconciling } from "./reconciling"
import { benchWebhookToOrder } from "./webhook-to-order"

const BENCHES = {
  "order-statements": benchOrderStatements,
  reconciling: benchReconciling,
  "webhook-to-order": benchWebhookToOrder,
} satisfies Record<string, (shop: InProcessShop) => Promise<Figure[]>>

/**
 * A bench with Medusa's own workflows at hand: Medusa starts only once in a
 * process, and what one bench leaves behind would be measured with the next.
 */
export function inOwnProcess(name: keyof typeof BENCHES): Bench {
  return () =>
    new Promise<Figure[]>((resolve, reject) => {
      const child = fork(__filename, [name], {
        execArgv: ["-r", require.resolve("../../.build/typescript.js")],
      })
      let figures: Figure[] | undefined
      // Medusa sends its port too, once it has started.
      child.on("message", (message: Figure[] | number) => {
        if (Array.isArray(message)) figures = message
      })
      child.once("error", reject)
      child.once("close", (code) => {
        if (figures) resolve(figures)
        else reject(new Error(`${name} ended with ${code} and no figures.`))
      })
    })
}

if (require.main === module) {
  const name = process.argv[2] as keyof typeof BENCHES
  void withInProcessShop(BENCHES[name]).then((figures) => {
    process.send?.(figures)
    process.disconnect()
  })
}
