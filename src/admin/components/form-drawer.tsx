import { Button, Drawer, Hint, Input, Label, Textarea } from "@medusajs/ui"
import { type FormEvent, type ReactNode, useId, useState } from "react"

import { useTexts } from "../i18n/use-texts"
import { Labeled } from "./layout"

type FormDrawerProps = {
  title: string
  description: string
  submit: string
  isPending: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a drawer. Render it only while it is open. */
export function FormDrawer({
  title,
  description,
  submit,
  isPending,
  onSubmit,
  onClose,
  children,
}: FormDrawerProps) {
  const { t } = useTexts()
  const [opener] = useState(() => document.activeElement)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // To React, the drawer is a child of the page's own forms.
    event.stopPropagation()
    onSubmit()
  }
  // The drawer restores focus to its trigger, but it has none.
  const restoreFocus = (event: Event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }
  return (
    <Drawer open onOpenChange={(open) => open || onClose()}>
      <Drawer.Content onCloseAutoFocus={restoreFocus}>
        <form
          onSubmit={handleSubmit}
          noValidate
          className="flex flex-1 flex-col overflow-hidden"
        >
          <Labeled label={t("actions.cancel")}>
            <Drawer.Header>
              <Drawer.Title>{title}</Drawer.Title>
              <Drawer.Description className="text-ui-fg-subtle txt-small text-pretty">
                {description}
              </Drawer.Description>
            </Drawer.Header>
          </Labeled>
          <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
            {children}
          </Drawer.Body>
          <Drawer.Footer>
            <Drawer.Close asChild>
              <Button size="small" variant="secondary" type="button">
                {t("actions.cancel")}
              </Button>
            </Drawer.Close>
            <Button size="small" type="submit" isLoading={isPending}>
              {submit}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  )
}

type TextInputProps = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  /** Replaces the hint. */
  error?: string | false
  multiline?: boolean
  inputMode?: "decimal"
}

/** A labeled text input with a hint or an error. */
export function TextInput({
  label,
  value,
  onChange,
  hint,
  error,
  multiline = false,
  inputMode,
}: TextInputProps) {
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
