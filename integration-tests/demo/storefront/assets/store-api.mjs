/** What the page needs to know to talk to the shop's Medusa. */
export const settings = await (await fetch("/settings.json")).json()

export const get = (path) => send("GET", path)
export const post = (path, body) => send("POST", path, body)
export const remove = (path) => send("DELETE", path)

/** Where the shop does not do it, it throws the shop's own words. */
async function send(method, path, body) {
  const answer = await fetch(settings.medusa_url + path, {
    method,
    headers: {
      "x-publishable-api-key": settings.publishable_key,
      "content-type": "application/json",
    },
    body: body && JSON.stringify(body),
  })
  const content = await answer.json().catch(() => ({}))
  if (answer.ok) return content
  const message = content.message ?? `The shop answered ${answer.status}.`
  throw Object.assign(new Error(message), { status: answer.status })
}
