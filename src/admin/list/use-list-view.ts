import { useCallback, useEffect, useMemo, useRef } from "react"
import { useSearchParams } from "react-router-dom"

import { type ListView, readListView, writeListView } from "./list-view"

/** The view that the page's address holds, and how to change it. */
export function useListView() {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readListView(params), [params])

  // A search is told with a delay, by which time the rest may have changed.
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  }, [view])

  /** Anything but turning a page begins at the first one. */
  const change = useCallback(
    (patch: Partial<ListView>) => {
      latest.current = { ...latest.current, pageIndex: 0, ...patch }
      setParams(writeListView(latest.current), { replace: true })
    },
    [setParams]
  )
  return { view, change }
}
