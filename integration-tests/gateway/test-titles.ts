import { readFileSync } from "node:fs"
import ts from "typescript"

/** The titles of a spec file's tests, as they stand in the source: of an `it.each` the pattern. */
export function testTitles(file: string): Set<string> {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest
  )
  const titles = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && nameOfTest(node.expression)) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) {
        titles.add(title.text)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/** Whether what is called is `it`, or `it.each` with its table. */
function nameOfTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) {
    return callee.text === "it"
  }
  return (
    ts.isCallExpression(callee) &&
    ts.isPropertyAccessExpression(callee.expression) &&
    callee.expression.name.text === "each" &&
    nameOfTest(callee.expression.expression)
  )
}
