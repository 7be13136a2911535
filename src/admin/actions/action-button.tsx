import { Button } from "@medusajs/ui"
import type { ReactNode } from "react"

type ActionButtonProps = {
  onClick: () => void
  isLoading?: boolean
  children: ReactNode
}

/** One thing that a person can do with a payment. */
export function ActionButton({
  onClick,
  isLoading = false,
  children,
}: ActionButtonProps) {
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={isLoading}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
