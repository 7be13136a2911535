import { Container, Heading } from "@medusajs/ui"
import type { ReactNode } from "react"

type SectionProps = { title: string; children: ReactNode }

/** A box of the order page. */
export function Section({ title, children }: SectionProps) {
  return (
    <Container role="region" aria-label={title} className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        {title}
      </Heading>
      {children}
    </Container>
  )
}
