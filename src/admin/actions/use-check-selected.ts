import { toast } from "@medusajs/ui"

import { useCheckMany } from "../api/use-actions"
import { useTexts } from "../i18n/use-texts"

/** Has the gateway asked about the chosen payments, and tells how it went. */
export function useCheckSelected(onDone: () => void) {
  const { t } = useTexts()
  const { mutateAsync } = useCheckMany()
  return async (ids: string[]) => {
    try {
      await mutateAsync(ids)
      toast.success(t("actions.check.doneMany", { count: ids.length }))
      onDone()
    } catch (error) {
      toast.error(t("actions.check.failedMany", { count: ids.length }), {
        description: error instanceof Error ? error.message : undefined,
      })
    }
  }
}
