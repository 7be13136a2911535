import { Button, Label, Select, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import { useNavigate } from "react-router-dom"

import { Field } from "../actions/field"
import { FormDrawer } from "../actions/form-drawer"
import { tellOutcome } from "../actions/tell-outcome"
import { useAdopt } from "../api/use-actions"
import { useGateways } from "../api/use-gateways"
import { useTexts } from "../i18n/use-texts"

const BY_CALLBACK = "callback"

/** Takes a payment of the gateway into the list that is missing there. */
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

function AdoptDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const adopt = useAdopt()
  const [gatewayPaymentId, setGatewayPaymentId] = useState("")
  const [providerId, setProviderId] = useState(BY_CALLBACK)
  const [isTried, setIsTried] = useState(false)
  const id = gatewayPaymentId.trim()

  const submit = () => {
    setIsTried(true)
    if (id === "") return
    tellOutcome(
      adopt.mutateAsync({
        gateway_payment_id: id,
        ...(providerId === BY_CALLBACK ? {} : { provider_id: providerId }),
      }),
      (payment) => {
        toast.success(t("actions.adopt.done"))
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
      <Field
        label={t("actions.adopt.gatewayPaymentId")}
        value={gatewayPaymentId}
        onChange={setGatewayPaymentId}
        hint={t("actions.adopt.gatewayPaymentIdHint")}
        error={isTried && id === "" && t("actions.adopt.gatewayPaymentIdWrong")}
      />
      <ProviderChoice providerId={providerId} onChange={setProviderId} />
    </FormDrawer>
  )
}

type ProviderChoiceProps = {
  providerId: string
  onChange: (providerId: string) => void
}

function ProviderChoice({ providerId, onChange }: ProviderChoiceProps) {
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
