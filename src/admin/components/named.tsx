import { type ReactNode, useLayoutEffect, useRef } from "react"

type NamedProps = { label: string; className?: string; children: ReactNode }

/**
 * Names the control inside for screen readers, and hides its drawings from
 * them: Medusa UI gives the icon buttons of tables and drawers no name, nor
 * takes one.
 */
export function Named({ label, className, children }: NamedProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current
      ?.querySelector("button, input")
      ?.setAttribute("aria-label", label)
    for (const drawing of box.current?.querySelectorAll("[role=img]") ?? []) {
      drawing.setAttribute("aria-hidden", "true")
    }
  })
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  )
}
