import type { BrowserContext } from "playwright-core"

/** What the first page costs while Medusa bundles its admin (vite, tailwind). */
const FIRST_PAGE_LIMIT_MS = 180_000

/** Logs the browser in by the form; its further pages are logged in as well. */
export async function logInToAdmin(
  browser: BrowserContext,
  medusaUrl: string,
  { email, password }: { email: string; password: string }
): Promise<void> {
  const page = await browser.newPage()
  page.setDefaultTimeout(FIRST_PAGE_LIMIT_MS)
  await page.goto(`${medusaUrl}/app/login`)
  await page.getByPlaceholder("Email").fill(email)
  await page.getByPlaceholder("Password").fill(password)
  await page.getByRole("button", { name: "Continue with Email" }).click()
  await page.waitForURL(/\/app\/orders/)
  await page.getByRole("heading", { name: "Orders" }).waitFor()
  await page.close()
}
