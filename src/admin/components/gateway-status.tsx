import { statusText } from "../format/status-text"
import { useTexts } from "../i18n/use-texts"

/** The gateway's status in the reader's language; an unknown one as it came. */
export function GatewayStatus({ status }: { status: string | null }) {
  const { t } = useTexts()
  if (!status) return "–"
  return <bdi>{statusText(status, t)}</bdi>
}
