import fs from "node:fs"
import path from "node:path"
import { describeInBrowser } from "../support/browser/describe-in-browser"

const ARCHIVES = ["dtc-starter.tar.gz", "nextjs-starter-medusa.tar.gz"]

/**
 * A suite that needs Medusa's starters, of whose folder it is given the path.
 * Without `STARTERS_DIR` its tests count as skipped, under a title that says why.
 */
export function describeWithStarters(
  title: string,
  suite: (folder: string) => void
): void {
  const folder = process.env.STARTERS_DIR
  if (!folder) {
    const why = `STARTERS_DIR names no folder with ${ARCHIVES.join(" and ")}`
    process.stderr.write(`"${title}" is skipped: ${why}.\n`)
    describe.skip(`${title} (${why})`, () => suite(""))
    return
  }
  const missing = ARCHIVES.filter(
    (archive) => !fs.existsSync(path.join(folder, archive))
  )
  if (missing.length > 0) {
    throw new Error(`STARTERS_DIR (${folder}) has no ${missing.join(", ")}.`)
  }
  describeInBrowser(title, () => suite(path.resolve(folder)))
}
