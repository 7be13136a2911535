import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

const repository = path.resolve(__dirname, "../..")

/** A copy of the work tree, with the repository's own packages. */
export class ScratchCopy {
  private constructor(readonly folder: string) {}

  static make(): ScratchCopy {
    // Jest and Medusa compare real paths.
    const temporary = fs.realpathSync(os.tmpdir())
    const folder = fs.mkdtempSync(path.join(temporary, "mutants-"))
    for (const file of workTree()) {
      const to = path.join(folder, file)
      fs.mkdirSync(path.dirname(to), { recursive: true })
      fs.copyFileSync(path.join(repository, file), to)
    }
    fs.symlinkSync(
      path.join(repository, "node_modules"),
      path.join(folder, "node_modules")
    )
    return new ScratchCopy(folder)
  }

  read(file: string): string {
    return fs.readFileSync(path.join(this.folder, file), "utf8")
  }

  write(file: string, source: string): void {
    fs.writeFileSync(path.join(this.folder, file), source)
  }

  remove(): void {
    fs.rmSync(this.folder, { recursive: true, force: true })
  }
}

/** What Git tracks or would track, as it is on disk. */
function workTree(): string[] {
  const list = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: repository, encoding: "utf8" }
  )
  return list
    .split("\0")
    .filter((file) => file !== "" && fs.existsSync(path.join(repository, file)))
}
