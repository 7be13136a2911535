import { Button, Drawer } from "@medusajs/ui"
import { type FormEvent, type ReactNode, useState } from "react"

import { Named } from "../components/named"
import { useTexts } from "../i18n/use-texts"

type FormDrawerProps = {
  title: string
  description: string
  submit: string
  isPending: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form beside the page; what it does, it does on "submit" only. */
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
  const send = (event: FormEvent) => {
    event.preventDefault()
    // A drawer is a child of the page's own forms as far as React is concerned.
    event.stopPropagation()
    onSubmit()
  }
  // Left alone, the focus goes back to a trigger, and a drawer that is there
  // only while it is open has none.
  const giveFocusBack = (event: Event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }
  return (
    <Drawer open onOpenChange={(open) => open || onClose()}>
      <Drawer.Content onCloseAutoFocus={giveFocusBack}>
        <form
          onSubmit={send}
          noValidate
          className="flex flex-1 flex-col overflow-hidden"
        >
          <Named label={t("actions.cancel")}>
            <Drawer.Header>
              <Drawer.Title>{title}</Drawer.Title>
              <Drawer.Description className="text-ui-fg-subtle txt-small text-pretty">
                {description}
              </Drawer.Description>
            </Drawer.Header>
          </Named>
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
