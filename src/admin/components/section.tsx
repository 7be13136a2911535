import { Container, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"

type SectionProps = {
  title: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A box of a page. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <Container role="region" aria-label={title} className="divide-y p-0">
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <Heading level="h2">{title}</Heading>
        {action}
      </div>
      {children}
    </Container>
  )
}
