import { Fragment, useEffect, useRef, useState } from "react"

import type { CryptoPaymentTexts } from "../locales"

const COPIED_FOR_MS = 2_000

/** Characters of a group, and of the stressed ends that a shopper compares. */
const GROUP = 4
const STRESSED = 6

/** What became of a copy; `differs` where something else is in the clipboard, or on the page. */
type Copy = "none" | "copied" | "differs"

/**
 * The address to pay to. It is shown in groups, without a space between them: selected text is the
 * address. A copy is compared with the payment's own address, where the browser lets the page read
 * the clipboard without asking, and so is what the page shows.
 */
export function AddressValue({
  label,
  value,
  texts,
}: {
  label: string
  value: string
  texts: Pick<CryptoPaymentTexts, "copy" | "copied" | "addressDiffers">
}) {
  const shown = useRef<HTMLElement>(null)
  const [copy, setCopy] = useState<Copy>("none")

  useEffect(() => {
    if (copy !== "copied") return
    let unmounted = false
    const timer = setTimeout(() => {
      // A program that replaces addresses may need a moment.
      void readClipboard().then((text) => {
        if (unmounted) return
        setCopy(text === null || text === value ? "none" : "differs")
      })
    }, COPIED_FOR_MS)
    return () => {
      unmounted = true
      clearTimeout(timer)
    }
  }, [copy, value])

  const copyAddress = async () => {
    await navigator.clipboard.writeText(value)
    const [read, page] = [await readClipboard(), shown.current?.textContent]
    setCopy((read ?? value) === value && page === value ? "copied" : "differs")
  }
  return (
    <div className="cryptopay-detail">
      <dt>{label}</dt>
      <dd>
        <code ref={shown} className="cryptopay-value" dir="ltr" translate="no">
          <Groups value={value} />
        </code>
        <button
          type="button"
          className="cryptopay-copy"
          aria-label={`${texts.copy}: ${label}`}
          // The clipboard needs https; without it the text can still be selected.
          onClick={() => void copyAddress().catch(() => setCopy("none"))}
        >
          {copy === "copied" ? texts.copied : texts.copy}
        </button>
        <span role="status" className="cryptopay-visually-hidden">
          {copy === "copied" ? texts.copied : ""}
        </span>
      </dd>
      <dd role="alert" className="cryptopay-error">
        {copy === "differs" && texts.addressDiffers}
      </dd>
    </div>
  )
}

/** Every group may end a line. */
function Groups({ value }: { value: string }) {
  const starts = Array.from(
    { length: Math.ceil(value.length / GROUP) },
    (_, index) => index * GROUP
  )
  return (
    <>
      {starts.map((start) => {
        const end = start + GROUP
        const isStressed = start < STRESSED || end > value.length - STRESSED
        const Element = isStressed ? "strong" : "span"
        return (
          <Fragment key={start}>
            <Element className="cryptopay-group">
              {value.slice(start, end)}
            </Element>
            <wbr />
          </Fragment>
        )
      })}
    </>
  )
}

/** Null where the browser would ask the shopper, or does not allow it. */
async function readClipboard(): Promise<string | null> {
  try {
    // Not every browser has a permission of this name.
    const name = "clipboard-read" as PermissionName
    const { state } = await navigator.permissions.query({ name })
    return state === "granted" ? await navigator.clipboard.readText() : null
  } catch {
    return null
  }
}
