import ts from "typescript"
import { type SourceFile, importsOf } from "./imports"

/** Lines (from 1) on which a file reads the environment of its process. */
export function environmentReads(file: SourceFile): number[] {
  const tree = ts.createSourceFile(
    file.path,
    file.source,
    ts.ScriptTarget.Latest,
    true
  )
  // With the module imported, `env` may go by any name.
  const lines = importsOf(file)
    .filter(({ specifier }) => specifier?.replace("node:", "") === "process")
    .map(({ line }) => line)
  visit(tree)
  return lines

  function visit(node: ts.Node): void {
    if (readsEnvironment(node)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
      lines.push(line + 1)
    }
    ts.forEachChild(node, visit)
  }
}

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text === "env" && isProcess(node.expression)
  }
  if (ts.isElementAccessExpression(node)) {
    return isProcess(node.expression)
  }
  // const { env } = process
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
    return node.initializer !== undefined && isProcess(node.initializer)
  }
  return false
}

function isProcess(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === "process"
  return ts.isPropertyAccessExpression(node) && node.name.text === "process"
}
