import { Copy } from "@medusajs/ui"

import { useTexts } from "../i18n/use-texts"

type CopyableProps = { label: string; value: string }

/** A value in full, to be compared by eye, with a button that copies it. */
export function Copyable({ label, value }: CopyableProps) {
  const { t } = useTexts()
  return (
    <div className="grid grid-cols-[1fr_20px] items-start gap-x-2">
      <bdi dir="ltr" className="break-all">
        {value}
      </bdi>
      <Copy
        content={value}
        aria-label={t("copy", { what: label })}
        className="text-ui-fg-muted"
      />
    </div>
  )
}
