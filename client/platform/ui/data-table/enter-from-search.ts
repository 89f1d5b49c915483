import { useEffect, useEffectEvent, useState } from 'react'

interface SearchedRows<Row> {
  /** The text that the rows were searched by; undefined if Enter doesn’t open the only one. */
  readonly search: string | undefined
  /** Whether the rows are still those of another search. */
  readonly isStale: boolean
  /** The only row; null if there are several or none. */
  readonly only: Row | null
  /** Moves the focus to the first row. */
  readonly goToRows: () => void
  readonly onOpen: (row: Row) => void
}

interface Awaited {
  readonly input: HTMLInputElement
  readonly text: string
}

/**
 * Handles Enter and ↓ in the search of a table: ↓ leads into the rows; Enter does, too, and opens the only row. Until the
 * rows belong to exactly the typed text, Enter waits for them, so that no other row is opened.
 */
export const useEnterFromSearch = <Row>({
  search,
  isStale,
  only,
  goToRows,
  onOpen,
}: SearchedRows<Row>): ((key: string, input: HTMLInputElement) => void) => {
  const [awaited, setAwaited] = useState<Awaited | null>(null)
  const isReady = awaited !== null && !isStale && search === awaited.text
  const enter = (): void => {
    goToRows()
    if (only) onOpen(only)
  }
  const arrive = useEffectEvent(() => {
    setAwaited(null)
    enter()
  })
  useEffect(() => {
    if (isReady) arrive()
  }, [isReady])
  useEffect(() => {
    if (!awaited) return undefined
    const cancel = () => setAwaited(null)
    const ends = ['input', 'blur'] as const
    for (const end of ends) awaited.input.addEventListener(end, cancel)
    return () => {
      for (const end of ends) awaited.input.removeEventListener(end, cancel)
    }
  }, [awaited])
  return (key, input) => {
    const text = input.value.trim()
    if (key !== 'Enter' || search === undefined || text === '') goToRows()
    else if (isStale || search !== text) setAwaited({ input, text })
    else enter()
  }
}
