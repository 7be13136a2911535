import { Label, RadioGroup } from "@medusajs/ui"
import { useId } from "react"

import type { AdminCryptoResolutionKind } from "../../api/types"
import { useTexts } from "../i18n/use-texts"

const KINDS: AdminCryptoResolutionKind[] = [
  "refunded",
  "order_placed_by_hand",
  "other",
]

type KindChoiceProps = {
  kind: AdminCryptoResolutionKind
  onChange: (kind: AdminCryptoResolutionKind) => void
}

/** What was done about a payment. */
export function KindChoice({ kind, onChange }: KindChoiceProps) {
  const { t } = useTexts()
  const id = useId()
  const choose = (value: string) => {
    const chosen = KINDS.find((known) => known === value)
    if (chosen) onChange(chosen)
  }
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus" id={id}>
        {t("actions.resolve.kind")}
      </Label>
      <RadioGroup aria-labelledby={id} value={kind} onValueChange={choose}>
        {KINDS.map((value) => (
          <div key={value} className="flex items-center gap-x-3">
            <RadioGroup.Item value={value} id={`${id}-${value}`} />
            <Label size="small" htmlFor={`${id}-${value}`}>
              {t(`actions.resolve.kinds.${value}`)}
            </Label>
          </div>
        ))}
      </RadioGroup>
    </div>
  )
}
