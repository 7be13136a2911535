import { startStatusProxy, type StatusProxy } from "../status-proxy"
import type { Visit } from "./visit"

/**
 * Specs of what the reconcile job brings about: for them, Medusa is started with
 * one that runs every few seconds, at a gateway that can report any status.
 */
export function describeWithJob(
  visit: Visit,
  specs: (gateway: () => StatusProxy) => void
): void {
  describe("while the reconcile job runs", () => {
    let proxy: StatusProxy

    beforeAll(async () => {
      proxy = await startStatusProxy(visit.demo.sandbox.url)
      await visit.restartMedusa({
        CRYPTO_GATEWAY_URL: proxy.url,
        CRYPTO_RECONCILE_SCHEDULE: "*/5 * * * * *",
      })
    })
    afterAll(async () => {
      await visit.restartMedusa({})
      await proxy.close()
    })

    specs(() => proxy)
  })
}
