import { Label, Select, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import { useNavigate } from "react-router-dom"

import { FormDrawer, TextInput } from "../../../components/form-drawer"
import { useGateways } from "../../../hooks/use-crypto-payments"
import { useAdopt } from "../../../hooks/use-payment-actions"
import { useTexts } from "../../../i18n/use-texts"

/** The server derives the provider from the payment's callback URL. */
const BY_CALLBACK = "callback"

/** Adopts a gateway payment that is missing in the list. */
export function AdoptForm({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [gatewayPaymentId, setGatewayPaymentId] = useState("")
  const [providerId, setProviderId] = useState(BY_CALLBACK)
  const id = gatewayPaymentId.trim()
  const provider_id = providerId === BY_CALLBACK ? undefined : providerId
  return (
    <FormDrawer
      action="adopt"
      mutation={useAdopt(({ id, events = [] }) => {
        onClose()
        // The server checks a payment that it knows, instead of adopting it.
        if (events.some(({ type }) => type === "adopted")) {
          toast.success(t("actions.adopt.done"))
        } else {
          toast.info(t("actions.adopt.known"))
        }
        void navigate(`/crypto-payments/${id}`)
      })}
      body={id === "" ? null : { gateway_payment_id: id, provider_id }}
      onClose={onClose}
    >
      <TextInput
        label={t("actions.adopt.gatewayPaymentId")}
        value={gatewayPaymentId}
        onChange={setGatewayPaymentId}
        hint={t("actions.adopt.gatewayPaymentIdHint")}
        error={id === "" && t("actions.adopt.gatewayPaymentIdMissing")}
      />
      <ProviderSelect providerId={providerId} onChange={setProviderId} />
    </FormDrawer>
  )
}

type ProviderSelectProps = {
  providerId: string
  onChange: (providerId: string) => void
}

function ProviderSelect({ providerId, onChange }: ProviderSelectProps) {
  const { t } = useTexts()
  const { data: gateways = [] } = useGateways()
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
          {gateways.map(({ provider_id }) => (
            <Select.Item key={provider_id} value={provider_id}>
              {provider_id}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </div>
  )
}
