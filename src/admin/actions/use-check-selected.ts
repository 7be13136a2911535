import { toast } from "@medusajs/ui"

import { useCheckMany } from "../api/use-actions"
import { useTexts } from "../i18n/use-texts"
import { tellOutcome } from "./tell-outcome"

/** Has the gateway asked about the chosen payments, and tells how it went. */
export function useCheckSelected(onDone: () => void) {
  const { t } = useTexts()
  const { mutateAsync } = useCheckMany()
  return (ids: string[]) =>
    tellOutcome(
      mutateAsync(ids),
      (results) => {
        const failures = results.filter(({ ok }) => !ok)
        const checked = results.length - failures.length
        if (checked > 0) {
          toast.success(t("actions.check.doneMany", { count: checked }))
        }
        if (failures.length > 0) {
          toast.error(
            t("actions.check.failedMany", { count: failures.length }),
            { description: failures[0].message }
          )
        }
        onDone()
      },
      t("actions.check.failed")
    )
}
