import { EllipsisHorizontal } from "@medusajs/icons"
import {
  Button,
  Drawer,
  DropdownMenu,
  Hint,
  IconButton,
  Input,
  Label,
  RadioGroup,
  Textarea,
} from "@medusajs/ui"
import type { UseMutationResult } from "@tanstack/react-query"
import {
  type ChangeEvent,
  type ComponentType,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from "react"

import type { AdminCryptoRefundPart } from "../../api/types"
import { type TextKey, useTexts } from "../i18n/use-texts"
import { ActionButton, Labeled } from "./layout"

type FormAction = "refund" | "requestRefund" | "resolve" | "sendRefund"

/** What a button or a menu's entry runs; `form` is what it opened, to be shown beside it. */
export type ActionRunner = {
  label: TextKey
  run: () => void
  isPending?: boolean
  form?: ReactNode
}

/** Actions that are not needed often. What they open is shown by who has the runners. */
export function ActionMenu({ runners }: { runners: ActionRunner[] }) {
  const { t } = useTexts()
  const chosen = useRef<ActionRunner>()
  // After the menu: what is opened gives the focus back to the menu's button.
  const runChosen = () => {
    const { run } = chosen.current ?? {}
    chosen.current = undefined
    if (run) setTimeout(run)
  }
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild>
        <IconButton size="small" aria-label={t("actions.more")}>
          <EllipsisHorizontal aria-hidden />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" onCloseAutoFocus={runChosen}>
        {runners.map((runner) => (
          <DropdownMenu.Item
            key={runner.label}
            disabled={runner.isPending}
            onSelect={() => {
              chosen.current = runner
            }}
          >
            {t(runner.label)}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}

/** Opens the form of an admin action, with empty fields. */
export function useFormAction<Props extends object>(
  action: FormAction,
  Form: ComponentType<Props & { onClose: () => void }>,
  props: Props
): ActionRunner {
  const [isOpen, setIsOpen] = useState(false)
  return {
    label: `actions.${action}.label`,
    run: () => setIsOpen(true),
    form: isOpen && <Form {...props} onClose={() => setIsOpen(false)} />,
  }
}

/** A button that opens the form of an admin action. */
export function formButton<Props extends object>(
  action: FormAction,
  Form: ComponentType<Props & { onClose: () => void }>
) {
  return function FormButton(props: Props) {
    const { t } = useTexts()
    const { label, run, form } = useFormAction(action, Form, props)
    return (
      <>
        <ActionButton onClick={run}>{t(label)}</ActionButton>
        {form}
      </>
    )
  }
}

type FormDrawerProps<Body, Result> = {
  action: FormAction
  mutation: UseMutationResult<Result, Error, Body>
  /** The input of the mutation; null while a field is invalid. */
  body: Body | null
  onClose: () => void
  children: ReactNode
}

/** The form of an admin action in a drawer. Render it only while it is open. */
export function FormDrawer<Body, Result>({
  action,
  mutation,
  body,
  onClose,
  children,
}: FormDrawerProps<Body, Result>) {
  const { t } = useTexts()
  const title = t(`actions.${action}.label`)
  const [opener] = useState(() => document.activeElement)
  const [isSubmitted, setIsSubmitted] = useState(false)
  // A double click comes before the button is rendered as loading.
  const isRunning = useRef(false)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // To React, the drawer is a child of the page's own forms.
    event.stopPropagation()
    setIsSubmitted(true)
    if (body === null || isRunning.current) return
    isRunning.current = true
    mutation.mutate(body, { onSettled: () => (isRunning.current = false) })
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
                {t(`actions.${action}.description`)}
              </Drawer.Description>
            </Drawer.Header>
          </Labeled>
          <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
            <FormSubmitted.Provider value={isSubmitted}>
              {children}
            </FormSubmitted.Provider>
          </Drawer.Body>
          <Drawer.Footer>
            <Drawer.Close asChild>
              <Button size="small" variant="secondary" type="button">
                {t("actions.cancel")}
              </Button>
            </Drawer.Close>
            <Button size="small" type="submit" isLoading={mutation.isPending}>
              {t(`actions.${action}.submit`, { defaultValue: title })}
            </Button>
          </Drawer.Footer>
        </form>
      </Drawer.Content>
    </Drawer>
  )
}

/** Errors are not shown before the first attempt to submit. */
const FormSubmitted = createContext(false)

type TextInputProps = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string | false | null
  /** Replaces the hint once the form was submitted. */
  error?: string | false | null
  /** Has the hint as its error. */
  isInvalid?: boolean
  multiline?: boolean
  inputMode?: "decimal" | "numeric"
}

/** A labeled text input with a hint or an error. */
export function TextInput({
  label,
  value,
  onChange,
  hint,
  isInvalid = false,
  error = isInvalid && hint,
  multiline = false,
  inputMode,
}: TextInputProps) {
  const id = useId()
  const shownError = useContext(FormSubmitted) && error
  const note = shownError || hint
  const shared = {
    id,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.target.value),
    "aria-invalid": Boolean(shownError),
    "aria-describedby": note ? `${id}-note` : undefined,
  }
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus" htmlFor={id}>
        {label}
      </Label>
      {multiline ? (
        <Textarea {...shared} />
      ) : (
        <Input {...shared} autoComplete="off" inputMode={inputMode} />
      )}
      {note && (
        <Hint id={`${id}-note`} variant={shownError ? "error" : "info"}>
          {note}
        </Hint>
      )}
    </div>
  )
}

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

/** What is sent back: a surplus is not booked on the order. */
type RefundKindFieldProps = {
  kind: AdminCryptoRefundPart
  /** What is left of each, with its unit. */
  price: string
  surplus: string
  onChange: (kind: AdminCryptoRefundPart) => void
}

/** The choice of what to send back, where both are left. */
export function RefundKindField({
  kind,
  price,
  surplus,
  onChange,
}: RefundKindFieldProps) {
  const { t } = useTexts()
  return (
    <RadioField
      label={t("refundKind.label")}
      value={kind}
      options={[
        {
          value: "surplus",
          label: t("refundKind.surplusOf", { amount: surplus }),
          hint: t("refundKind.surplusHint"),
        },
        {
          value: "price",
          label: t("refundKind.priceOf", { amount: price }),
          hint: t("refundKind.priceHint"),
        },
      ]}
      onChange={onChange}
    />
  )
}
