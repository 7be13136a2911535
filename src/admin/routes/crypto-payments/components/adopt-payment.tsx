import { FetchError } from "@medusajs/js-sdk"
import { Button, Label, Select, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import { useNavigate } from "react-router-dom"

import type { AdminCryptoPaymentDetail } from "../../../../api/types"
import { FormDrawer, TextInput } from "../../../components/form-drawer"
import { useGateways } from "../../../hooks/use-gateways"
import { handleResult, useAdopt } from "../../../hooks/use-payment-actions"
import { useTexts } from "../../../i18n/use-texts"

/** Opens the form that adopts a gateway payment missing in the list. */
export function AdoptPayment() {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setIsOpen(true)}>
        {t("actions.adopt.label")}
      </Button>
      {isOpen && <AdoptDrawer onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The server derives the provider from the payment's callback URL. */
const BY_CALLBACK = "callback"

function AdoptDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const adopt = useAdopt()
  const [gatewayPaymentId, setGatewayPaymentId] = useState("")
  const [providerId, setProviderId] = useState(BY_CALLBACK)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const id = gatewayPaymentId.trim()

  const submit = () => {
    setIsSubmitted(true)
    if (id === "") return
    const adopted = adopt
      .mutateAsync({
        gateway_payment_id: id,
        ...(providerId === BY_CALLBACK ? {} : { provider_id: providerId }),
      })
      .catch((error: Error) => {
        throw isNotFound(error) ? new Error(t("actions.adopt.notFound")) : error
      })
    handleResult(
      adopted,
      (payment) => {
        if (isAdopted(payment)) toast.success(t("actions.adopt.done"))
        else toast.info(t("actions.adopt.known"))
        onClose()
        void navigate(`/crypto-payments/${payment.id}`)
      },
      t("actions.adopt.failed")
    )
  }

  return (
    <FormDrawer
      title={t("actions.adopt.title")}
      description={t("actions.adopt.description")}
      submit={t("actions.adopt.submit")}
      isPending={adopt.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t("actions.adopt.gatewayPaymentId")}
        value={gatewayPaymentId}
        onChange={setGatewayPaymentId}
        hint={t("actions.adopt.gatewayPaymentIdHint")}
        error={
          isSubmitted && id === "" && t("actions.adopt.gatewayPaymentIdMissing")
        }
      />
      <ProviderSelect providerId={providerId} onChange={setProviderId} />
    </FormDrawer>
  )
}

/** The server's message is in English only. */
function isNotFound(error: Error): boolean {
  return error instanceof FetchError && error.status === 404
}

/** The server checks a payment that it knows, instead of adopting it. */
function isAdopted({ events = [] }: AdminCryptoPaymentDetail): boolean {
  return events.some(({ type }) => type === "adopted")
}

type ProviderSelectProps = {
  providerId: string
  onChange: (providerId: string) => void
}

function ProviderSelect({ providerId, onChange }: ProviderSelectProps) {
  const { t } = useTexts()
  const { data: gateways } = useGateways()
  const id = useId()
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus" htmlFor={id}>
        {t("actions.adopt.provider")}
      </Label>
      <Select value={providerId} onValueChange={onChange}>
        <Select.Trigger id={id}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          <Select.Item value={BY_CALLBACK}>
            {t("actions.adopt.byCallback")}
          </Select.Item>
          {(gateways ?? []).map(({ provider_id }) => (
            <Select.Item key={provider_id} value={provider_id}>
              {provider_id}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </div>
  )
}
