import type { Change, ProjectFolder } from "./project-folder"
import { readSnippet } from "./snippets"
import { listEdits, PAYMENT_STEP } from "./storefront-edits"

const KIT = "medusa-payment-crypto-storefront"
const NEW_FILES = [
  "src/modules/checkout/components/crypto-payment/index.tsx",
  "src/modules/checkout/components/crypto-payment/theme.css",
  "src/lib/data/crypto.ts",
  "src/app/[countryCode]/(checkout)/crypto-return/page.tsx",
  "src/app/[countryCode]/(checkout)/payment-collection/[id]/page.tsx",
  "src/modules/checkout/components/crypto-latest/index.tsx",
  "src/modules/checkout/components/crypto-refund/index.tsx",
  "src/app/[countryCode]/(checkout)/crypto-refund/page.tsx",
]

/** Where the starter's own script serves it; null when the folder is no starter. */
export function findStorefrontUrl(folder: ProjectFolder): string | null {
  if (folder.read(PAYMENT_STEP) === null) return null
  const { scripts = {} } = JSON.parse(folder.read("package.json") ?? "{}") as {
    scripts?: Record<string, string>
  }
  const [, port = "8000"] = / -p (\d+)/.exec(scripts.dev ?? "") ?? []
  return `http://localhost:${port}`
}

/**
 * Adds the kit, eight files and the edits of the starter's files; null when the
 * folder is none of Medusa's Next.js starters.
 */
export function setUpStorefront(folder: ProjectFolder, version: string) {
  if (folder.read(PAYMENT_STEP) === null) return null
  return [
    ...folder.addDependency(KIT, version),
    ...NEW_FILES.flatMap((file) =>
      folder.createFile(file, `${readSnippet(file)}\n`)
    ),
    ...Object.entries(listEdits()).flatMap(([file, edits]) =>
      folder.editFile(file, edits)
    ),
    ...folder.addEnvironment({
      NEXT_PUBLIC_MEDUSA_BACKEND_URL: `${readSnippet("environment")}\n`,
    }),
  ]
}

/** Takes all of it out again; null when the folder is none of the starters. */
export function removeFromStorefront(folder: ProjectFolder): Change[] | null {
  if (folder.read(PAYMENT_STEP) === null) return null
  return [
    ...folder.removeDependency(KIT),
    ...NEW_FILES.flatMap((file) =>
      folder.removeFile(file, `${readSnippet(file)}\n`)
    ),
    ...Object.entries(listEdits()).flatMap(([file, edits]) =>
      folder.restoreFile(file, edits)
    ),
    ...folder.removeEnvironment([`${readSnippet("environment")}\n`]),
  ]
}
