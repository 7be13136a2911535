import type { AdminCryptoGateway } from "../../api/types"
import { AdminLink } from "../components/admin-link"
import { useTexts } from "../i18n/use-texts"

type RegionsProps = { regions: AdminCryptoGateway["regions"] }

/** Where customers can choose the provider. */
export function Regions({ regions }: RegionsProps) {
  const { t } = useTexts()
  if (regions.length === 0) {
    return (
      <>
        <span className="text-ui-fg-error">{t("setup.noRegions")}</span>{" "}
        <AdminLink to="/settings/regions">{t("setup.noRegionsLink")}</AdminLink>
      </>
    )
  }
  return (
    <ul className="flex flex-wrap gap-x-3">
      {regions.map(({ id, name }) => (
        <li key={id}>
          <AdminLink to={`/settings/regions/${id}`}>{name}</AdminLink>
        </li>
      ))}
    </ul>
  )
}
