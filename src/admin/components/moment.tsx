import { formatBriefly, formatTime } from "../format/format-time"
import { useTexts } from "../i18n/use-texts"

type MomentProps = {
  time: string
  /** Only as precise as a list needs it. */
  brief?: boolean
}

/** A time in the reader's zone; pointing at it shows it in UTC. */
export function Moment({ time, brief = false }: MomentProps) {
  const { locale } = useTexts()
  return (
    <time dateTime={time} title={time}>
      {brief ? formatBriefly(time, locale) : formatTime(time, locale)}
    </time>
  )
}
