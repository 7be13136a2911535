import { parse } from "yaml"

import manifest from "../../package.json"
import sandboxManifest from "../../src/sandbox/package.json"
import { compileBlocks, place } from "./compile-blocks"
import { codeBlocks, pages, readPage } from "./pages"

const contributing = ".github/CONTRIBUTING.md"

const blocks = [...pages, contributing].flatMap((page) => codeBlocks(page))

const listVariables = (css: string) => css.match(/--cryptopay-[a-z-]+/g) ?? []

const ofLanguage = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language))

describe("the code blocks of the documentation", () => {
  it("name their language, one that is checked here", () => {
    const checked = [
      "ts",
      "tsx",
      "sh",
      "css",
      "json",
      "yaml",
      "diff",
      "mermaid",
      "nginx",
      "sql",
      "text",
    ]
    expect(
      blocks
        .filter(({ language }) => !checked.includes(language))
        .map((block) => `${place(block)} ${block.language}`)
    ).toEqual([])
  })

  it("compile", () => {
    const modules = ofLanguage("ts", "tsx")
    expect(modules.length).toBeGreaterThan(8)
    expect(compileBlocks(modules)).toEqual([])
  }, 120_000)

  it("set variables of the storefront kit's style sheet", () => {
    const known = listVariables(readPage("src/storefront/style.css"))
    const starter = "starter/src/modules/checkout/components/crypto-payment"
    const themes = ofLanguage("css").map(({ code }) => code)
    expect(themes).toHaveLength(1)
    themes.push(readPage(`${starter}/theme.css`))
    for (const theme of themes) {
      for (const name of listVariables(theme)) expect(known).toContain(name)
    }
  })

  it("are JSON and YAML where they say so", () => {
    for (const { code } of ofLanguage("json")) JSON.parse(code)
    for (const { code } of ofLanguage("yaml")) parse(code)
    expect(ofLanguage("json").length).toBeGreaterThan(0)
  })

  it("run npm scripts and commands that exist", () => {
    const named = ofLanguage("sh").flatMap((block) =>
      [...block.code.matchAll(/\b(?:npm(?: run)?|npx) ([\w:-]+)/g)].map(
        ([, script]) => ({ place: place(block), script })
      )
    )
    const known = [
      ...Object.keys(manifest.scripts),
      ...Object.keys(manifest.bin),
      "install",
      "pack",
      "publish",
      "pkg",
      "medusa",
      sandboxManifest.name,
    ]
    expect(named.filter(({ script }) => !known.includes(script))).toEqual([])
  })
})
