import {
  type Change,
  type Edit,
  indent,
  type ProjectFolder,
} from "./project-folder"
import * as snippets from "./snippets"

const KIT = "medusa-payment-crypto-storefront"
const PAYMENT_STEP = "src/modules/checkout/components/payment/index.tsx"

/**
 * Adds the kit, three files and the edits of the starter's files; null when the
 * folder is none of Medusa's Next.js starters.
 */
export function setUpStorefront(
  folder: ProjectFolder,
  version: string
): Change[] | null {
  if (folder.read(PAYMENT_STEP) === null) return null
  return [
    ...folder.addDependency(KIT, version),
    ...Object.entries(NEW_FILES).flatMap(([file, content]) =>
      folder.createFile(file, content)
    ),
    ...Object.entries(EDITS).flatMap(([file, edits]) =>
      folder.editFile(file, edits)
    ),
    ...folder.addEnvironment(
      "NEXT_PUBLIC_MEDUSA_BACKEND_URL",
      snippets.STOREFRONT_ENV
    ),
  ]
}

const NEW_FILES: Record<string, string> = {
  "src/modules/checkout/components/crypto-payment/index.tsx":
    snippets.CRYPTO_PAYMENT_COMPONENT,
  "src/lib/data/crypto.ts": snippets.CRYPTO_DATA,
  "src/app/[countryCode]/(checkout)/crypto-return/page.tsx":
    snippets.CRYPTO_RETURN_PAGE,
}

const EDITS: Record<string, Edit[]> = {
  [PAYMENT_STEP]: [
    {
      marker: "@modules/checkout/components/crypto-payment",
      find: /import \{ initiatePaymentSession \} from "@lib\/data\/cart";?\n/,
      // The imported function takes the place of the starter's of the same name.
      snippet: snippets.PAYMENT_IMPORT,
    },
    {
      marker: "isCrypto(paymentSession.provider_id)",
      find: /paymentSession\.status === "pending"/,
      snippet: snippets.PAYMENT_SESSION,
    },
    {
      marker: "setError(error.message)",
      find: /await initiatePaymentSession\(cart, \{\s*provider_id: method,?\s*\}\)/,
      snippet: snippets.PAYMENT_CARD,
    },
    {
      marker: "!isCrypto(activeSession.provider_id)",
      find: /\(activeSession &&(?=[^\n]*\|\| paidByGiftcard)/,
      snippet: snippets.PAYMENT_READY,
    },
    {
      marker: "<CryptoPayment ",
      find: /(?<=\n( *)<\/RadioGroup>\n)/,
      replace: (_, spaces) => indent(snippets.PAYMENT_BLOCK, spaces.length),
      snippet: snippets.PAYMENT_BLOCK,
    },
    {
      marker: snippets.PAYMENT_BUTTON,
      find: /\n( *)<Button\n([\s\S]*?<\/Button>)\n/,
      replace: (_, spaces, button) =>
        `\n${spaces}${snippets.PAYMENT_BUTTON}\n${indent(`${spaces}<Button\n${button}`, 2)}\n${spaces})}\n`,
      snippet: `${snippets.PAYMENT_BUTTON}\n  <Button … />\n)}`,
    },
  ],
  "src/lib/constants.tsx": [
    {
      marker: "pp_crypto_crypto",
      find: /(?<=\n)(?= *\/\/ Add more payment providers here)/,
      snippet: snippets.PAYMENT_INFO,
    },
  ],
  "src/lib/data/cart.ts": [
    {
      marker: "cart.completed_at ? null : cart",
      find: / *query: \{\s*fields,\s*\},\s*headers,\s*next,\s*cache: "force-cache",\s*\}\)\s*\.then\(\(\{ cart \}: \{ cart: HttpTypes\.StoreCart \}\) => cart\)/,
      snippet: snippets.RETRIEVE_CART,
    },
  ],
  "src/app/[countryCode]/(checkout)/checkout/page.tsx": [
    {
      marker: "@lib/data/crypto",
      find: /(?<=import \{ retrieveCart \} from "@lib\/data\/cart";?\n)/,
      snippet: snippets.CHECKOUT_IMPORT,
    },
    {
      marker: "notFound, redirect",
      find: /import \{ notFound \} from "next\/navigation"/,
      snippet: `import { notFound, redirect } from "next/navigation"`,
    },
    {
      marker: "searchParams",
      find: /export default async function Checkout\(\) \{\n/,
      snippet: snippets.CHECKOUT_SIGNATURE,
    },
    {
      marker: "findCompletedCryptoPayment()",
      find: /if \(!cart\) \{\s*return notFound\(\);?\s*\}/,
      snippet: snippets.CHECKOUT_CART,
    },
  ],
}
