import * as crypto from "node:crypto"
import * as frameworkUtils from "@medusajs/framework/utils"
import ts from "typescript"

import * as gateway from "../../src/gateway"
import * as sandbox from "../../src/sandbox"
import * as workflows from "../../src/workflows"

/**
 * What a block may import: the package's entries, as the repository has them, and what a store has.
 * The storefront's rooms are made for browsers; tsc must not see them here.
 */
const entries: Record<string, unknown> = {
  "medusa-payment-crypto/gateway": gateway,
  "medusa-payment-crypto-sandbox": sandbox,
  "medusa-payment-crypto/workflows": workflows,
  "@medusajs/framework/utils": frameworkUtils,
  "node:crypto": crypto,
  "medusa-payment-crypto-storefront": jest.requireActual(
    "../../src/storefront"
  ),
  "medusa-payment-crypto-storefront/languages": jest.requireActual(
    "../../src/storefront/languages"
  ),
}

/** Runs a block of the documentation as a module and gives back what it exports. */
export function runBlock<Exports>(code: string): Exports {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
    },
  })
  const exported = {}
  const load = (name: string) => {
    if (!(name in entries)) throw new Error(`The block imports ${name}.`)
    return entries[name]
  }
  // The README's own code, which this test is there to run.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  new Function("require", "exports", outputText)(load, exported)
  return exported as Exports
}
