import { Badge } from "@medusajs/ui"

import type { AdminCryptoGateway } from "../../api/types"
import { isolated } from "../format/isolated"
import { useTexts } from "../i18n/use-texts"

type CoinsProps = { coins: AdminCryptoGateway["currencies"] }

/** The coins that the merchant has a wallet for. */
export function Coins({ coins }: CoinsProps) {
  const { t } = useTexts()
  if (coins.length === 0) {
    return <span className="text-ui-fg-error">{t("setup.noCurrencies")}</span>
  }
  return (
    <ul className="flex flex-wrap gap-1">
      {coins.map(({ code, network }) => (
        <li key={code}>
          <Badge size="2xsmall" className="h-auto">
            {[code, network].filter(Boolean).map(isolated).join(" · ")}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
