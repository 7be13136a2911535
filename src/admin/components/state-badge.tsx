import { StatusBadge } from "@medusajs/ui"
import type { ComponentProps } from "react"

import type { AdminCryptoPayment } from "../../api/types"
import { useTexts } from "../i18n/use-texts"

type State = AdminCryptoPayment["state"]

/** What has become of a payment in this store. */
export function StateBadge({ state }: { state: State }) {
  const { t } = useTexts()
  return (
    <StatusBadge color={COLORS[state]} className="text-nowrap">
      {t(`state.${state}`)}
    </StatusBadge>
  )
}

const COLORS: Record<State, ComponentProps<typeof StatusBadge>["color"]> = {
  creating: "grey",
  open: "orange",
  paid: "blue",
  settled: "green",
  attention: "red",
  resolved: "purple",
  closed: "grey",
}
