import path from "node:path"
import ts from "typescript"
import { parse } from "yaml"

import manifest from "../../package.json"
import sandboxManifest from "../../src/sandbox/package.json"
import { type Block, codeBlocks, pages, readPage, root } from "./pages"

const contributing = ".github/CONTRIBUTING.md"

const blocks = [...pages, contributing].flatMap((page) => codeBlocks(page))

const place = ({ page, line }: Block) => `${page}:${line}`

const listVariables = (css: string) => css.match(/--cryptopay-[a-z-]+/g) ?? []

const ofLanguage = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language))

describe("the code blocks of the documentation", () => {
  it("name their language, one that is checked here", () => {
    const checked = [
      ...["ts", "tsx", "sh", "css", "json", "yaml"],
      ...["diff", "mermaid", "nginx", "text"],
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
    expect(compile(modules)).toEqual([])
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
      ...["install", "pack", "publish", "pkg", "medusa", sandboxManifest.name],
    ]
    expect(named.filter(({ script }) => !known.includes(script))).toEqual([])
  })

  it("have no link where the set-up command reads them: the release makes links absolute", () => {
    const read = blocks.filter(({ setup }) => setup !== undefined)
    expect(read.length).toBeGreaterThan(8)
    for (const { code } of read) {
      expect(code).not.toMatch(/\]\(|(?:src|srcset)="/)
    }
  })
})

/** Each block as a module beside its page; the package's entries are the source. */
function compile(modules: readonly Block[]): string[] {
  const files = new Map(
    modules.map((block, index) => [
      path.join(
        root,
        "integration-tests/docs",
        `block-${index}.${block.language}`
      ),
      block,
    ])
  )
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    esModuleInterop: true,
    resolveJsonModule: true,
    experimentalDecorators: true,
    types: ["node"],
    paths: {
      "medusa-payment-crypto/gateway": [`${root}/src/gateway`],
      "medusa-payment-crypto-sandbox": [`${root}/src/sandbox`],
      "medusa-payment-crypto/types": [`${root}/src/api/types`],
      "medusa-payment-crypto/workflows": [`${root}/src/workflows`],
      "medusa-payment-crypto-storefront": [`${root}/src/storefront`],
      "medusa-payment-crypto-storefront/*": [`${root}/src/storefront/*`],
    },
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (file) => files.has(file) || fileExists(file)
  host.getSourceFile = (file, ...rest) => {
    const block = files.get(file)
    return block
      ? ts.createSourceFile(file, block.code, ts.ScriptTarget.ES2022, true)
      : getSourceFile(file, ...rest)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files].flatMap(([file, block]) => {
    const source = program.getSourceFile(file)
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(
      ({ messageText }) =>
        `${place(block)} ${ts.flattenDiagnosticMessageText(messageText, " ")}`
    )
  })
}
