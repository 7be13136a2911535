import { TooltipProvider } from "@medusajs/ui"
import {
  QueryClient,
  QueryClientContext,
  QueryClientProvider,
} from "@tanstack/react-query"
import {
  type ComponentType,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from "react"
import {
  createPath,
  type Navigator,
  Router,
  type To,
  useInRouterContext,
} from "react-router-dom"

/**
 * A page or widget of ours that does not depend on whose copies of React Query,
 * React Router and Medusa UI the store's package manager gave us. npm gives the
 * dashboard's; pnpm gives the copies that the store's own package.json names, or
 * those that it found first. A context of another copy is not there for us, and
 * without it each hook throws. What is missing is made here.
 */
export function withDashboardContexts<Props extends object>(
  Page: ComponentType<Props>
): ComponentType<Props> {
  return function InDashboardContexts(props: Props) {
    return (
      <WithQueryClient>
        <WithRouter>
          <TooltipProvider>
            <Page {...props} />
          </TooltipProvider>
        </WithRouter>
      </WithQueryClient>
    )
  }
}

/** With the dashboard's own defaults. */
const ownQueryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, staleTime: 90_000, retry: 1 },
  },
})

function WithQueryClient({ children }: { children: ReactNode }) {
  if (useContext(QueryClientContext)) return children
  return (
    <QueryClientProvider client={ownQueryClient}>
      {children}
    </QueryClientProvider>
  )
}

function WithRouter({ children }: { children: ReactNode }) {
  return useInRouterContext() ? children : <OwnRouter>{children}</OwnRouter>
}

/** A router over the browser's address, which the dashboard's router follows. */
function OwnRouter({ children }: { children: ReactNode }) {
  const address = useSyncExternalStore(onAddressChange, readAddress)
  return (
    <Router basename={__BASE__} location={address} navigator={browserNavigator}>
      {children}
    </Router>
  )
}

function readAddress(): string {
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}

function onAddressChange(listener: () => void): () => void {
  window.addEventListener("popstate", listener)
  return () => window.removeEventListener("popstate", listener)
}

/**
 * Any router of this page learns of a change by `popstate`, as of the back button.
 * React Router calls these without their object.
 */
const browserNavigator: Navigator = {
  createHref,
  go: (steps) => window.history.go(steps),
  push(to) {
    const state = entryState(1)
    window.history.pushState(state, "", createHref(to))
    window.dispatchEvent(new PopStateEvent("popstate", { state }))
  },
  replace(to) {
    const state = entryState(0)
    window.history.replaceState(state, "", createHref(to))
    window.dispatchEvent(new PopStateEvent("popstate", { state }))
  },
}

function createHref(to: To): string {
  return typeof to === "string" ? to : createPath(to)
}

/** What React Router keeps with an entry of the history: `idx` is its position. */
function entryState(step: number) {
  const current: unknown = window.history.state
  const isEntry =
    typeof current === "object" && current !== null && "idx" in current
  const position = isEntry ? Number(current.idx) : 0
  const key = Math.random().toString(36).slice(2, 10)
  return { usr: null, key, idx: position + step }
}
