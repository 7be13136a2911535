import ts from "typescript"

/** Runs a block of the documentation as a module and gives back what it exports. */
export function runBlock<Exports>(code: string): Exports {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
    },
  })
  const exported = {}
  // Our packages' entries are the source, of which tsc must not see what is made for browsers.
  const load = (name: string): unknown =>
    jest.requireActual(name.replace(/^medusa-payment-crypto[-/]/, "../../src/"))
  // The README's own code, which this test is there to run.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  new Function("require", "exports", outputText)(load, exported)
  return exported as Exports
}
