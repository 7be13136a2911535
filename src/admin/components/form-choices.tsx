import { Checkbox, Hint, Label, RadioGroup } from "@medusajs/ui"
import { useId } from "react"

type RadioFieldProps<Value extends string> = {
  label: string
  value: Value
  options: { value: Value; label: string; hint?: string }[]
  onChange: (value: Value) => void
}

/** A labeled choice of one of several, each with a hint. */
export function RadioField<Value extends string>({
  label,
  value,
  options,
  onChange,
}: RadioFieldProps<Value>) {
  const id = useId()
  const select = (name: string) => {
    const selected = options.find((option) => option.value === name)
    if (selected) onChange(selected.value)
  }
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus" id={id}>
        {label}
      </Label>
      <RadioGroup aria-labelledby={id} value={value} onValueChange={select}>
        {options.map((option) => {
          const itemId = `${id}-${option.value}`
          return (
            <div key={option.value} className="flex items-start gap-x-3">
              <RadioGroup.Item
                value={option.value}
                id={itemId}
                aria-describedby={option.hint && `${itemId}-hint`}
              />
              <div className="flex min-w-0 flex-col gap-y-0.5">
                <Label size="small" htmlFor={itemId} className="break-words">
                  {option.label}
                </Label>
                {option.hint && (
                  <Hint id={`${itemId}-hint`}>{option.hint}</Hint>
                )}
              </div>
            </div>
          )
        })}
      </RadioGroup>
    </div>
  )
}

type CheckboxFieldProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox with its label. */
export function CheckboxField({
  label,
  checked,
  onChange,
}: CheckboxFieldProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-x-3">
      <Checkbox
        id={id}
        checked={checked}
        onCheckedChange={(state) => onChange(state === true)}
      />
      <Label size="small" htmlFor={id}>
        {label}
      </Label>
    </div>
  )
}
