import ts from "typescript"

/** One file as the checker sees it; `path` is relative, with slashes. */
export type SourceFile = { path: string; source: string }

export type Import = {
  /** What stands between the quotes; null when it is computed. */
  specifier: string | null
  /** True when nothing of it is left after compilation. */
  typeOnly: boolean
  /** Counted from 1. */
  line: number
}

/** Every way in which a file can name another: import, re-export, require. */
export function importsOf(file: SourceFile): Import[] {
  const tree = ts.createSourceFile(
    file.path,
    file.source,
    ts.ScriptTarget.Latest,
    true
  )
  const found: Import[] = []
  visit(tree)
  return found

  function visit(node: ts.Node): void {
    const reference = referenceIn(node)
    if (reference) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
      found.push({
        specifier: literalText(reference.target),
        typeOnly: reference.typeOnly,
        line: line + 1,
      })
    }
    ts.forEachChild(node, visit)
  }
}

type Reference = { target: ts.Node | undefined; typeOnly: boolean }

function referenceIn(node: ts.Node): Reference | undefined {
  if (ts.isImportDeclaration(node)) {
    return {
      target: node.moduleSpecifier,
      typeOnly: importsTypesOnly(node.importClause),
    }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    return {
      target: node.moduleSpecifier,
      typeOnly: node.isTypeOnly || exportsTypesOnly(node.exportClause),
    }
  }
  if (
    ts.isImportEqualsDeclaration(node) &&
    ts.isExternalModuleReference(node.moduleReference)
  ) {
    return {
      target: node.moduleReference.expression,
      typeOnly: node.isTypeOnly,
    }
  }
  if (ts.isImportTypeNode(node)) {
    const target = ts.isLiteralTypeNode(node.argument)
      ? node.argument.literal
      : node.argument
    return { target, typeOnly: true }
  }
  if (ts.isCallExpression(node) && loadsModule(node.expression)) {
    return { target: node.arguments[0], typeOnly: false }
  }
  return undefined
}

function importsTypesOnly(clause: ts.ImportClause | undefined): boolean {
  // `import "x"` runs the module.
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const { namedBindings } = clause
  return (
    !clause.name &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.length > 0 &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  )
}

function exportsTypesOnly(clause: ts.NamedExportBindings | undefined): boolean {
  return (
    clause !== undefined &&
    ts.isNamedExports(clause) &&
    clause.elements.length > 0 &&
    clause.elements.every((element) => element.isTypeOnly)
  )
}

/** `import(...)`, `require(...)` and `require.resolve(...)`. */
function loadsModule(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true
  const name = ts.isPropertyAccessExpression(callee)
    ? callee.expression
    : callee
  return ts.isIdentifier(name) && name.text === "require"
}

function literalText(node: ts.Node | undefined): string | null {
  return node && ts.isStringLiteralLike(node) ? node.text : null
}
