import { Input, Label, Select } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

import { useGateways } from "../hooks/use-crypto-payments"
import { useTexts } from "../i18n/use-texts"

const ALL = "all"

type MerchantChoiceProps = {
  /** All of them, where it is null. */
  value: string | null
  onChange: (merchantId: string | null) => void
}

/** A merchant, or all; only where there are several. */
export function MerchantChoice({ value, onChange }: MerchantChoiceProps) {
  const { t } = useTexts()
  const { data: gateways = [] } = useGateways()
  const keys = new Map(
    gateways.map(({ merchant_id, merchant_key }) => [merchant_id, merchant_key])
  )
  if (keys.size < 2 && value === null) return null
  return (
    <Choice
      label={t("reports.merchant")}
      value={value ?? ALL}
      options={[
        [ALL, t("reports.allMerchants")],
        ...[...keys].map(([id, key]) => [id, key]),
        ...(value !== null && !keys.has(value) ? [[value, value]] : []),
      ]}
      onChange={(id) => onChange(id === ALL ? null : id)}
    />
  )
}

type FieldProps = { id: string; label: string; children: ReactNode }

function Field({ id, label, children }: FieldProps) {
  return (
    <div className="flex min-w-0 flex-col gap-y-1">
      <Label size="small" weight="plus" htmlFor={id}>
        {label}
      </Label>
      {children}
    </div>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: string[][]
  onChange: (value: string) => void
}

/** A labeled select: values with their texts. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <Field id={id} label={label}>
      <Select value={value} onValueChange={onChange} size="small">
        <Select.Trigger id={id}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          {options.map(([name, text]) => (
            <Select.Item key={name} value={name}>
              {text}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </Field>
  )
}

type DayProps = {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

/** A browser's own field: it can be typed into, and knows the reader's format. */
export function DayInput({ label, value, min, max, onChange }: DayProps) {
  const id = useId()
  return (
    <Field id={id} label={label}>
      <Input
        id={id}
        type="date"
        size="small"
        value={value}
        min={min}
        max={max}
        onChange={({ target }) => {
          // Empty while a day is being typed.
          if (target.value) onChange(target.value)
        }}
      />
    </Field>
  )
}
