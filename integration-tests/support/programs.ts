import fs from "node:fs"
import path from "node:path"

/** Full path of a program on PATH, or null if this machine has none. */
export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter)
  const candidates = folders.map((folder) => path.join(folder, name))
  return candidates.find(isExecutable) ?? null
}

/**
 * A suite that needs a program, of which it is given the path. Where the
 * program is missing its tests count as skipped, under a title that says why.
 */
export function describeWithProgram(
  program: string,
  title: string,
  suite: (path: string) => void
): void {
  const found = findProgram(program)
  if (found) describe(title, () => suite(found))
  else {
    describe.skip(`${title} (this machine has no ${program})`, () =>
      suite(program))
  }
}

function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}
