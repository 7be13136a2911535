import { Label, RadioGroup, toast } from "@medusajs/ui"
import { useId, useState } from "react"

import type { AdminCryptoPayment } from "../api/crypto-payment"
import {
  type ResolutionKind,
  resolutionKinds,
} from "../api/crypto-payment-detail"
import { useResolve } from "../api/use-actions"
import { useTexts } from "../i18n/use-texts"
import { Field } from "./field"
import { FormDrawer } from "./form-drawer"
import { tellFailure } from "./tell-failure"

type ResolveDrawerProps = { payment: AdminCryptoPayment; onClose: () => void }

/** Writes down how a payment that waited for a person came to its end. */
export function ResolveDrawer({ payment, onClose }: ResolveDrawerProps) {
  const { t } = useTexts()
  const resolve = useResolve(payment.id)
  const [kind, setKind] = useState<ResolutionKind>("refunded")
  const [note, setNote] = useState("")
  const [hash, setHash] = useState("")
  const [isTried, setIsTried] = useState(false)
  const isNoteWrong = note.trim() === ""

  const submit = () => {
    setIsTried(true)
    if (isNoteWrong) return
    resolve.mutate(
      {
        kind,
        note: note.trim(),
        ...(hash.trim() ? { transaction_hash: hash.trim() } : {}),
      },
      {
        onSuccess: () => {
          toast.success(t("actions.resolve.done"))
          onClose()
        },
        onError: tellFailure(t("actions.resolve.failed")),
      }
    )
  }

  return (
    <FormDrawer
      title={t("actions.resolve.title")}
      description={t("actions.resolve.description")}
      submit={t("actions.resolve.submit")}
      isPending={resolve.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <KindChoice kind={kind} onChange={setKind} />
      <Field
        label={t("actions.resolve.note")}
        value={note}
        onChange={setNote}
        multiline
        hint={t("actions.resolve.noteHint")}
        error={isTried && isNoteWrong && t("actions.resolve.noteWrong")}
      />
      <Field
        label={t("actions.resolve.transactionHash")}
        value={hash}
        onChange={setHash}
      />
    </FormDrawer>
  )
}

type KindChoiceProps = {
  kind: ResolutionKind
  onChange: (kind: ResolutionKind) => void
}

function KindChoice({ kind, onChange }: KindChoiceProps) {
  const { t } = useTexts()
  const id = useId()
  const choose = (value: string) => {
    const chosen = resolutionKinds.find((known) => known === value)
    if (chosen) onChange(chosen)
  }
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus" id={id}>
        {t("actions.resolve.kind")}
      </Label>
      <RadioGroup aria-labelledby={id} value={kind} onValueChange={choose}>
        {resolutionKinds.map((value) => (
          <div key={value} className="flex items-center gap-x-3">
            <RadioGroup.Item value={value} id={`${id}-${value}`} />
            <Label size="small" htmlFor={`${id}-${value}`}>
              {t(`actions.resolve.kinds.${value}`)}
            </Label>
          </div>
        ))}
      </RadioGroup>
    </div>
  )
}
