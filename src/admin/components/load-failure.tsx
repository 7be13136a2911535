import { Button, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

import { useTexts } from "../i18n/use-texts"

type LoadFailureProps = {
  /** What could not be loaded. */
  children: ReactNode
  error: Error
  onRetry: () => void
}

/** What went wrong, in the server's words, and the way to try once more. */
export function LoadFailure({ children, error, onRetry }: LoadFailureProps) {
  const { t } = useTexts()
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-y-4 px-6 py-16 text-center"
    >
      <div className="flex flex-col gap-y-1">
        <Text weight="plus">{children}</Text>
        <Text size="small" className="text-ui-fg-subtle">
          {error.message}
        </Text>
      </div>
      <Button size="small" variant="secondary" onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  )
}
