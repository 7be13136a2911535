import type { ReactNode } from "react"
import { Link } from "react-router-dom"

type AdminLinkProps = { to: string; children: ReactNode }

/** A link within the text, to another page of the admin. */
export function AdminLink({ to, children }: AdminLinkProps) {
  return (
    <Link
      to={to}
      className="text-ui-fg-base decoration-ui-border-strong focus-visible:shadow-borders-focus rounded-sm underline underline-offset-2 outline-none hover:decoration-current"
    >
      {children}
    </Link>
  )
}
