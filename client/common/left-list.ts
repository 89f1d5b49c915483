import { useEffect } from 'react'
import type { ListSearch } from './list-search.ts'

/** What each policy year's list of students was narrowed to when it was left, for as long as the page lives. */
const left = new Map<number, ListSearch>()

/** Remembers what the list of a policy year shows, for the way back from a student. */
export const useLeftList = (periodId: number, search: ListSearch): void => {
  useEffect(() => void left.set(periodId, search), [periodId, search])
}

/** What the list of a policy year showed last; everybody where it was not looked at. */
export const leftList = (periodId: number): ListSearch => left.get(periodId) ?? {}
