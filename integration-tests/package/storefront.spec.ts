import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { codeBlock } from "../docs/pages"
import packageManifest from "../../package.json"
import { cleanEnvironment } from "../support/clean-environment"
import { npmInstall, write, writeJson } from "./fresh-application"
import { getPacked } from "./pack-package"
import { runCommand } from "../support/run-command"

const templates = path.join(__dirname, "storefront")
/** What the set-up command adds to a storefront. */
const starter = path.join(__dirname, "../../starter")

jest.setTimeout(10 * 60_000)

// Outside the repository, so that no package of it can be found.
const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "packed-storefront-"))
const { tarball } = getPacked().kit

afterAll(() => fs.rmSync(workFolder, { recursive: true, force: true }))

describe.each(["18", "19"])("in a storefront with React %s", (version) => {
  const storefront = path.join(workFolder, `react-${version}`)
  const here = { cwd: storefront, env: cleanEnvironment() }

  beforeAll(async () => {
    for (const folder of [templates, starter]) {
      fs.cpSync(folder, storefront, { recursive: true })
    }
    for (const [file, marker] of Object.entries(recipes)) {
      write(path.join(storefront, "src", file), codeBlock(marker))
    }
    writeJson(path.join(storefront, "package.json"), manifest(version))
    await npmInstall(storefront)
  })

  it("the package brings no Medusa, and no second React", () => {
    const modules = path.join(storefront, "node_modules")
    expect(fs.readdirSync(path.join(modules, "@medusajs")).sort()).toEqual([
      ...(version in OLDER ? ["icons"] : []),
      "js-sdk",
      "types",
    ])
    const { version: installed }: { version: string } = JSON.parse(
      fs.readFileSync(path.join(modules, "react/package.json"), "utf8")
    )
    expect(installed.split(".")[0]).toBe(version)
    const own = path.join(
      modules,
      "medusa-payment-crypto-storefront/node_modules"
    )
    expect(fs.existsSync(path.join(own, "react"))).toBe(false)
  })

  it.each([
    ["a bundler's", "bundler"],
    // Medusa's own starter had it for long: it looks at no "exports".
    ["the older, Node's", "node"],
  ])(
    "the README's recipes fit the types by %s way to find them",
    async (_, moduleResolution) => {
      const compiler = path.join(storefront, "node_modules/typescript/bin/tsc")
      const options = ["--noEmit", "--moduleResolution", moduleResolution]
      expect(
        await runCommand(process.execPath, [compiler, ...options], here)
      ).toBe("")
    }
  )

  it("a server renders the components, in a language that it brings", async () => {
    const pages: Record<string, string> = JSON.parse(
      await runCommand(process.execPath, ["render.mjs"], here)
    )
    expect(pages.button).toMatch(/<button[^>]*>Pay with crypto<\/button>/)
    expect(pages.german).toMatch(/<button[^>]*>Mit Krypto bezahlen<\/button>/)
    expect(pages.german).not.toContain("aria-busy")
    // Not there yet: its place is kept empty.
    expect(pages.french).toMatch(/cryptopay-unready.*aria-busy="true"/)
    expect(pages.panel).toContain("Checking your payment")
    expect(pages.return).toContain("Checking your payment")
    // Only the browser knows of one.
    expect(pages.latest).toBe("")
    expect(pages.refund).toContain("Loading your refund")
    expect(pages.germanRefund).toContain("Ihre Erstattung wird geladen")
    expect(pages.germanRefund).not.toContain("aria-busy")
  })
})

/** Where the README's blocks belong, by something that only they have. */
const recipes = {
  "components.tsx": "function PayInline(",
  "plain-page.ts": "openHostedPage",
  "server.ts": "function returnPage(",
}

/** What a storefront may have pinned long ago: it must not be in the kit's way. */
const OLDER: Record<string, Record<string, string>> = {
  "18": { "@medusajs/icons": "2.19.0" },
}

function manifest(react: string) {
  const { devDependencies } = packageManifest
  return {
    name: "fresh-storefront",
    private: true,
    dependencies: {
      "@medusajs/js-sdk": devDependencies["@medusajs/js-sdk"],
      "@medusajs/types": devDependencies["@medusajs/js-sdk"],
      "@types/react": `^${react}.0.0`,
      "medusa-payment-crypto-storefront": `file:${tarball}`,
      react: `^${react}.0.0`,
      "react-dom": `^${react}.0.0`,
      typescript: devDependencies.typescript,
      ...OLDER[react],
    },
  }
}
