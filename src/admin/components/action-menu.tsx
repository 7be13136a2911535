import { EllipsisHorizontal } from "@medusajs/icons"
import { DropdownMenu, IconButton } from "@medusajs/ui"
import { useRef } from "react"

import { useTexts } from "../i18n/use-texts"
import type { ActionRunner } from "./form-drawer"

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
