import type { AdminCryptoGateway } from "../../api/types"
import { AdminLink } from "../components/admin-link"
import { useTexts } from "../i18n/use-texts"

const STATES = [
  ["attention", "countAttention"],
  ["open", "countOpen"],
  ["settled", "countSettled"],
] as const

type CountsProps = { counts: AdminCryptoGateway["counts"]; providerId: string }

/** How many payments there are, each count a link to them. */
export function Counts({ counts, providerId }: CountsProps) {
  const { t } = useTexts()
  return (
    <ul className="flex flex-wrap gap-x-3">
      {STATES.map(([state, text]) => (
        <li key={state}>
          <AdminLink
            to={`/crypto-payments?state=${state}&provider_id=${providerId}`}
          >
            {t(`setup.${text}`, { count: counts[state] })}
          </AdminLink>
        </li>
      ))}
    </ul>
  )
}
