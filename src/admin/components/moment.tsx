import { formatTime } from "../format/format-time"
import { useTexts } from "../i18n/use-texts"

/** A time in the reader's zone; pointing at it shows it in UTC. */
export function Moment({ time }: { time: string }) {
  const { locale } = useTexts()
  return (
    <time dateTime={time} title={time}>
      {formatTime(time, locale)}
    </time>
  )
}
