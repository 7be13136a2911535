/** A test as a row names it. */
export type TestReference = {
  /** Without `.spec.ts`, as "gateway/client". */
  file: string
  title: string
}

/** A row: a promise of the contract, who keeps it, and what shows it. */
export type ContractRow = {
  /** Heading of its table. */
  heading: string
  item: string
  /** What the gateway's published description says about it. */
  published: string
  client: string
  sandbox: string
  tests: TestReference[]
}

/**
 * The rows of the section "The contract, row by row" of src/gateway/README.md.
 *
 * @throws Error on a row that is not of five cells, or a test not written as "`file` title"
 */
export function contractRows(readme: string): ContractRow[] {
  const [, section] = readme.split("\n## The contract, row by row\n")
  if (section === undefined) {
    throw new Error("The README has no section on the contract")
  }
  const [own] = section.split("\n## ")
  return own.split("\n### ").slice(1).flatMap(rowsOf)
}

function rowsOf(part: string): ContractRow[] {
  const [heading, ...lines] = part.split("\n")
  return lines
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) => {
      const cells = line.split("|").slice(1, -1)
      if (cells.length !== 5) {
        throw new Error(`A row has ${cells.length} cells: ${line}`)
      }
      const [item, published, client, sandbox, shownBy] = cells.map((cell) =>
        cell.trim()
      )
      const tests = shownBy === "" ? [] : shownBy.split("<br>").map(reference)
      return { heading, item, published, client, sandbox, tests }
    })
}

function reference(text: string): TestReference {
  const [, file, title] = /^`([\w/-]+)` (.+)$/.exec(text.trim()) ?? []
  if (file === undefined || title === undefined) {
    throw new Error(`This names no test: ${text}`)
  }
  return { file, title }
}
