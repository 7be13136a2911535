import { useEffect, useState } from "react"

import type { Speech } from "./use-speech"

const shownForMs = 2_000

/** A value to be taken over letter by letter, with a button that copies it. */
export function Copyable({
  label,
  value,
  unit,
  texts,
}: Pick<Speech, "texts"> & { label: string; value: string; unit?: string }) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownForMs)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = () => {
    // Not there without https; the value can be selected all the same.
    void navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false)
    )
  }
  return (
    <div className="cryptopay-fact">
      <dt>{label}</dt>
      <dd>
        <code className="cryptopay-value" dir="ltr">
          {value}
        </code>
        {unit && (
          <>
            {" "}
            <bdi>{unit}</bdi>
          </>
        )}
        <button
          type="button"
          className="cryptopay-copy"
          aria-label={`${texts.copy}: ${label}`}
          onClick={copy}
        >
          {copied ? texts.copied : texts.copy}
        </button>
        <span role="status" className="cryptopay-unseen">
          {copied ? texts.copied : ""}
        </span>
      </dd>
    </div>
  )
}
