import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"

import { root } from "./pages"

/** A file of the source, parsed. */
export function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(
    file,
    readFileSync(path.join(root, file), "utf8"),
    ts.ScriptTarget.ES2022,
    true
  )
}

/** The TypeScript files of a folder that a store runs. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), {
    recursive: true,
    encoding: "utf8",
  })
    .filter((file) => file.endsWith(".ts") && !/\.spec\.|fixtures/.test(file))
    .map((file) => `${folder}/${file}`)
    .sort()
}

/** All nodes of one kind, in the order of the text. */
export function findAll<Node extends ts.Node>(
  within: ts.Node,
  is: (node: ts.Node) => node is Node
): Node[] {
  const found: Node[] = []
  const visit = (node: ts.Node) => {
    if (is(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(within)
  return found
}

/** The docblock of a declaration as one line, and its tags by name. */
export function docblock(node: ts.Node): {
  text: string
  tags: Record<string, string>
} {
  const blocks = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const block = blocks.at(-1)
  const plain = (comment: ts.JSDoc["comment"]) =>
    (ts.getTextOfJSDocComment(comment) ?? "").replace(/\s+/g, " ").trim()
  return {
    text: plain(block?.comment),
    tags: Object.fromEntries(
      (block?.tags ?? []).map((tag) => [tag.tagName.text, plain(tag.comment)])
    ),
  }
}

/** The declared variable of this name. */
export function variable(
  file: ts.SourceFile,
  name: string
): ts.VariableDeclaration {
  const found = findAll(file, ts.isVariableDeclaration).find(
    (each) => each.name.getText() === name
  )
  if (!found) throw new Error(`${file.fileName} has no ${name}.`)
  return found
}
