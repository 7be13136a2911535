import { TooltipProvider } from "@medusajs/ui"
import {
  QueryClient,
  QueryClientContext,
  QueryClientProvider,
} from "@tanstack/react-query"
import {
  Component,
  type ComponentType,
  Fragment,
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
 * Provides the contexts that a page or widget needs: with pnpm the plugin may get copies of
 * libraries whose contexts are empty.
 */
export function withDashboardContexts<Props extends object>(
  Page: ComponentType<Props>
): ComponentType<Props> {
  return function InDashboardContexts(props: Props) {
    const client = useContext(QueryClientContext) ?? ownQueryClient
    const ContextRouter = useInRouterContext() ? Fragment : OwnRouter
    return (
      <QueryClientProvider client={client}>
        <ContextRouter>
          <TooltipProvider>
            <Page {...props} />
          </TooltipProvider>
        </ContextRouter>
      </QueryClientProvider>
    )
  }
}

type ErrorBoundaryProps = { fallback: ReactNode; children: ReactNode }

/** Keeps an error of the plugin from breaking the surrounding page. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

/** Has the same defaults as the dashboard's. */
const ownQueryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, staleTime: 90_000, retry: 1 },
  },
})

/** A router on the browser's URL, which the dashboard's router follows. */
function OwnRouter({ children }: { children: ReactNode }) {
  const url = useSyncExternalStore(subscribeToUrl, () =>
    createPath(window.location)
  )
  return (
    <Router basename={__BASE__} location={url} navigator={browserNavigator}>
      {children}
    </Router>
  )
}

function subscribeToUrl(listener: () => void): () => void {
  window.addEventListener("popstate", listener)
  return () => window.removeEventListener("popstate", listener)
}

const createHref = (to: To) => (typeof to === "string" ? to : createPath(to))

/** React Router calls these functions without their object. */
const browserNavigator: Navigator = {
  createHref,
  go: (steps) => window.history.go(steps),
  push: (to) => changeUrl("pushState", to, 1),
  replace: (to) => changeUrl("replaceState", to, 0),
}

/**
 * With the state of React Router's entries, where `idx` is the position;
 * `popstate` updates every router on the page.
 */
function changeUrl(method: "pushState" | "replaceState", to: To, step: number) {
  const current: unknown = window.history.state
  const isEntry =
    typeof current === "object" && current !== null && "idx" in current
  const position = isEntry ? Number(current.idx) : 0
  const key = Math.random().toString(36).slice(2, 10)
  const state = { usr: null, key, idx: position + step }
  window.history[method](state, "", createHref(to))
  window.dispatchEvent(new PopStateEvent("popstate", { state }))
}
