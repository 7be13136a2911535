import { html, raw } from "hono/html"
import type { HtmlEscapedString } from "hono/utils/html"
import { PAGE_STYLE } from "./style"

/** A whole page with the banner on top; nothing is loaded from elsewhere. */
export function document(
  title: string,
  content: HtmlEscapedString | Promise<HtmlEscapedString>,
  { wide = false } = {}
) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} - Sandbox</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(PAGE_STYLE)}
        </style>
      </head>
      <body>
        <p class="banner" role="note">
          <strong>Sandbox.</strong> No real money moves here. Do not send real
          coins to anything on this page.
        </p>
        <main class="${wide ? "wide" : ""}">${content}</main>
      </body>
    </html>`
}
