import { fork } from "node:child_process"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { Gateway } from "../support/gateway"
import { Teardown } from "../support/medusa/teardown"
import { startMedusa } from "../support/shop/start-medusa"
import { Shopper, seedStore } from "../support/store"
import type { Bench, Figure, InProcessShop } from "./figure"
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
        execArgv: ["-r", require.resolve("../../scripts/typescript.js")],
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

/** Starts one with a database of its own, at the sandbox, and stops it after use. */
async function withInProcessShop<Result>(
  use: (shop: InProcessShop) => Promise<Result>
): Promise<Result> {
  const teardown = new Teardown()
  try {
    const gateway = await new Gateway().listen()
    teardown.add(() => gateway.close())
    const medusa = await startMedusa({
      gateway,
      database: "in-process",
    })
    teardown.add(() => medusa.stop())
    const { container, url } = medusa
    const store = await seedStore(container, {
      providers: ["pp_crypto_crypto", "pp_system_default"],
    })
    const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const shopper = new Shopper(url, store)
    return await use({ container, db, gateway, store, shopper, url })
  } finally {
    await teardown.run()
  }
}

if (require.main === module) {
  const name = process.argv[2] as keyof typeof BENCHES
  void withInProcessShop(BENCHES[name]).then((figures) => {
    // Medusa stops without waiting for subscribers:
    // one that asks for a connection then waits a minute.
    process.send?.(figures, () => process.exit())
  })
}
