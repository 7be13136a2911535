import { toast, usePrompt } from "@medusajs/ui"
import { useState } from "react"

import type {
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestState,
} from "../../api/types"
import { useRevokeRefund, useSendRefund } from "../hooks/use-refund-requests"
import { useTexts } from "../i18n/use-texts"
import { formButton, FormDrawer, TextInput } from "./form-drawer"
import { ActionButton } from "./layout"
import { RefundAmounts } from "./refund-amounts"
import { Fields } from "./values"

type RequestProps = { request: AdminCryptoRefundRequest }

/** What can be done with a refund request in its state. */
export function RefundRequestActions({ request }: RequestProps) {
  const actions = ACTIONS[request.state]
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
const SendRefundButton = formButton<RequestProps>("sendRefund", SendRefundForm)

function SendRefundForm({
  request,
  onClose,
}: RequestProps & { onClose: () => void }) {
  const { t } = useTexts()
  // What was sent to, whatever the next response says.
  const [{ address, address_tag }] = useState(request)
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
          : {
              address: address ?? "",
              address_tag,
              transaction_hash,
              note: note.trim() || undefined,
            }
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
          "fields.addressTag": { copy: address_tag },
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

/** Ends a request, after a confirmation. */
function RevokeButton({ request }: RequestProps) {
  const { t } = useTexts()
  const prompt = usePrompt()
  const revoke = useRevokeRefund(request.id, () => {
    toast.success(t("actions.revokeRefund.done"))
  })
  const confirm = async () => {
    const confirmed = await prompt({
      title: t("actions.revokeRefund.title"),
      description: t("actions.revokeRefund.description"),
      confirmText: t("actions.revokeRefund.confirm"),
      cancelText: t("actions.cancel"),
      variant: "confirmation",
    })
    if (confirmed) revoke.mutate({ state: request.state })
  }
  return (
    <ActionButton onClick={() => void confirm()} isLoading={revoke.isPending}>
      {t("actions.revokeRefund.label")}
    </ActionButton>
  )
}

const BUTTONS = { send: SendRefundButton, revoke: RevokeButton }

const ACTIONS: Record<AdminCryptoRefundRequestState, (keyof typeof BUTTONS)[]> =
  {
    waiting_for_address: ["revoke"],
    address_entered: ["send", "revoke"],
    sent: [],
    revoked: [],
  }
