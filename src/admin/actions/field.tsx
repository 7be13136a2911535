import { Hint, Input, Label, Textarea } from "@medusajs/ui"
import { useId } from "react"

type FieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  /** What is wrong with the value, if anything is. */
  error?: string | false
  multiline?: boolean
  inputMode?: "decimal"
}

/** A labelled line of a form, or several lines. */
export function Field({
  label,
  value,
  onChange,
  hint,
  error,
  multiline = false,
  inputMode,
}: FieldProps) {
  const id = useId()
  const note = error || hint
  const shared = {
    id,
    value,
    "aria-invalid": Boolean(error),
    "aria-describedby": note ? `${id}-note` : undefined,
  }
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus" htmlFor={id}>
        {label}
      </Label>
      {multiline ? (
        <Textarea
          {...shared}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Input
          {...shared}
          autoComplete="off"
          inputMode={inputMode}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {note && (
        <Hint id={`${id}-note`} variant={error ? "error" : "info"}>
          {note}
        </Hint>
      )}
    </div>
  )
}
