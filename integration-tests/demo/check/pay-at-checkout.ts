/**
 * Plays the buyer at the sandbox's hosted page, through its forms: picks
 * the first coin and sends it. Resolves to where the page leads afterwards.
 */
export async function payAtCheckout(checkoutUrl: string): Promise<string> {
  const page = await fetch(checkoutUrl)
  const [, coin] =
    (await page.text()).match(/name="currency"\s+value="([^"]+)"/) ?? []
  if (!coin) throw new Error(`${checkoutUrl} offers no coin to pay with.`)
  await submit(`${checkoutUrl}/coin`, { currency: coin })
  return submit(`${checkoutUrl}/send`, {})
}

/** Both forms answer with a redirect. */
async function submit(
  url: string,
  fields: Record<string, string>
): Promise<string> {
  const answer = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  })
  const location = answer.headers.get("location")
  if (answer.status !== 303 || location === null) {
    throw new Error(`${url} answered ${answer.status} where 303 was due.`)
  }
  return location
}
