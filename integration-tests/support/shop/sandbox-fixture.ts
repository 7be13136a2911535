import type { Sandbox } from "../../../src/sandbox"
import { SandboxControl } from "../instances/sandbox-control"
import { lateBound, shopFixture } from "./shop-fixture"
import type { ShopSuite, TestShop } from "./test-shop"

/** The fixture of a shop at the sandbox, whose other side is `control`. */
export function sandboxFixture(shop: TestShop<Sandbox>) {
  return {
    ...shopFixture(shop),
    control: lateBound(() => new SandboxControl(shop.gateway())),
  }
}

/** A suite with one subject, at the sandbox. */
export function sandboxSuite(
  subject: string,
  tests: (shop: ReturnType<typeof sandboxFixture>) => void
): ShopSuite<Sandbox> {
  return (shop) => describe(subject, () => tests(sandboxFixture(shop)))
}
