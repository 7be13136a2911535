import { useState } from "react"

import { isBlank, type ListFilters, withoutBlanks } from "./list-view"

/**
 * The filters as the table takes them: beside those of the address, the ones
 * that were only just added and have no value yet.
 */
export function useFiltering(
  filters: ListFilters,
  onChange: (filters: ListFilters) => void
) {
  const [added, setAdded] = useState<Record<string, unknown>>({})
  return {
    state: { ...added, ...filters },
    // The table hands back what its filters can hold.
    onFilteringChange: (chosen: ListFilters) => {
      const blanks = Object.entries(chosen).filter(([, value]) =>
        isBlank(value)
      )
      setAdded(Object.fromEntries(blanks))
      onChange(withoutBlanks(chosen))
    },
  }
}
