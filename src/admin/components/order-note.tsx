import { Container, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

/** One quiet line in the place of an order's crypto payments. */
export function OrderNote({ children }: { children: ReactNode }) {
  return (
    <Container>
      <Text size="small" leading="compact" className="text-ui-fg-subtle">
        {children}
      </Text>
    </Container>
  )
}
