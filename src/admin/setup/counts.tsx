import type { AdminCryptoGateway } from "../../api/types"
import { AdminLink } from "../components/admin-link"
import { useTexts } from "../i18n/use-texts"

const COUNTS = [
  ["attention", "attention=true", "countAttention"],
  ["open", "state=open", "countOpen"],
  ["settled", "state=settled", "countSettled"],
] as const

type CountsProps = { counts: AdminCryptoGateway["counts"]; providerId: string }

/** How many payments there are, each count a link to them. */
export function Counts({ counts, providerId }: CountsProps) {
  const { t } = useTexts()
  return (
    <ul className="flex flex-wrap gap-x-3">
      {COUNTS.map(([name, filter, text]) => (
        <li key={name}>
          <AdminLink
            to={`/crypto-payments?${filter}&provider_id=${providerId}`}
          >
            {t(`setup.${text}`, { count: counts[name] })}
          </AdminLink>
        </li>
      ))}
    </ul>
  )
}
