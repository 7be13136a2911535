import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { freePort } from "../support/postgres"
import { visitAdmin } from "../package/versions/try-version"
import { developmentSuite } from "./development-suite"
import { describeWithStarters } from "./describe-with-starters"
import {
  type InstalledStarters,
  STOREFRONTS,
  installStarters,
} from "./install-starters"
import { interruptionSuite } from "./interruption-suite"
import { linkSuite } from "./link-suite"
import { purchaseSuite } from "./purchase-suite"
import { Stage } from "./stage"
import { StarterStorefront } from "./starter-storefront"
import { StarterStore } from "./starter-store"
import { takeOutAgain } from "./take-out-again"
import { troubleSuite } from "./trouble-suite"

const INSTALL_LIMIT_MS = 40 * 60_000
const BUILD_LIMIT_MS = 15 * 60_000

jest.setTimeout(4 * 60_000)

describeWithStarters("Medusa's starters with the packed plugin", (archives) => {
  let workFolder: string
  let installed: InstalledStarters
  let ports: number[]
  let started: StarterStore | undefined
  const store = () => {
    if (!started) throw new Error("The backend is not there yet.")
    return started
  }

  beforeAll(async () => {
    // Outside the repository, so that no package of it can be found.
    workFolder = fs.mkdtempSync(path.join(os.tmpdir(), "starters-"))
    installed = await installStarters(archives, workFolder)
    // For .ci/test-starters.
    process.stderr.write("The starters are installed.\n")
    ports = await Promise.all(STOREFRONTS.map(() => freePort()))
    const { DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
    started = await StarterStore.start(
      installed.backend,
      `postgres://${DB_USERNAME}:${DB_PASSWORD}@localhost:${DB_PORT}/starters`,
      ports.map((port) => `http://localhost:${port}`)
    )
  }, INSTALL_LIMIT_MS)

  afterAll(async () => {
    await started?.stop()
    fs.rmSync(workFolder, { recursive: true, force: true })
  })

  it.each([
    // The storefront's address stays: it is Medusa's own setting.
    [
      "dtc-starter",
      ["apps/backend/.env.template", "apps/backend/medusa-config.ts"],
    ],
    // Its last line gets the line break that it lacked.
    ["nextjs-starter-medusa", [".env.template"]],
  ] as const)(
    "leaves %s as it was once it is taken out again",
    async (name, differing) => {
      expect(await takeOutAgain(archives, workFolder, name)).toEqual(differing)
    }
  )

  /** Opens a storefront of the starters before the tests, and ends it after them. */
  function useStorefront(
    name: (typeof STOREFRONTS)[number],
    serve: (storefront: StarterStorefront) => Promise<void>
  ): () => Stage {
    let storefront: StarterStorefront
    let stage: Stage | undefined

    beforeAll(async () => {
      storefront = new StarterStorefront(
        installed.storefronts[name],
        ports[STOREFRONTS.indexOf(name)],
        store()
      )
      await serve(storefront)
      stage = await Stage.open(store(), storefront.url)
    }, BUILD_LIMIT_MS)

    afterEach(() => stage?.allLeave())

    afterAll(async () => {
      await stage?.close()
      await storefront?.stop()
    })

    return () => {
      if (!stage) throw new Error("The storefront is not there yet.")
      return stage
    }
  }

  describe.each(STOREFRONTS)("in production, %s", (name) => {
    const stage = useStorefront(name, async (storefront) => {
      await storefront.build()
      await storefront.start()
    })

    purchaseSuite(name, stage)
    interruptionSuite(name, stage)
    troubleSuite(name, stage)
    linkSuite(name, stage)
  })

  it("shows list, payment, settings and order in the admin without errors", async () => {
    const email = `guest@${STOREFRONTS[0]}.test`
    const { id } = await store().paidOrder(email)
    await visitAdmin(store().medusaUrl, { orderId: id, email })
  })

  describe("in development", () => {
    beforeAll(() => store().develop(), BUILD_LIMIT_MS)

    describe.each(STOREFRONTS)("%s", (name) => {
      const stage = useStorefront(name, (storefront) => storefront.develop())

      developmentSuite(`developed.${name}`, stage)
    })
  })
})
