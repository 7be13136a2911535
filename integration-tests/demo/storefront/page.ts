import { html } from "hono/html"

/** The frame of each page; the script fills the rest in the browser. */
export function page({
  title,
  script,
  style,
}: {
  title: string
  script: string
  /** A style sheet of this page alone. */
  style?: string
}) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} - Demo shop</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/kit.css" />
        <link rel="stylesheet" href="/assets/style.css" />
        ${style && html`<link rel="stylesheet" href="/assets/${style}" />`}
        <script type="module" src="/assets/${script}"></script>
      </head>
      <body>
        <p class="banner" role="note">
          <strong>This is a demo.</strong> Nothing is for sale and only test
          coins are taken. Never send real coins.
        </p>
        <header>
          <a class="brand" href="/">Demo shop</a>
          <a href="/cart">Cart <span id="cart-count"></span></a>
        </header>
        <main id="main"><p class="soft">Loading</p></main>
        <noscript><p class="banner">This shop needs JavaScript.</p></noscript>
      </body>
    </html>`
}
