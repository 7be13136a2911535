import type { APIResponse, Route } from "playwright-core"

/**
 * The server's own answer. Medusa may end an idle connection at the moment that it is used again.
 */
export function fetchAnswer(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 3 })
}
