import path from "node:path"
import ts from "typescript"

import { type Block, root } from "./pages"

export const place = ({ page, line }: Block) => `${page}:${line}`

/**
 * What the compiler says of blocks, each a module beside its page;
 * the package's entries are the source.
 */
export function compileBlocks(modules: readonly Block[]): string[] {
  const files = new Map(
    modules.map((block, index) => [
      path.join(
        root,
        "integration-tests/docs",
        `block-${index}.${block.language}`
      ),
      block,
    ])
  )
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    esModuleInterop: true,
    resolveJsonModule: true,
    experimentalDecorators: true,
    types: ["node"],
    paths: {
      "medusa-payment-crypto/gateway": [`${root}/src/gateway`],
      "medusa-payment-crypto-sandbox": [`${root}/src/sandbox`],
      "medusa-payment-crypto/types": [`${root}/src/api/types`],
      "medusa-payment-crypto/workflows": [`${root}/src/workflows`],
      "medusa-payment-crypto-storefront": [`${root}/src/storefront`],
      "medusa-payment-crypto-storefront/*": [`${root}/src/storefront/*`],
    },
  }
  const disk = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => files.has(file) || disk.fileExists(file),
    getSourceFile: (file, ...rest) => {
      const block = files.get(file)
      return block
        ? ts.createSourceFile(file, block.code, ts.ScriptTarget.ES2022, true)
        : disk.getSourceFile(file, ...rest)
    },
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files].flatMap(([file, block]) => {
    const source = program.getSourceFile(file)
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(
      ({ messageText }) =>
        `${place(block)} ${ts.flattenDiagnosticMessageText(messageText, " ")}`
    )
  })
}
