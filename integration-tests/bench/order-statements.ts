import { writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { IWorkflowEngineService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CryptoPaymentProvider } from "../../src/providers/crypto/service"
import { atMost, type Figure, type InProcessShop } from "./figure"
import { quantile } from "./timing"
import { confirmPaid, openSale, processSession } from "./webhook-to-order"

const ORDERS = 10

/**
 * Ahead of core's workflow, in it,
 * in it while the plugin answers whether the session is paid, after it.
 */
type Part = "before" | "core" | "under the lock" | "after"

type Statement = { part: Part; ms: number; text: string }

type Client = { query: (...args: unknown[]) => unknown }

type Provider = {
  authorizePayment: (...args: never[]) => Promise<unknown>
}

/**
 * The statements to the database to open a payment, and from its webhook to its settled order, by
 * part, beside those of core alone. Each is a round trip. The lists of one payment are written to
 * `.bench/opening-statements.txt` and `.bench/order-statements.txt`.
 */
export async function benchOrderStatements(
  shop: InProcessShop
): Promise<Figure[]> {
  const recorder = new Recorder()
  recorder.watch(shop)
  const opened = await recorder.opening(shop, "pp_crypto_crypto")
  const openedAlone = await recorder.opening(shop, "pp_system_default")
  await write("opening", opened)
  const ours: Statement[][] = []
  const alone: Statement[][] = []
  for (let left = ORDERS; left > 0; left -= 1) {
    const { gatewayId } = await openSale(shop, "pp_crypto_crypto")
    ours.push(await recorder.during(() => confirmPaid(shop, gatewayId)))
    const { sessionId } = await openSale(shop, "pp_system_default")
    alone.push(await recorder.during(() => processSession(shop, sessionId)))
  }
  await write("order", ours[ORDERS - 1])
  const count = (orders: Statement[][], part?: Part) =>
    quantile(
      orders.map(
        (each) => each.filter((one) => !part || one.part === part).length
      ),
      0.5
    )
  const ofCore = count(alone)
  const parts = (["before", "core", "under the lock", "after"] as const).map(
    (part) => `${part} ${count(ours, part)}`
  )
  process.stderr.write(
    `statements of an order: ${parts.join(", ")}; core alone ${ofCore}; to open a payment: ${opened.length}; core alone ${openedAlone.length}\n`
  )
  return [
    atMost(
      160,
      "statements per paid order, from its webhook on",
      count(ours),
      "statements"
    ),
    atMost(54, "statements to open a payment", opened.length, "statements"),
  ]
}

async function write(name: string, statements: Statement[]): Promise<void> {
  const file = join(__dirname, `../../.bench/${name}-statements.txt`)
  await writeFile(file, statements.map(lineOf).join("\n"))
}

class Recorder {
  private part: Part = "before"
  private statements: Statement[] | undefined

  /** Both copies of the driver that Medusa brings: its own connection's and the ORM's. */
  watch({ container }: InProcessShop): void {
    const load = createRequire(__filename)
    const ofOrm = createRequire(load.resolve("@mikro-orm/postgresql"))
    for (const require of [load, ofOrm]) {
      const { Client } = require("pg") as { Client: { prototype: Client } }
      this.watchDriver(Client.prototype)
    }
    const engine = container.resolve<IWorkflowEngineService>(
      Modules.WORKFLOW_ENGINE
    )
    const run = engine.run.bind(engine)
    engine.run = (async (...args: Parameters<typeof run>) => {
      this.part = "core"
      return await run(...args).finally(() => (this.part = "after"))
    }) as typeof engine.run
    const provider: Provider = CryptoPaymentProvider.prototype
    const authorize = provider.authorizePayment
    const began = (part: Part) => (this.part = part)
    provider.authorizePayment = async function (...args) {
      began("under the lock")
      return await authorize.apply(this, args).finally(() => began("core"))
    }
  }

  /** From the press of the button on; the cart is there. */
  async opening(
    { shopper, store }: InProcessShop,
    providerId: string
  ): Promise<Statement[]> {
    const { variantId } = store.products.ebook
    const cart = await shopper.prepareCart([{ variantId }], {})
    return await this.during(() => shopper.startPayment(cart.id, providerId))
  }

  async during(act: () => Promise<unknown>): Promise<Statement[]> {
    const statements: Statement[] = []
    this.statements = statements
    this.part = "before"
    await act()
    this.statements = undefined
    return statements
  }

  private watchDriver(driver: Client): void {
    const { query } = driver
    const note = (text: string) => {
      if (!this.statements) return () => {}
      const statement: Statement = { part: this.part, ms: NaN, text }
      this.statements.push(statement)
      const startedMs = performance.now()
      return () => (statement.ms = performance.now() - startedMs)
    }
    driver.query = function (...args) {
      const [given] = args
      const ended = note(textOf(given))
      const last = args.at(-1)
      const callback = typeof last === "function" ? last : undefined
      if (callback) {
        args[args.length - 1] = (...results: unknown[]) => {
          ended()
          callback(...results)
        }
      }
      const answer = query.apply(this, args)
      if (answer instanceof Promise) void answer.then(ended, ended)
      return answer
    }
  }
}

function textOf(query: unknown): string {
  const { text = query }: { text?: unknown } = Object(query)
  return String(text).replace(/\s+/g, " ")
}

function lineOf({ part, ms, text }: Statement): string {
  return `${part}\t${ms.toFixed(1)} ms\t${text.slice(0, 300)}`
}
