import { toast, usePrompt } from "@medusajs/ui"
import { useState } from "react"

import type { AdminCryptoRefundRequest } from "../../api/types"
import {
  useNewRefundLink,
  useReserveRefund,
  useRevokeRefund,
  useSendRefund,
  useShownRefundLink,
} from "../hooks/use-refund-requests"
import { useTexts } from "../i18n/use-texts"
import { formButton, FormDrawer, TextInput } from "./form-drawer"
import { type ShownRefundState, shownRefundState } from "../lib/refund-requests"
import { ActionButton } from "./layout"
import { RefundAmounts } from "./refund-amounts"
import { useShowRefundLink } from "./refund-link"
import { Fields } from "./values"

type RequestProps = { request: AdminCryptoRefundRequest }

/** What can be done with a refund request in its state. */
export function RefundRequestActions({ request }: RequestProps) {
  const actions = ACTIONS[shownRefundState(request)]
  if (actions.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action) => {
        const Action = BUTTONS[action]
        return <Action key={action} request={request} />
      })}
    </div>
  )
}

/** Records the transaction that sent the coins, which closes the request. */
export const SendRefundButton = formButton<RequestProps>(
  "sendRefund",
  SendRefundForm
)

function SendRefundForm({
  request,
  onClose,
}: RequestProps & { onClose: () => void }) {
  const { t } = useTexts()
  // What was sent to, whatever the next response says.
  const [address] = useState(request.address ?? "")
  const [hash, setHash] = useState("")
  const [note, setNote] = useState("")
  const transaction_hash = hash.trim()
  const isHashMissing = transaction_hash === ""
  const send = useSendRefund(request.id, () => {
    onClose()
    toast.success(t("actions.sendRefund.done"))
  })
  // The server knows the form of the network's hashes.
  const isHashRefused =
    send.variables?.transaction_hash === transaction_hash &&
    /is not a transaction hash/.test(send.error?.message ?? "")
  const network = request.crypto_network ?? request.crypto_currency
  return (
    <FormDrawer
      action="sendRefund"
      mutation={send}
      body={
        isHashMissing
          ? null
          : { address, transaction_hash, note: note.trim() || undefined }
      }
      onClose={onClose}
    >
      <RefundAmounts request={request} />
      <Fields
        rows={{
          "fields.network": request.crypto_network && (
            <bdi>{request.crypto_network}</bdi>
          ),
          "fields.address": { copy: address },
        }}
      />
      <TextInput
        label={t("fields.transactionHash")}
        value={hash}
        onChange={setHash}
        hint={t("actions.refund.transactionHint")}
        error={
          isHashMissing
            ? t("actions.refund.transactionMissing")
            : isHashRefused && t("actions.sendRefund.hashInvalid", { network })
        }
      />
      <TextInput
        label={t("actions.refund.note")}
        value={note}
        onChange={setNote}
        multiline
      />
    </FormDrawer>
  )
}

/** Shows the link again, for the customer who lost it. */
function ShowLinkButton({ request }: RequestProps) {
  const { t } = useTexts()
  const read = useShownRefundLink(request.id, useShowRefundLink())
  return (
    <ActionButton
      onClick={() => read.mutate(undefined)}
      isLoading={read.isPending}
    >
      {t("actions.showRefundLink.label")}
    </ActionButton>
  )
}

/** A button that replaces the link, after a confirmation; the new one is shown. */
function linkButton(action: "refundLink" | "reopenRefund") {
  return function LinkButton({ request }: RequestProps) {
    const { t } = useTexts()
    const confirm = useConfirm(action)
    const showLink = useShowRefundLink()
    const create = useNewRefundLink(request.id, action, showLink)
    const shown = { state: request.state }
    return (
      <ActionButton
        onClick={() => void confirm(() => create.mutate(shown))}
        isLoading={create.isPending}
      >
        {t(`actions.${action}.label`)}
      </ActionButton>
    )
  }
}

/** Ends a request, after a confirmation. */
function RevokeButton({ request }: RequestProps) {
  const { t } = useTexts()
  const confirm = useConfirm("revokeRefund")
  const revoke = useRevokeRefund(request.id, () => {
    toast.success(t("actions.revokeRefund.done"))
  })
  const shown = { state: request.state }
  return (
    <ActionButton
      onClick={() => void confirm(() => revoke.mutate(shown))}
      isLoading={revoke.isPending}
    >
      {t("actions.revokeRefund.label")}
    </ActionButton>
  )
}

/** Keeps others from changing the request while its coins are sent. */
function SendingButton({ request }: RequestProps) {
  const { t } = useTexts()
  const reserve = useReserveRefund(request, "sendingRefund")
  return (
    <ActionButton
      onClick={() => reserve.mutate(undefined)}
      isLoading={reserve.isPending}
    >
      {t("actions.sendingRefund.label")}
    </ActionButton>
  )
}

/** Ends that without a transaction, after a confirmation. */
function NotSentButton({ request }: RequestProps) {
  const { t } = useTexts()
  const confirm = useConfirm("notSentRefund")
  const release = useReserveRefund(request, "notSentRefund")
  return (
    <ActionButton
      onClick={() => void confirm(() => release.mutate(undefined))}
      isLoading={release.isPending}
    >
      {t("actions.notSentRefund.label")}
    </ActionButton>
  )
}

/** Asks before an action that makes the customer's link invalid. */
function useConfirm(
  action: "refundLink" | "reopenRefund" | "revokeRefund" | "notSentRefund"
) {
  const { t } = useTexts()
  const prompt = usePrompt()
  return async (run: () => void) => {
    const confirmed = await prompt({
      title: t(`actions.${action}.title`),
      description: t(`actions.${action}.description`),
      confirmText: t(`actions.${action}.confirm`),
      cancelText: t("actions.cancel"),
      variant: "confirmation",
    })
    if (confirmed) run()
  }
}

const BUTTONS = {
  sending: SendingButton,
  send: SendRefundButton,
  notSent: NotSentButton,
  showLink: ShowLinkButton,
  link: linkButton("refundLink"),
  reopen: linkButton("reopenRefund"),
  revoke: RevokeButton,
}

const ACTIONS: Record<ShownRefundState, (keyof typeof BUTTONS)[]> = {
  waiting_for_address: ["showLink", "link", "revoke"],
  address_entered: ["sending", "reopen", "revoke"],
  sending: ["send", "notSent"],
  sent: [],
  revoked: [],
  expired: ["link", "revoke"],
}
