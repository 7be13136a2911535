import { Button, clx, Container, Heading, Text } from "@medusajs/ui"
import {
  type ComponentProps,
  forwardRef,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react"
import { Link } from "react-router-dom"

import { type TextKey, useTexts } from "../i18n/use-texts"
import { type HelpTopic, helpUrl } from "../lib/help"

/** The page's entry in the breadcrumbs. */
export function Breadcrumb({ text }: { text: TextKey }) {
  const { t } = useTexts()
  return <span>{t(text)}</span>
}

type PageHeaderProps = { title: ReactNode; children: ReactNode }

/** Title and buttons at the top of a page. */
export function PageHeader({ title, children }: PageHeaderProps) {
  return (
    <Container className="flex flex-wrap items-center justify-between gap-4">
      {title}
      <div className="flex flex-wrap gap-2">{children}</div>
    </Container>
  )
}

type SectionProps = {
  title: string
  action?: ReactNode
  children: ReactNode
}

/** A titled container of a page. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <Container role="region" aria-label={title} className="divide-y p-0">
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <Heading level="h2">{title}</Heading>
        {action}
      </div>
      {children}
    </Container>
  )
}

/** A subdued text below or beside others. */
export function SmallText({ className, ...rest }: ComponentProps<typeof Text>) {
  const classes = clx("text-ui-fg-subtle", className)
  return <Text size="small" className={classes} {...rest} />
}

type ForeignTextProps = { text: string | null | undefined; className?: string }

/** A text of a person, the server or the gateway; nothing without one. */
export function ForeignText({ text, className }: ForeignTextProps) {
  return text ? (
    <SmallText className={clx("break-words", className)}>
      <bdi>{text}</bdi>
    </SmallText>
  ) : null
}

/** An inline link to another page of the admin. */
export function AdminLink(props: { to: string; children: ReactNode }) {
  return <Link {...props} className={LINK_CLASSES} />
}

/** Of an inline link. */
export const LINK_CLASSES =
  "text-ui-fg-base decoration-ui-border-strong focus-visible:shadow-borders-focus rounded-sm underline underline-offset-2 outline-none hover:decoration-current"

type HelpProps = { text?: string; topic: HelpTopic | null }

/** A text, and a link to what the documentation says about it. */
export function Help({ text, topic }: HelpProps) {
  const { t } = useTexts()
  if (!topic) return text
  return (
    <>
      {text}{" "}
      <a
        href={helpUrl(topic)}
        target="_blank"
        rel="noreferrer"
        className={LINK_CLASSES}
      >
        {t("help")}
      </a>
    </>
  )
}

/** The button of an action, or of a link inside with `asChild`. */
export const ActionButton = forwardRef<
  HTMLButtonElement,
  ComponentProps<typeof Button>
>(function ActionButton(props, ref) {
  return <Button ref={ref} size="small" variant="secondary" {...props} />
})

type LoadErrorProps = { error: Error; onRetry: () => unknown }

/** A failed request: the server's message, what it means, and a button to retry. */
export function LoadError({ error, onRetry }: LoadErrorProps) {
  const { t } = useTexts()
  const title = <Text weight="plus">{t("loadFailed")}</Text>
  const text = <Help text={error.message} topic="error" />
  return (
    <Notice role="alert" title={title} text={text}>
      <ActionButton onClick={() => void onRetry()}>{t("retry")}</ActionButton>
    </Notice>
  )
}

type NoticeProps = {
  role?: "alert"
  title: ReactNode
  text?: ReactNode
  children: ReactNode
}

/** Fills a container that has nothing else to show. */
export function Notice({ role, title, text, children }: NoticeProps) {
  return (
    <div
      role={role}
      className="flex flex-col items-center gap-y-4 px-6 py-16 text-center"
    >
      <div className="flex flex-col gap-y-1">
        {title}
        <SmallText className="mx-auto max-w-96 text-pretty empty:hidden">
          {text}
        </SmallText>
      </div>
      {children}
    </div>
  )
}

type LabeledProps = { label: string; className?: string; children: ReactNode }

/**
 * Labels the control inside, and hides its icons:
 * Medusa UI gives icon buttons in tables and drawers no label.
 */
export function Labeled({ label, className, children }: LabeledProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    box.current
      ?.querySelector("button, input")
      ?.setAttribute("aria-label", label)
    for (const icon of box.current?.querySelectorAll("[role=img]") ?? []) {
      icon.setAttribute("aria-hidden", "true")
    }
  })
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  )
}
