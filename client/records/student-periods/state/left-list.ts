import { useEffect } from 'react'
import type { ListSearch } from './list-search.ts'

/** The last search parameters of each policy year's student list, for the lifetime of the page. */
const left = new Map<number, ListSearch>()

/** Saves what the student list of a policy year shows, for the link back from a student. */
export const useLeftList = (periodId: number, search: ListSearch): void => {
  useEffect(() => void left.set(periodId, search), [periodId, search])
}

/** Returns what the student list of a policy year showed last; all students if it wasn't open. */
export const leftList = (periodId: number): ListSearch => left.get(periodId) ?? {}
