import type { ReactNode } from "react"

type FactProps = { label: string; children: ReactNode }

/** One line of a payment: what it is on the left, its value on the right. */
export function Fact({ label, children }: FactProps) {
  return (
    <div className="grid grid-cols-[2fr_3fr] items-start gap-x-4">
      <dt className="txt-compact-small-plus">{label}</dt>
      <dd className="txt-compact-small min-w-0 text-pretty break-words">
        {children}
      </dd>
    </div>
  )
}
