import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import ts from "typescript"

import { removeSetUp, setUp, type SetUpResult } from "./set-up"

const repository = path.resolve(__dirname, "../..")
let root: string
let printed: string

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "set-up-"))
  printed = ""
})

afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const write = (file: string, content: string) => {
  const place = path.join(root, file)
  fs.mkdirSync(path.dirname(place), { recursive: true })
  fs.writeFileSync(place, content)
}

const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")

const print = (text: string) => void (printed += text)

function run({
  confirmedRun = true,
  confirmed = true,
  storefront = "http://localhost:8000",
} = {}): Promise<SetUpResult> {
  return setUp(root, "^1.2.3", {
    print,
    confirmRun: () => Promise.resolve(confirmedRun),
    confirm: () => Promise.resolve(confirmed),
    askStorefront: () => Promise.resolve(storefront),
  })
}

function remove(isOut = true, confirmedRun = true): Promise<SetUpResult> {
  const confirmRun = () => Promise.resolve(confirmedRun)
  const confirm = () => Promise.resolve(true)
  return removeSetUp(root, { print, confirmRun, confirm }, isOut)
}

/** A Medusa server with TypeScript; its defineConfig adds the Payment Module alone. */
function makeBackend(config: string, folder = "."): void {
  const packages = path.join(folder, "node_modules")
  write(path.join(folder, "package.json"), `{"name":"backend"}`)
  write(path.join(folder, "medusa-config.ts"), config)
  write(path.join(folder, ".env.template"), "DATABASE_URL=\n")
  write(
    path.join(packages, "@medusajs/framework/utils.js"),
    `globalThis.defineConfig = ({ modules = [], ...config }) => ({ ...config, modules: [{ ${resolve} }, ...modules] })\nexports.loadEnv = () => {}`
  )
  fs.symlinkSync(
    path.join(repository, "node_modules/typescript"),
    path.join(root, packages, "typescript")
  )
}

/** A storefront like the starters'. */
function makeStorefront(step = paymentStep): void {
  write("package.json", `{"name":"storefront"}`)
  write(STEP, step)
  write(CART, cartPage)
}

const STEP = "src/modules/checkout/components/payment/index.tsx"
const CART = "src/app/[countryCode]/(main)/cart/page.tsx"

const resolve = `resolve: "@medusajs/medusa/payment"`
const plainConfig = `// plugins: [{ resolve: "medusa-payment-crypto" }], admin: { storefrontUrl: "" }
module.exports = defineConfig({
  projectConfig: { databaseUrl: process.env.DATABASE_URL }
})
`

describe("setting up a backend", () => {
  it("adds plugin, provider, dependency and a sample of the environment", async () => {
    makeBackend(plainConfig)
    expect(await run()).toBe("written")
    const config = read("medusa-config.ts")
    expect(config).toContain(`["cryptoPayment", "query"]`)
    expect(config).toContain(`"medusa-payment-crypto/providers/crypto"`)
    expect(JSON.parse(read("package.json"))).toMatchObject({
      dependencies: { "medusa-payment-crypto": "^1.2.3" },
    })
    expect(read(".env.template")).toMatch(
      /^DATABASE_URL=\n\n# [\s\S]*CRYPTO_CALLBACK_BASE_URL=http:\/\/localhost:9000\n/
    )
    expect(evaluateConfig(config)).toMatchObject({
      admin: { storefrontUrl: "http://localhost:8000" },
      plugins: [{ resolve: "medusa-payment-crypto" }],
      modules: [{ resolve: "@medusajs/medusa/payment" }],
    })
    expect(await run()).toBe("nothing_to_do")
    expect(read("medusa-config.ts")).toBe(config)
    expect(printed).toContain("Everything is already set up.")
  })

  it("shows the changes and writes nothing when declined", async () => {
    makeBackend(plainConfig)
    fs.rmSync(path.join(root, ".env.template"))
    expect(await run({ confirmed: false })).toBe("declined")
    expect(read("medusa-config.ts")).toBe(plainConfig)
    expect(printed).toContain(`+       resolve: "medusa-payment-crypto",`)
    // Each line of a new file with its sign, and no other.
    expect(printed).toMatch(/== \.env\.template \(new\)\n(\+ .*\n){9,}$/)
  })

  const found = { storefrontUrl: "http://localhost:8001" }
  const own = { storefrontUrl: "https://a.shop" }
  it.each<[string, string, object]>([
    ["none", "", found],
    ["others", `admin: { path: "/app" },`, { path: "/app", ...found }],
    ["some", `admin: { storefrontUrl: "https://a.shop" },`, own],
  ])(
    "names the storefront of the workspace beside settings of the admin: %s",
    async (_what, admin, expected) => {
      write("package.json", `{"name":"workspace"}`)
      makeBackend(`export default defineConfig({ ${admin} })\n`, "apps/backend")
      write(
        "apps/storefront/package.json",
        `{"name":"storefront","scripts":{"dev":"next dev -p 8001"}}`
      )
      write(`apps/storefront/${STEP}`, "")
      await run()
      const config = evaluateConfig(read("apps/backend/medusa-config.ts"))
      expect(config).toMatchObject({ admin: expected })
      expect(printed).not.toContain("was found here")
    }
  )

  const shop = "https://shop.example"
  it.each([
    [shop, shop],
    [`${shop}/"de"/`, `${shop}/%22de%22`],
    ["", undefined],
    ["shop:80", undefined],
    [`${shop}?lang=de`, undefined],
    [`${shop}/#`, undefined],
    ["https://user:hush@shop.example", undefined],
  ])("names the given storefront: %j is %j", async (storefront, url) => {
    makeBackend(plainConfig)
    await run({ storefront })
    const { admin } = evaluateConfig(read("medusa-config.ts"))
    expect(admin).toEqual(url && { storefrontUrl: url })
    expect(printed.includes("again with --storefront <url>")).toBe(!url)
    const variable = `MEDUSA_STOREFRONT_URL=${url}`
    expect(read(".env.template").includes(variable)).toBe(Boolean(url))
    expect(await run({ storefront: "" })).toBe("nothing_to_do")
  })

  it("says that the storefront is left, and how to set up both", async () => {
    write("pnpm-workspace.yaml", `packages: ["apps/*"]`)
    makeBackend(plainConfig, "apps/backend")
    root = path.join(root, "apps/backend")
    await run()
    root = path.join(root, "../..")
    expect(printed).toContain(
      "This is the Medusa server; no storefront was found here."
    )
    expect(printed).toContain(
      "pnpm -C apps/backend exec medusa-payment-crypto setup ../.."
    )
  })

  const options = `options: {
        providers: [{ resolve: "@medusajs/medusa/payment-stripe", id: "stripe" }],
      }`

  it.each([
    ["at the end", `${resolve},\n      ${options},`],
    ["before `resolve`", `${options},\n      ${resolve},`],
    ["without trailing comma", `${options}, ${resolve}`],
  ])(
    "adds the provider to a configured Payment Module with options %s",
    async (_, properties) => {
      makeBackend(`export default defineConfig({
  plugins: ["other-plugin"],
  modules: [
    { resolve: "./src/modules/brand" },
    {
      ${properties}
    },
  ],
})
`)
      expect(await run()).toBe("written")
      const providers = [
        { resolve: "@medusajs/medusa/payment-stripe", id: "stripe" },
        { resolve: "medusa-payment-crypto/providers/crypto", id: "crypto" },
      ]
      const payment = {
        resolve: "@medusajs/medusa/payment",
        dependencies: ["cryptoPayment", "query"],
        options: { providers },
      }
      const plugin = { resolve: "medusa-payment-crypto" }
      expect(evaluateConfig(read("medusa-config.ts"))).toMatchObject({
        plugins: ["other-plugin", plugin],
        modules: [{ resolve: "./src/modules/brand" }, payment],
      })
    }
  )

  const other = `const other = { plugins: ["other"], modules: [{ ${resolve}, options: { delay: 1 } }] }\n`
  it.each([
    ["plugins: null.sk_secret", "(it throws TypeError)"],
    ["plugins: process.exit()", "(it ends, or takes longer than 60 s)"],
    [`plugins: require("sk_live")`, "(Cannot find module 'sk_live')"],
    ["plugins: other.plugins", "the lists there are computed"],
    ["admin: Object(other)", "the lists there are computed"],
    ["...other", "lose or change plugin other, module payment"],
    ["modules: [...other.modules]", "lose or change module payment"],
  ])("leaves a configuration with %s, and says why", async (part, reason) => {
    const config = `${other}export default defineConfig({ ${part} })\n`
    makeBackend(config)
    expect(await run()).toBe("unfinished")
    expect(read("medusa-config.ts")).toBe(config)
    expect(read("package.json")).toBe(`{"name":"backend"}`)
    expect(printed).toContain("Nothing was written.")
    expect(printed).toMatch(/medusa-config\.ts: add this manually/)
    expect(printed).toContain(reason)
    expect(printed).toContain(`dependencies: ["cryptoPayment", "query"]`)
    expect(printed).not.toContain("sk_secret")
  })
})

describe("with a TypeScript that compiles nothing", () => {
  const packages = "node_modules/@medusajs/framework/node_modules"

  beforeEach(() => {
    makeBackend(plainConfig)
    fs.rmSync(path.join(root, "node_modules/typescript"))
    write("node_modules/typescript/index.js", `exports.version = "7.0.2"`)
  })

  it("takes the one of Medusa's framework", async () => {
    fs.mkdirSync(path.join(root, packages), { recursive: true })
    fs.symlinkSync(
      path.join(repository, "node_modules/typescript"),
      path.join(root, packages, "typescript")
    )
    write("settings.ts", "export const settings: object = {}\n")
    write(
      "medusa-config.ts",
      `import { settings } from "./settings"\n${plainConfig.replace("projectConfig: {", "projectConfig: { ...settings,")}`
    )
    expect(await run()).toBe("written")
    expect(read("medusa-config.ts")).toContain(
      `resolve: "medusa-payment-crypto"`
    )
  })

  it("prints what to add, with the reason", async () => {
    expect(await run()).toBe("unfinished")
    expect(read("medusa-config.ts")).toBe(plainConfig)
    expect(printed).toContain(
      "(TypeScript 7.0.2 cannot be used for it; TypeScript 5 can)"
    )
    expect(printed).toContain(`dependencies: ["cryptoPayment", "query"]`)
  })
})

describe("the configuration of a project", () => {
  it("is named, and not run without being allowed, also to remove", async () => {
    write("package.json", `{"name":"workspace"}`)
    const config = `require("node:fs").writeFileSync("../../ran", "")\n${plainConfig}`
    makeBackend(config, "apps/backend")
    for (const asked of [
      () => run({ confirmedRun: false }),
      () => remove(true, false),
    ]) {
      printed = ""
      expect(await asked()).toBe("declined")
      expect(printed).toContain("this runs:\n  apps/backend/medusa-config.ts\n")
      expect(printed).not.toContain("==")
      expect(fs.readdirSync(root)).not.toContain("ran")
    }
    expect(read("apps/backend/medusa-config.ts")).toBe(config)
    await run()
    expect(fs.readdirSync(root)).toContain("ran")
  })

  const codes = String.raw`\u001b[2J\u202e`
  it.each([
    [
      `throw Object.assign(new Error("sk_secret"), { name: "sk_secret${codes}" })`,
    ],
    [
      `throw Object.assign(new Error("sk_secret ${codes}"), { code: "MODULE_NOT_FOUND" })`,
    ],
    [`throw { get name() { throw "sk_secret" } }`],
    [`throw null`],
    [
      `require("node:fs").writeSync(3, "sk_secret${codes}"); throw new Error("sk_secret")`,
    ],
    [
      `require("node:fs").writeSync(1, "sk_secret"); console.error("sk_secret"); process.exit(1)`,
    ],
    [`module.exports = { plugins: ["a${codes}"], modules: [] }`],
  ])("is never printed as it writes or throws: %s", async (code) => {
    makeBackend(`${code}\n`)
    expect(await run()).toBe("unfinished")
    expect(printed).toMatch(
      /Medusa's configuration cannot be read \((it throws (an error|[A-Z]\w+)|it ends)|the lists there are computed|would lose/
    )
    expect(printed).not.toContain("sk_secret")
    expect(printed).not.toMatch(/(?!\n|\t)[\p{Cc}\p{Bidi_Control}]/u)
  })

  it("shows the codes of a terminal in a file as such", async () => {
    makeBackend(`${plainConfig}// \u001b[2J\n`)
    await run({ confirmed: false })
    expect(printed).toContain("// \uFFFD[2J")
  })
})

describe("setting up a storefront", () => {
  it("creates the files and prints the edits that do not match", async () => {
    makeStorefront("// our own\n")
    expect(await run()).toBe("unfinished")
    expect(read("src/lib/data/crypto.ts")).toContain("finishCryptoOrder")
    expect(
      read("src/app/[countryCode]/(checkout)/crypto-return/page.tsx")
    ).toContain("CryptoReturnPage")
    expect(read(STEP)).toBe("// our own\n")
    expect(printed).toMatch(/payment\/index\.tsx: add this manually/)
    expect(printed).toMatch(/lib\/constants\.tsx: add this manually/)
  })

  it("edits the payment step and the cart page, and changes nothing when run again", async () => {
    makeStorefront()
    await run()
    const edited = read(STEP)
    // The shopper sees why Medusa refuses another provider.
    expect(edited).not.toContain("@lib/data/cart")
    expect(edited).toMatch(
      /import \{[^}]*initiatePaymentSession[^}]*\} from "@modules\/checkout\/components\/crypto-payment"/
    )
    expect(edited).toMatch(
      /provider_id: method,\s*\}\)\.catch\(\(error: Error\) => setError\(error\.message\)\)/
    )
    // The call that has a catch of its own.
    expect(edited).toContain(
      "provider_id: selectedPaymentMethod,\n        })\n"
    )
    // One entry for both flows.
    expect(edited).toContain("{listEntries(availablePaymentMethods).map(")
    expect(edited).toContain(
      "entryOf(availablePaymentMethods, activeSession?.provider_id)"
    )
    const page = read(CART)
    expect(page).toMatch(
      /<CryptoLatest cartId=\{await getCartId\(\)\} \/>\s*<CartTemplate /
    )
    expect(page).toContain(`import { getCartId } from "@lib/data/cookies"`)
    const latest = "src/modules/checkout/components/crypto-latest/index.tsx"
    expect(read(latest)).toContain("export function CryptoLatest(")
    await run()
    expect([read(STEP), read(CART)]).toEqual([edited, page])
  })

  it("returns the error of a provider, and nothing else", async () => {
    makeStorefront()
    await run()
    const { outputText } = ts.transpileModule(read("src/lib/data/crypto.ts"), {
      compilerOptions: { module: ts.ModuleKind.CommonJS },
    })
    let open: () => Promise<unknown> = () => Promise.resolve({})
    const cart = { initiatePaymentSession: () => open() }
    const actions: Record<string, (...given: object[]) => Promise<unknown>> = {}
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the command wrote the text
    new Function("exports", "require", outputText)(actions, (name: string) =>
      name === "./cart" ? cart : {}
    )
    expect(await actions.choosePayment({}, {})).toBeUndefined()
    const refused = "Error setting up the request: Please do not pay again."
    open = () => Promise.reject(new Error(refused))
    expect(await actions.choosePayment({}, {})).toBe("Please do not pay again.")
  })
})

describe("taking it out again", () => {
  const stripe = `{
      resolve: "@medusajs/medusa/payment",
      options: {
        providers: [{ resolve: "@medusajs/medusa/payment-stripe", id: "stripe" }],
      },
    }`

  it.each([
    ["with nothing else", plainConfig],
    [
      "with other plugins and modules",
      `export default defineConfig({ plugins: ["other-plugin"], modules: [{ resolve: "./src/modules/brand" }, ${stripe}] })\n`,
    ],
    [
      "with an empty list and settings of the admin",
      `export default defineConfig({ plugins: [], admin: { storefrontUrl: "https://a.shop" } })\n`,
    ],
  ])(
    "leaves the configuration of a server %s as it was",
    async (_what, config) => {
      makeBackend(config)
      await run()
      expect(await remove(false)).toBe("declined")
      expect(await remove()).toBe("written")
      expect(printed).toContain(`Run "npm install", or "pnpm install"`)
      const kept = evaluateConfig(read("medusa-config.ts"))
      const before = evaluateConfig(config)
      const admin = { storefrontUrl: "http://localhost:8000" }
      const expected = { plugins: [], admin, ...before }
      expect({ plugins: [], ...kept }).toEqual(expected)
      expect(JSON.parse(read("package.json")).dependencies).toEqual({})
      expect(read(".env.template")).not.toContain("CRYPTO_")
      expect(await remove()).toBe("nothing_to_do")
      expect(printed).toContain("Nothing of it is set up.")
    }
  )

  it("names what was changed since", async () => {
    const computed = `const more = [{ resolve: "medusa-payment-crypto" }]\nexport default defineConfig({ plugins: [...more, "other"] })\n`
    makeBackend(computed)
    expect(await remove()).toBe("unfinished")
    expect(read("medusa-config.ts")).toBe(computed)
    expect(printed).toMatch(/medusa-config\.ts: remove this manually/)
  })

  it("restores the files of a storefront, deletes what was added, and keeps what was changed", async () => {
    const own = "src/lib/data/crypto.ts"
    const labels = "src/lib/constants.tsx"
    makeStorefront()
    write(labels, "  // Add more payment providers here\n")
    await run()
    const labeled = read(labels)
    write(own, `${read(own)}// our own\n`)
    expect(await remove()).toBe("unfinished")
    // The pages of past orders need them.
    expect(labeled).toContain("pp_crypto-inline_crypto")
    expect(read(labels)).toBe(labeled)
    expect(read(STEP)).toBe(paymentStep)
    expect(read(CART)).toBe(cartPage)
    expect(read(own)).toContain("// our own")
    expect(printed).toMatch(/lib\/data\/crypto\.ts: remove this manually/)
    const left = fs.readdirSync(root, { recursive: true, encoding: "utf8" })
    const added = /crypto-(latest|payment|return|refund)|\.env\.template/
    expect(left.filter((file) => added.test(file))).toEqual([])
  })
})

type Config = { plugins?: unknown[]; admin?: object }

const cartPage = `import { retrieveCart } from "@lib/data/cart"
import { retrieveCustomer } from "@lib/data/customer"
import CartTemplate from "@modules/cart/templates"

export default async function Cart() {
  const cart = await retrieveCart()
  const customer = await retrieveCustomer()

  return <CartTemplate cart={cart} customer={customer} />
}
`

/** The parts of the starters' payment step that choose a provider. */
const paymentStep = `import { initiatePaymentSession } from "@lib/data/cart"
  const [selectedPaymentMethod, setSelectedPaymentMethod] = useState(
    activeSession?.provider_id ?? ""
  )
  const setPaymentMethod = async (method: string) => {
    if (isStripeLike(method)) {
      await initiatePaymentSession(cart, {
        provider_id: method,
      })
    }
  }
      if (!checkActiveSession) {
        await initiatePaymentSession(cart, {
          provider_id: selectedPaymentMethod,
        })
      }
              <RadioGroup>
                {availablePaymentMethods.map((paymentMethod) => (
                  <div />
                ))}
              </RadioGroup>
`

it("reports a folder with nothing to set up", async () => {
  write("package.json", `{"name":"else"}`)
  expect(await run()).toBe("nothing_found")
  expect(printed).toContain("No Medusa server")
})

/** Evaluates the text of a configuration. */
function evaluateConfig(text: string): Config {
  const code = text.replace(/^(module\.exports =|export default)/m, "return")
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the command wrote the text
  return new Function("defineConfig", "process", code)(
    (config: unknown) => config,
    { env: {} }
  ) as Config
}
