import { randomBytes } from "node:crypto"
import type { Context } from "hono"
import { html, raw } from "hono/html"
import type { HtmlEscapedString } from "hono/utils/html"

type Page = {
  title: string
  content: HtmlEscapedString | Promise<HtmlEscapedString>
  script?: string
  wide?: boolean
  status?: 200 | 400 | 403 | 404 | 409
}

/** Sends a page that loads nothing from other servers and runs only its own script. */
export function sendPage(
  c: Context,
  { title, content, script, wide, status = 200 }: Page
) {
  const nonce = randomBytes(16).toString("base64")
  const page = html`<!doctype html>
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
          <strong>Sandbox.</strong> No real money is moved. Do not send real
          coins to an address on this page.
        </p>
        <main class="${wide ? "wide" : ""}">${content}</main>
        ${
          script &&
          html`<script nonce="${nonce}">
            ${raw(script)}
          </script>`
        }
      </body>
    </html>`
  return c.html(page, status, {
    "cache-control": "no-store",
    // "no-referrer" would make the Origin of a form "null".
    "referrer-policy": "same-origin",
    // No form-action: Chromium would block the redirect to the shop after a form.
    "content-security-policy":
      "default-src 'none'; base-uri 'none'; connect-src 'self'; " +
      "frame-ancestors 'none'; " +
      `img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`,
  })
}

const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f3f4f6, #111318);
  --card: light-dark(#ffffff, #1b1e25);
  --text: light-dark(#16181d, #eceef2);
  --soft: light-dark(#555b67, #a7adba);
  --line: light-dark(#d5d9e0, #363b47);
  --accent: light-dark(#2f45c5, #9aa9ff);
  --on-accent: light-dark(#ffffff, #10131f);
  --warn: light-dark(#fff0c2, #4a3700);
  --warn-text: light-dark(#4d3900, #ffe7a3);
  --good: light-dark(#11663a, #6fdca0);
  --bad: light-dark(#a3231c, #ff9d94);
}
* { box-sizing: border-box }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif;
}
.banner {
  margin: 0; padding: 10px 16px; text-align: center;
  background: var(--warn); color: var(--warn-text);
}
main {
  max-width: 460px; margin: 24px auto; padding: 24px;
  background: var(--card); border: 1px solid var(--line); border-radius: 12px;
}
.wide { max-width: 1100px }
h1 { margin: 0; font-size: 18px }
.shop, .about, .reference { margin: 0; color: var(--soft) }
.about { margin-bottom: 16px; overflow-wrap: anywhere }
.reference { margin-top: 24px; font-size: 13px; overflow-wrap: anywhere }
.price { margin: 8px 0 16px; font-size: 32px; font-weight: 650; line-height: 1.2; overflow-wrap: anywhere }
.price small { font-size: 18px; font-weight: 500 }
fieldset { margin: 0; padding: 0; border: 0 }
legend, dt { padding: 0; color: var(--soft); font-size: 14px }
.coins { display: grid; gap: 8px; margin-top: 8px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 190px), 1fr)) }
.coin {
  display: flex; gap: 12px; align-items: center; min-height: 48px;
  padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; cursor: pointer;
}
.coin:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
.coin:focus-within { outline: 3px solid var(--accent); outline-offset: 2px }
.coin input { accent-color: var(--accent); outline: none; width: 18px; height: 18px; margin: 0; flex: none }
.coin small { display: block; color: var(--soft) }
dl { margin: 0 }
dd { margin: 2px 0 16px; overflow-wrap: anywhere; font-family: ui-monospace, monospace }
output { font-weight: 650 }
.qr { width: 200px; max-width: 100%; margin: 0 auto 16px; padding: 8px; background: #fff; border-radius: 8px }
.qr svg { display: block; width: 100%; height: auto }
button, a.main {
  display: block; width: 100%; min-height: 48px; padding: 11px 16px; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; border-radius: 8px; cursor: pointer;
}
.main { margin-top: 16px; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent) }
.quiet { border: 1px solid var(--line); background: transparent; color: var(--text) }
.copy, .wide button { display: inline-block; width: auto; min-height: 32px; padding: 2px 10px; font-size: 14px; white-space: nowrap }
a { color: var(--accent) }
a.main { color: var(--on-accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.links, .countdown { margin: 16px 0 8px; text-align: center }
.countdown { color: var(--soft); font-variant-numeric: tabular-nums }
.outcome { margin: 8px 0; font-size: 24px; font-weight: 650 }
.good { color: var(--good) }
.bad, .error { color: var(--bad) }
.wide h2 { margin: 24px 0 8px; font-size: 16px }
.wide button { margin: 0 4px 4px 0 }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: 14px }
th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
th { color: var(--soft); font-weight: 500 }
@media (max-width: 400px) {
  body { background: var(--card) }
  main { margin: 0; padding: 16px; border: 0; border-radius: 0 }
  .price { font-size: 28px }
}
`
