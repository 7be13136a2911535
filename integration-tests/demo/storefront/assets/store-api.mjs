/** What the page needs to know to talk to the shop's Medusa. */
export const settings = await (await fetch("/settings.json")).json()

/** A request that the shop refused, with its own words. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

export const get = (path) => send("GET", path)
export const post = (path, body = {}) => send("POST", path, body)
export const remove = (path) => send("DELETE", path)

async function send(method, path, body) {
  const answer = await fetch(settings.medusa_url + path, {
    method,
    headers: {
      "x-publishable-api-key": settings.publishable_key,
      "content-type": "application/json",
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const content = await answer.json().catch(() => ({}))
  if (!answer.ok) {
    const message = content.message ?? `The shop answered ${answer.status}.`
    throw new Refusal(answer.status, message)
  }
  return content
}
