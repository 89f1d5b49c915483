import { useEffect, useEffectEvent, useState } from 'react'
import type { RowSource } from './row-source.ts'
import type { TableRow } from './types.ts'
import type { PlaceState } from './use-place.ts'

interface SearchedTable<Row extends TableRow> {
  /** The text that the rows were searched by; undefined if Enter doesn’t open the only one. */
  readonly search?: string
  /** Whether the rows are still those of another search. */
  readonly isStale?: boolean
  readonly source: RowSource<Row> | undefined
  readonly total: number
  readonly onOpen: (row: Row) => void
}

interface Rows {
  readonly at: Pick<PlaceState, 'goTo'>
  readonly scroller: HTMLElement | null
}

interface Awaited {
  readonly input: HTMLInputElement
  readonly text: string
}

/**
 * Handles Enter and ↓ in the search of a table: both lead into the rows, and Enter opens the only one. Until the rows
 * belong to exactly the typed text, Enter waits for them, so that no other row is opened.
 */
export const useEnterFromSearch = <Row extends TableRow>(
  { search, isStale = false, source, total, onOpen }: SearchedTable<Row>,
  { at, scroller }: Rows,
): ((key: string, input: HTMLInputElement) => void) => {
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  const isOf = (text: string): boolean => source !== undefined && !isStale && search === text
  const goToRows = (): void => {
    at.goTo({ row: 0, column: null }, false)
    scroller?.focus({ preventScroll: true })
  }
  const enter = (): void => {
    goToRows()
    const only = total === 1 ? source?.at(0) : undefined
    if (only) onOpen(only)
  }
  const arrive = useEffectEvent(enter)
  const isReady = awaited !== null && isOf(awaited.text)
  useEffect(() => {
    if (isReady) arrive()
  }, [isReady])
  useEffect(() => {
    if (!awaited) return undefined
    // also when the rows take the focus
    const forget = () => setAwaited(null)
    for (const end of ends) awaited.input.addEventListener(end, forget)
    return () => {
      for (const end of ends) awaited.input.removeEventListener(end, forget)
    }
  }, [awaited])
  return (key, input) => {
    const text = input.value.trim()
    if (key !== 'Enter' || search === undefined || text === '') goToRows()
    else if (isOf(text)) enter()
    else setAwaited({ input, text })
  }
}

/** What ends the wait for the rows of a text. */
const ends = ['input', 'blur'] as const
