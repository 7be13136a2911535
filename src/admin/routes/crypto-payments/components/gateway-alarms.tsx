import { InlineTip } from "@medusajs/ui"
import { AdminLink } from "../../../components/layout"
import { useGateways } from "../../../hooks/use-crypto-payments"
import { useTexts } from "../../../i18n/use-texts"
import { formatTime, isolateText } from "../../../lib/format"
import { readAlarms } from "../../../lib/gateways"

/** A red line for each alarm of a merchant that is on; nothing without one. */
export function GatewayAlarms() {
  const { t, locale } = useTexts()
  const { data: gateways = [] } = useGateways()
  const alarms = readAlarms(gateways)
  if (alarms.length === 0) return null
  return (
    <div role="alert" className="flex flex-col gap-y-2">
      {alarms.map(({ refused, merchant, refused_at }) => {
        const label = t(`list.alarms.${refused}.label`)
        return (
          <InlineTip
            key={`${refused} ${merchant}`}
            variant="error"
            label={
              merchant === null ? label : `${label} (${isolateText(merchant)})`
            }
          >
            {t(`list.alarms.${refused}.text`, {
              time: formatTime(refused_at, locale),
            })}{" "}
            <AdminLink to="/settings/crypto-payments">
              {t("list.setup")}
            </AdminLink>
          </InlineTip>
        )
      })}
    </div>
  )
}
