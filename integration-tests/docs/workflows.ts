import path from "node:path"
import ts from "typescript"

import { entries, root } from "./pages"
import { docblock } from "./source"

const ENTRY = "src/workflows/index.ts"

/** The workflows that other code can start, with their inputs and results. */
export function describeWorkflows(): string {
  const { checker, exported } = readExports()
  const workflows = exported.flatMap((symbol) => {
    const { aliasSymbol, aliasTypeArguments } = checker.getTypeOfSymbol(symbol)
    if (aliasSymbol?.name !== "ReturnWorkflow") return []
    const [input, result] = aliasTypeArguments ?? []
    const lines = [
      firstSentence(symbol),
      `Input: ${describe(checker, input)}.`,
      ...(result.flags & nothing
        ? []
        : [`Result: ${describe(checker, result)}.`]),
    ]
    return [[symbol.name, lines.join("\\\n  ")] as [string, string]]
  })
  if (workflows.length === 0) throw new Error(`${ENTRY} exports no workflow.`)
  return entries(workflows)
}

function readExports() {
  const file = path.join(root, ENTRY)
  const { config } = ts.readConfigFile(
    path.join(root, "tsconfig.json"),
    (name) => ts.sys.readFile(name)
  ) as { config: { compilerOptions: object } }
  const { options } = ts.convertCompilerOptionsFromJson(
    config.compilerOptions,
    root
  )
  const program = ts.createProgram([file], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${ENTRY} cannot be read.`)
  const exported = checker
    .getExportsOfModule(module)
    .map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias
        ? checker.getAliasedSymbol(symbol)
        : symbol
    )
    .filter(({ flags }) => flags & ts.SymbolFlags.Variable)
  return { checker, exported }
}

function firstSentence({ name, valueDeclaration }: ts.Symbol): string {
  const { text } = valueDeclaration ? docblock(valueDeclaration) : { text: "" }
  const [sentence] = /^.*?[.:](?= [A-Z]|$)/.exec(text) ?? []
  if (!sentence) throw new Error(`${name} has no docblock.`)
  return sentence
}

const nothing = ts.TypeFlags.Unknown | ts.TypeFlags.VoidLike

/** The fields of an object, with a `?` behind those that may be missing; or a type by its name. */
function describe(checker: ts.TypeChecker, type: ts.Type): string {
  if (type.flags & ts.TypeFlags.StringLike) {
    return `\`${checker.typeToString(type)}\``
  }
  return type
    .getProperties()
    .map(({ name, flags }) =>
      flags & ts.SymbolFlags.Optional ? `\`${name}?\`` : `\`${name}\``
    )
    .join(", ")
}
