import { useTexts } from "../i18n/use-texts"

/** The gateway's word in the reader's language; an unknown word as it came. */
export function GatewayStatus({ status }: { status: string | null }) {
  const { t } = useTexts()
  if (!status) return "–"
  return <bdi>{t(`gatewayStatus.${status}`, { defaultValue: status })}</bdi>
}
