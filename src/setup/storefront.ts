import {
  type Change,
  type Edit,
  indent,
  type ProjectFolder,
} from "./project-folder"
import { readSnippet, readStarterFile } from "./snippets"

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

/** Adds the kit, eight files and the edits of the starter's files; null when the folder is no Next.js starter of Medusa. */
export function setUpStorefront(folder: ProjectFolder, version: string) {
  if (folder.read(PAYMENT_STEP) === null) return null
  return [
    ...folder.setDependencies({ [KIT]: version }),
    ...NEW_FILES.flatMap((file) =>
      folder.createFile(file, readStarterFile(file))
    ),
    ...Object.entries(listEdits()).flatMap(([file, edits]) =>
      folder.editFile(file, edits)
    ),
    ...folder.addEnvironment({
      NEXT_PUBLIC_MEDUSA_BACKEND_URL: `${readSnippet("environment")}\n`,
    }),
  ]
}

export function removeFromStorefront(folder: ProjectFolder): Change[] | null {
  if (folder.read(PAYMENT_STEP) === null) return null
  return [
    ...folder.setDependencies({ [KIT]: null }),
    ...NEW_FILES.flatMap((file) =>
      folder.removeFile(file, readStarterFile(file))
    ),
    ...Object.entries(listEdits()).flatMap(([file, edits]) =>
      folder.restoreFile(file, edits)
    ),
    ...folder.removeEnvironment(`${readSnippet("environment")}\n`),
  ]
}

/** The step of the starters in which a shopper chooses how to pay. */
const PAYMENT_STEP = "src/modules/checkout/components/payment/index.tsx"

function listEdits(): Record<string, Edit[]> {
  return {
    [PAYMENT_STEP]: [
      {
        snippet: readSnippet("payment-import"),
        marker: "@modules/checkout/components/crypto-payment",
        // The imported function takes the place of the starter's of the same name.
        find: /import \{ initiatePaymentSession \} from "@lib\/data\/cart";?(?=\n)/,
        original: `import { initiatePaymentSession } from "@lib/data/cart"`,
      },
      {
        snippet: readSnippet("payment-session"),
        marker: "isCrypto(paymentSession.provider_id)",
        find: `paymentSession.status === "pending"`,
      },
      {
        snippet: readSnippet("payment-selected"),
        marker: "entryOf(availablePaymentMethods",
        find: `activeSession?.provider_id ?? ""`,
      },
      {
        snippet: readSnippet("payment-entries"),
        marker: "listEntries(availablePaymentMethods)",
        find: "{availablePaymentMethods.map(",
      },
      {
        snippet: readSnippet("payment-card"),
        marker: "setError(error.message)",
        find: /await initiatePaymentSession\(cart, \{\s*provider_id: method,?\s*\}\)/,
        original: `await initiatePaymentSession(cart, {
        provider_id: method,
      })`,
      },
      {
        snippet: readSnippet("payment-ready"),
        marker: "!isCrypto(activeSession.provider_id)",
        find: /\(activeSession &&(?=[^\n]*\|\| paidByGiftcard)/,
        original: "(activeSession &&",
      },
      {
        snippet: readSnippet("payment-block"),
        marker: "methods={availablePaymentMethods}",
        find: /\n( *)<\/RadioGroup>(?=\n)/,
        replace: (snippet, match, spaces) =>
          `${match}\n${indent(snippet, spaces.length)}`,
        undo: (text) =>
          text.replace(
            /\n( *)\{isCrypto\(selectedPaymentMethod\) && \(\n[\s\S]*?\n\1\)\}/,
            ""
          ),
      },
      {
        snippet: readSnippet("payment-button"),
        marker: "{!isCrypto(selectedPaymentMethod) && (",
        find: /(?<=\n)( *)<Button\n[\s\S]*?<\/Button>(?=\n)/,
        replace: (snippet, button, spaces) =>
          indent(snippet, spaces.length).replace(/ *<Button … \/>/, () =>
            indent(button, 2)
          ),
        undo: (text) =>
          text.replace(
            /(?<=\n)( *)\{!isCrypto\(selectedPaymentMethod\) && \(\n( *<Button\n[\s\S]*?<\/Button>)\n\1\)\}/,
            (_, _spaces, button: string) => button.replace(/^ {2}/gm, "")
          ),
      },
    ],
    "src/lib/constants.tsx": [
      {
        snippet: readSnippet("payment-info"),
        marker: "pp_crypto_crypto",
        find: /(?<=\n) *\/\/ Add more payment providers here/,
        replace: (snippet, comment) => `${snippet}\n${comment}`,
        undo: (text, snippet) => text.replace(`${snippet}\n`, ""),
      },
    ],
    "src/lib/data/cart.ts": [
      {
        snippet: readSnippet("retrieve-cart"),
        marker: "cart.completed_at ? null : cart",
        find: / *query: \{\s*fields,\s*\},\s*headers,\s*next,\s*cache: "force-cache",\s*\}\)\s*\.then\(\(\{ cart \}: \{ cart: HttpTypes\.StoreCart \}\) => cart\)/,
        original: `      query: {
        fields,
      },
      headers,
      next,
      cache: "force-cache",
    })
    .then(({ cart }: { cart: HttpTypes.StoreCart }) => cart)`,
      },
    ],
    "src/lib/data/payment.ts": [
      {
        snippet: readSnippet("payment-providers"),
        marker: `cache: "no-store"`,
        find: / *cache: "force-cache",(?=\s*\}\s*\)\s*\.then\(\(\{ payment_providers \}\))/,
        original: `        cache: "force-cache",`,
      },
    ],
    "src/app/[countryCode]/(main)/cart/page.tsx": [
      {
        snippet: `import { getCartId } from "@lib/data/cookies"
import { CryptoLatest } from "@modules/checkout/components/crypto-latest"`,
        marker: "@modules/checkout/components/crypto-latest",
        find: /import \{ retrieveCart \} from "@lib\/data\/cart";?(?=\n)/,
        replace: (snippet, line) => `${line}\n${snippet}`,
        undo: (text, snippet) => text.replace(`\n${snippet}`, ""),
      },
      {
        snippet: readSnippet("cart-latest"),
        marker: "<CryptoLatest",
        find: "return <CartTemplate cart={cart} customer={customer} />",
      },
    ],
    "src/app/[countryCode]/(checkout)/checkout/page.tsx": [
      {
        snippet: `import { findCompletedCryptoPayment } from "@lib/data/crypto"`,
        marker: "@lib/data/crypto",
        find: /import \{ retrieveCart \} from "@lib\/data\/cart";?(?=\n)/,
        replace: (snippet, line) => `${line}\n${snippet}`,
        undo: (text, snippet) => text.replace(`\n${snippet}`, ""),
      },
      {
        snippet: `import { notFound, redirect } from "next/navigation"`,
        marker: "notFound, redirect",
        find: `import { notFound } from "next/navigation"`,
      },
      {
        snippet: readSnippet("checkout-signature"),
        marker: "searchParams",
        find: "export default async function Checkout() {",
      },
      {
        snippet: readSnippet("checkout-cart"),
        marker: "findCompletedCryptoPayment()",
        find: /if \(!cart\) \{\s*return notFound\(\);?\s*\}/,
        original: "if (!cart) {\n    return notFound()\n  }",
      },
    ],
  }
}
