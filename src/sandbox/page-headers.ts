/**
 * Headers of an HTML page. Only the page's own script may run, the one with
 * the nonce. There is no form-action in the policy: Chromium would apply it to
 * the redirect to the shop that follows a form, and block it. The referrer
 * policy is not "no-referrer", which would make the Origin of a form "null".
 */
export function pageHeaders(nonce: string): Record<string, string> {
  return {
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "content-security-policy":
      "default-src 'none'; base-uri 'none'; connect-src 'self'; " +
      "frame-ancestors 'none'; " +
      `img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`,
  }
}
