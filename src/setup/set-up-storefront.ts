import { type Change, editFile, type Edit, newFile } from "./change"
import type { Folder } from "./folder"
import * as pieces from "./pieces"

const KIT = "medusa-payment-crypto-storefront"
const PAYMENT_STEP = "src/modules/checkout/components/payment/index.tsx"

/** True for a folder with one of Medusa's Next.js starters in it. */
export function isStorefront(folder: Folder): boolean {
  return folder.read(PAYMENT_STEP) !== null
}

/** The kit, three new files, and the changes of the starter's own. */
export function setUpStorefront(folder: Folder, version: string): Change[] {
  return [
    ...folder.addDependency(KIT, version),
    ...newFile(
      COMPONENT,
      folder.read(COMPONENT),
      pieces.CRYPTO_PAYMENT_COMPONENT
    ),
    ...newFile(DATA, folder.read(DATA), pieces.CRYPTO_DATA),
    ...newFile(RETURN, folder.read(RETURN), pieces.CRYPTO_RETURN_PAGE),
    ...Object.entries(EDITS).flatMap(([file, edits]) => {
      const before = folder.read(file)
      if (before !== null) return editFile(file, before, edits)
      const piece = edits.map((edit) => edit.piece).join("\n")
      const reason = "there is no such file"
      return [{ kind: "by_hand", file, reason, piece } satisfies Change]
    }),
    ...folder.addEnvironment(
      ".env.template",
      "NEXT_PUBLIC_MEDUSA_BACKEND_URL",
      pieces.STOREFRONT_ENV
    ),
  ]
}

const COMPONENT = "src/modules/checkout/components/crypto-payment/index.tsx"
const DATA = "src/lib/data/crypto.ts"
const RETURN = "src/app/[countryCode]/(checkout)/crypto-return/page.tsx"

const EDITS: Record<string, Edit[]> = {
  [PAYMENT_STEP]: [
    {
      marker: "@modules/checkout/components/crypto-payment",
      find: /import \{ initiatePaymentSession \} from "@lib\/data\/cart";?\n/,
      replace: (found) => found + pieces.PAYMENT_IMPORT,
      piece: pieces.PAYMENT_IMPORT,
    },
    {
      marker: "isCrypto(paymentSession.provider_id)",
      find: /paymentSession\.status === "pending"/,
      replace: () => pieces.PAYMENT_SESSION,
      piece: pieces.PAYMENT_SESSION,
    },
    {
      marker: "!isCrypto(activeSession.provider_id)",
      find: /\(activeSession &&(?=[^\n]*\|\| paidByGiftcard)/,
      replace: () => pieces.PAYMENT_READY,
      piece: pieces.PAYMENT_READY,
    },
    {
      marker: "<CryptoPayment ",
      find: /\n( *)<\/RadioGroup>\n/,
      replace: (found, indent) =>
        found + indented(pieces.PAYMENT_BLOCK, indent),
      piece: pieces.PAYMENT_BLOCK,
    },
    {
      marker: pieces.PAYMENT_BUTTON,
      find: /\n( *)<Button\n([\s\S]*?<\/Button>)\n/,
      replace: (_, indent, button) =>
        `\n${indent}${pieces.PAYMENT_BUTTON}\n${indented(`${indent}<Button\n${button}`, "  ")}\n${indent})}\n`,
      piece: `${pieces.PAYMENT_BUTTON}\n  <Button … />\n)}`,
    },
  ],
  "src/lib/constants.tsx": [
    {
      marker: "pp_crypto_crypto",
      find: /\n( *\/\/ Add more payment providers here)/,
      replace: (_, comment) => `\n${pieces.PAYMENT_INFO}${comment}`,
      piece: pieces.PAYMENT_INFO,
    },
  ],
  "src/lib/data/cart.ts": [
    {
      marker: "cart.completed_at ? null : cart",
      find: / *query: \{\s*fields,\s*\},\s*headers,\s*next,\s*cache: "force-cache",\s*\}\)\s*\.then\(\(\{ cart \}: \{ cart: HttpTypes\.StoreCart \}\) => cart\)/,
      replace: () => pieces.RETRIEVE_CART,
      piece: pieces.RETRIEVE_CART,
    },
  ],
  "src/app/[countryCode]/(checkout)/checkout/page.tsx": [
    {
      marker: "@lib/data/crypto",
      find: /import \{ retrieveCart \} from "@lib\/data\/cart";?\n/,
      replace: (found) => found + pieces.CHECKOUT_IMPORT,
      piece: pieces.CHECKOUT_IMPORT,
    },
    {
      marker: "notFound, redirect",
      find: /import \{ notFound \} from "next\/navigation"/,
      replace: () => `import { notFound, redirect } from "next/navigation"`,
      piece: `import { notFound, redirect } from "next/navigation"`,
    },
    {
      marker: "searchParams",
      find: /export default async function Checkout\(\) \{\n/,
      replace: () => pieces.CHECKOUT_SIGNATURE,
      piece: pieces.CHECKOUT_SIGNATURE,
    },
    {
      marker: "findCompletedCryptoPayment()",
      find: /if \(!cart\) \{\s*return notFound\(\);?\s*\}/,
      replace: () => pieces.CHECKOUT_CART,
      piece: pieces.CHECKOUT_CART,
    },
  ],
}

function indented(piece: string, indent: string): string {
  return piece.replace(/^(?=.)/gm, indent)
}
