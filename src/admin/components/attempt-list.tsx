import { Link } from "react-router-dom"

import type { AdminCryptoPayment } from "../../api/types"
import { AttentionBadge } from "./attention-badge"
import { Moment } from "./moment"
import { Price } from "./price"
import { StateBadge } from "./state-badge"

/** Payments in brief, each a link to its own page. */
export function AttemptList({ payments }: { payments: AdminCryptoPayment[] }) {
  return (
    <ul className="divide-y">
      {payments.map((payment) => (
        <li key={payment.id}>
          <Link
            to={`/crypto-payments/${payment.id}`}
            className="hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus flex flex-wrap items-center justify-between gap-2 px-6 py-3 outline-none"
          >
            <span className="flex flex-col">
              <span className="txt-compact-small-plus text-ui-fg-base">
                <Price payment={payment} />
              </span>
              <span className="txt-compact-xsmall text-ui-fg-subtle">
                <Moment time={payment.created_at} brief />
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-1">
              <StateBadge state={payment.state} />
              <AttentionBadge payment={payment} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
