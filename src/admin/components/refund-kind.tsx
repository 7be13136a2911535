import type { AdminCryptoRefundRequest } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { RadioField } from "./form-choices"

/** What is sent back: a surplus is not booked on the order. */
export type RefundKind = AdminCryptoRefundRequest["kind"]

type RefundKindFieldProps = {
  kind: RefundKind
  /** What is left of each, with its unit. */
  price: string
  surplus: string
  onChange: (kind: RefundKind) => void
}

/** The choice of what to send back, where both are left. */
export function RefundKindField({
  kind,
  price,
  surplus,
  onChange,
}: RefundKindFieldProps) {
  const { t } = useTexts()
  return (
    <RadioField
      label={t("refundKind.label")}
      value={kind}
      options={[
        {
          value: "surplus",
          label: t("refundKind.surplusOf", { amount: surplus }),
          hint: t("refundKind.surplusHint"),
        },
        {
          value: "price",
          label: t("refundKind.priceOf", { amount: price }),
          hint: t("refundKind.priceHint"),
        },
      ]}
      onChange={onChange}
    />
  )
}
