import { CurrencyDollar } from "@medusajs/icons"

import { useAttention } from "../api/use-attention"
import { withDashboardContexts } from "../components/dashboard-contexts"
import { QuietBoundary } from "../components/quiet-boundary"
import { useTexts } from "../i18n/use-texts"

/**
 * The sidebar's icon, with the number of payments that wait for a person:
 * Medusa's sidebar knows no badge, but any component can be an icon.
 */
export function AttentionIcon() {
  return (
    <>
      <CurrencyDollar />
      <QuietBoundary fallback={null}>
        <AttentionCount />
      </QuietBoundary>
    </>
  )
}

const AttentionCount = withDashboardContexts(function Count() {
  const { t } = useTexts()
  const count = useAttention().data?.count ?? 0
  if (count === 0) return null
  const title = t("attention.title", { count })
  // The box around an icon hides what is larger than it, unless it is absolute.
  return (
    <span
      role="img"
      aria-label={title}
      title={title}
      className="bg-ui-tag-red-icon absolute -mt-6 ml-2 min-w-4 rounded-full px-1 text-center text-[10px] font-medium leading-4 text-white"
    >
      {count > 99 ? "99+" : count}
    </span>
  )
})
