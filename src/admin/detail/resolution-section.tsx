import type { AdminCryptoPaymentDetail } from "../../api/types"
import { useUserName } from "../api/use-user-name"
import { Copyable } from "../components/copyable"
import { Fact } from "../components/fact"
import { Moment } from "../components/moment"
import { Section } from "../components/section"
import { useTexts } from "../i18n/use-texts"

/**
 * How a person dealt with the payment; nothing where nobody had to, or where it
 * was paid after that.
 */
export function ResolutionSection({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const { t } = useTexts()
  const { resolution, state } = payment
  const who = useUserName(resolution?.by ?? null)
  if (!resolution || (state !== "resolved" && state !== "closed")) return null
  const { kind, note, transaction_hash, at } = resolution
  return (
    <Section title={t("detail.resolution")}>
      <dl className="text-ui-fg-subtle flex flex-col gap-y-3 px-6 py-4">
        <Fact label={t("actions.resolve.kind")}>
          {t(`actions.resolve.kinds.${kind}`)}
        </Fact>
        {note && (
          <Fact label={t("actions.resolve.note")}>
            <bdi>{note}</bdi>
          </Fact>
        )}
        {transaction_hash && (
          <Fact label={t("fields.transactionHash")}>
            <Copyable
              label={t("fields.transactionHash")}
              value={transaction_hash}
            />
          </Fact>
        )}
        <Fact label={t("fields.resolvedAt")}>
          <Moment time={at} /> {who && t("timeline.by", { who })}
        </Fact>
      </dl>
    </Section>
  )
}
