import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"

/** Code that the developer of a server adds, as in the README: a spec compares the two. */
export const snippets = {
  CONFIG_PLUGIN: `{
  resolve: "medusa-payment-crypto",
  options: {
    baseUrl: process.env.CRYPTO_GATEWAY_URL,
    merchantId: process.env.CRYPTO_MERCHANT_ID,
    apiKey: process.env.CRYPTO_API_KEY,
    webhookSecret: process.env.CRYPTO_WEBHOOK_SECRET,
    callbackBaseUrl: process.env.CRYPTO_CALLBACK_BASE_URL,
    testMode: process.env.CRYPTO_TEST_MODE === "true",
  },
},`,
  CONFIG_PROVIDER: `{ resolve: "medusa-payment-crypto/providers/crypto", id: "crypto" },`,
  CONFIG_PAYMENT_MODULE: `{
  resolve: "@medusajs/medusa/payment",
  dependencies: ["cryptoPayment", "query"],
  options: {
    providers: [
      { resolve: "medusa-payment-crypto/providers/crypto", id: "crypto" },
    ],
  },
},`,
  CONFIG_STOREFRONT_URL: `storefrontUrl: process.env.MEDUSA_STOREFRONT_URL || "http://localhost:8000",`,
  STOREFRONT_ENV: `# Address of the storefront, for the links to its pages that customers get.
MEDUSA_STOREFRONT_URL=http://localhost:8000
`,
  BACKEND_ENV: `# Crypto payments. "npx medusa-payment-crypto-sandbox --port 4000 --control" prints the values for trying it out.
CRYPTO_GATEWAY_URL=http://localhost:4000
CRYPTO_MERCHANT_ID=
CRYPTO_API_KEY=
CRYPTO_WEBHOOK_SECRET=
CRYPTO_CALLBACK_BASE_URL=http://localhost:9000
CRYPTO_TEST_MODE=false
`,
}

/** A file that the set-up adds to a storefront. */
export function readStarterFile(file: string): string {
  return fs.readFileSync(inPackage(path.join("starter", file)), "utf8")
}

/** A change of a storefront's file: the block of the kit's README that is marked `setup=<name>`. */
export function readSnippet(name: string): string {
  const readme = inPackage("src/storefront/README.md")
  const blocks = fs
    .readFileSync(readme, "utf8")
    .matchAll(/^```\w+ setup=(\S+)\n([\s\S]*?)\n```$/gm)
  for (const [, blockName, code] of blocks) {
    if (blockName === name) return code
  }
  throw new Error(`${readme} has no code block "setup=${name}".`)
}

function inPackage(file: string): string {
  const manifest = createRequire(__filename).resolve(
    "medusa-payment-crypto/package.json"
  )
  return path.join(path.dirname(manifest), file)
}
