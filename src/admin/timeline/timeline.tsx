import { Text } from "@medusajs/ui"

import type { AdminCryptoPaymentEvent } from "../../api/types"
import { useUserName } from "../api/use-user-name"
import { Moment } from "../components/moment"
import { Section } from "../components/section"
import { useTexts } from "../i18n/use-texts"
import { entryText } from "./entry-text"

/** What happened to a payment, the latest first. */
export function Timeline({ events }: { events: AdminCryptoPaymentEvent[] }) {
  const { t } = useTexts()
  const latestFirst = [...events].reverse()
  return (
    <Section title={t("detail.timeline")}>
      {events.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("detail.noTimeline")}
        </Text>
      ) : (
        <ol className="flex flex-col gap-y-4 px-6 py-4">
          {latestFirst.map((event) => (
            <Entry key={event.id} event={event} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function Entry({ event }: { event: AdminCryptoPaymentEvent }) {
  const { t, locale } = useTexts()
  const { source, data, at } = event
  const note = data?.note
  return (
    <li className="grid grid-cols-[12px_1fr] gap-x-3">
      <span
        aria-hidden
        className="bg-ui-border-strong mt-1.5 size-2 justify-self-center rounded-full"
      />
      <div className="flex min-w-0 flex-col gap-y-0.5">
        <Text size="small" className="text-ui-fg-base text-pretty break-words">
          {entryText(event, t, locale)}
        </Text>
        {typeof note === "string" && note && (
          <Text size="small" className="text-ui-fg-subtle break-words">
            <bdi>{note}</bdi>
          </Text>
        )}
        <Text
          as="div"
          size="xsmall"
          className="text-ui-fg-subtle flex flex-wrap gap-x-2"
        >
          <Moment time={at} />
          <span>
            {t(`timeline.source.${source}`, { defaultValue: source })}
          </span>
          <Actor id={data?.by} />
        </Text>
      </div>
    </li>
  )
}

function Actor({ id }: { id: unknown }) {
  const { t } = useTexts()
  const who = useUserName(typeof id === "string" ? id : null)
  return who && <span>{t("timeline.by", { who })}</span>
}
