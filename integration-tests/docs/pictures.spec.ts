import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { root } from "./pages"
import {
  digestsOfPictured,
  olderPictures,
  PICTURED,
  PICTURED_FILE,
} from "./pictures"

describe("the pictures of the guides", () => {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), "pictured-"))
  afterAll(() => fs.rmSync(copy, { recursive: true }))

  beforeEach(() => {
    for (const { sources } of PICTURED) {
      for (const [folder] of sources) {
        fs.cpSync(path.join(root, folder), path.join(copy, folder), {
          recursive: true,
          filter: (from) => path.basename(from) !== "dist",
        })
      }
    }
  })

  it.each([
    [
      "src/storefront/style.css",
      ".cryptopay {}",
      ["checkout", "refund", "sale"],
    ],
    ["src/storefront/style.css", "/* Why it is so. */", []],
    ["src/admin/lib/format.ts", "go()", ["list", "attention", "order"]],
    ["src/admin/lib/format.spec.ts", "go()", []],
  ])("are older after a change of %s to %s: %j", (file, added, older) => {
    const taken = digestsOfPictured(copy)
    fs.appendFileSync(path.join(copy, file), `\n${added}\n`)
    expect(olderPictures(taken, copy)).toEqual(older)
  })

  it.each(["light", "dark"])("move for at most 1 MB, in %s", (scheme) => {
    const file = `.github/screenshots/sale-${scheme}.gif`
    expect(fs.statSync(path.join(root, file)).size).toBeLessThan(1_000_000)
  })

  it("are those of the folder, each in light and in dark", () => {
    const files = fs
      .readdirSync(path.dirname(PICTURED_FILE))
      .filter((file) => /\.(png|gif)$/.test(file))
      .map((file) => file.slice(0, -4))
    expect(files.sort()).toEqual(
      PICTURED.flatMap(({ pictures }) => pictures)
        .flatMap((name) => [`${name}-dark`, `${name}-light`])
        .sort()
    )
  })
})
