import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

import { root } from "./pages"

const page = `# Title

<!-- unpublished -->

Build it yourself.

<!-- /unpublished -->

[Guide](src/admin/README.md#reasons), [here](#title), [Medusa](https://medusajs.com)

<img src=".github/screenshots/list.png"> ![List](.github/screenshots/list.png)
`

describe("the script that makes links absolute before publishing", () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "links-"))
    writeFileSync(path.join(folder, "README.md"), page)
  })

  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function run(manifest: object) {
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest))
    const script = path.join(root, "scripts/absolute-links.mjs")
    const { status, stderr } = spawnSync(
      process.execPath,
      [script, "README.md"],
      { cwd: folder, encoding: "utf8" }
    )
    const text = readFileSync(path.join(folder, "README.md"), "utf8")
    return { status, stderr, text }
  }

  it("links pages and images of the released version", () => {
    const url = "git+https://github.com/acme/crypto.git"
    const { status, text } = run({ version: "1.2.3", repository: { url } })
    const raw = "https://raw.githubusercontent.com/acme/crypto/v1.2.3"
    const image = `${raw}/.github/screenshots/list.png`
    expect(status).toBe(0)
    expect(text).toBe(`# Title

[Guide](https://github.com/acme/crypto/blob/v1.2.3/src/admin/README.md#reasons), [here](#title), [Medusa](https://medusajs.com)

<img src="${image}"> ![List](${image})
`)
  })

  it.each([
    {},
    { repository: { url: "git+https://github.com/OWNER/NAME.git" } },
    {
      repository: { url: "git+https://github.com/acme/crypto.git" },
      author: "OWNER",
    },
  ])("changes nothing, and says what to fill in, with %j", (manifest) => {
    const { status, stderr, text } = run({ version: "1.2.3", ...manifest })
    expect(status).toBe(1)
    expect(stderr).toContain('fill in "repository" first')
    expect(text).toBe(page)
  })
})
