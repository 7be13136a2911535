import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAction,
} from "../../api/types"
import { CheckButton } from "./check-button"
import { RecordRefundButton } from "./record-refund-button"
import { ResolveButton } from "./resolve-button"
import { RetryOrderButton } from "./retry-order-button"

type PaymentActionsProps = {
  payment: AdminCryptoPayment
  /** Which to offer, in this order. */
  actions: AdminCryptoPaymentAction[]
}

/** The buttons for what a person can do with a payment. */
export function PaymentActions({ payment, actions }: PaymentActionsProps) {
  if (actions.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {actions.map((action) => {
        const Button = BUTTONS[action]
        return <Button key={action} payment={payment} />
      })}
    </div>
  )
}

const BUTTONS = {
  check: CheckButton,
  retry_order: RetryOrderButton,
  record_refund: RecordRefundButton,
  resolve: ResolveButton,
}
