import { fireEvent, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useEnterFromSearch } from './enter-from-search.ts'
import { loadedRows } from './row-source.ts'

interface Rows {
  readonly search: string
  readonly isStale: boolean
  /** The ID of the only row; null if there are several. */
  readonly only: number | null
}

const start = (rows: Rows, typed: string) => {
  const done: (number | 'rows')[] = []
  const leads = (): true => {
    done.push('rows')
    return true
  }
  const input = document.createElement('input')
  input.value = typed
  const { result, rerender } = renderHook(
    ({ only, ...searched }: Rows) =>
      useEnterFromSearch(
        {
          ...searched,
          source: loadedRows(only === null ? [{ id: 1 }, { id: 2 }] : [{ id: only }]),
          total: only === null ? 2 : 1,
          onOpen: ({ id }) => void done.push(id),
        },
        { at: { goTo: leads }, scroller: null },
      ),
    { initialProps: rows },
  )
  return { done, input, rerender, press: (key = 'Enter') => result.current(key, input) }
}

test('Enter opens the only row of the typed text, and leads into several', () => {
  const found = start({ search: 'chen', isStale: false, only: 3 }, ' chen ')
  found.press()
  expect(found.done).toEqual(['rows', 3])
  const several = start({ search: 'ana', isStale: false, only: null }, 'ana')
  several.press()
  expect(several.done).toEqual(['rows'])
})

test('↓, and Enter without a text, only lead into the rows', () => {
  const { done, input, press } = start({ search: 'chen', isStale: false, only: 3 }, 'chen')
  press('ArrowDown')
  input.value = ''
  press()
  expect(done).toEqual(['rows', 'rows'])
})

test('Enter waits while the rows are those of another text, and opens none of them', () => {
  const { done, press, rerender } = start({ search: 'brown', isStale: false, only: 2 }, 'chen')
  press()
  rerender({ search: 'chen', isStale: true, only: 2 })
  expect(done).toEqual([])
  rerender({ search: 'chen', isStale: false, only: 3 })
  expect(done).toEqual(['rows', 3])
  rerender({ search: 'chen', isStale: false, only: 3 })
  expect(done).toHaveLength(2)
})

test.each(['input', 'blur'])('%s in between takes the Enter back', (event) => {
  const { done, input, press, rerender } = start({ search: '', isStale: false, only: null }, 'chen')
  press()
  rerender({ search: '', isStale: true, only: null })
  fireEvent(input, new Event(event))
  rerender({ search: 'chen', isStale: false, only: 3 })
  expect(done).toEqual([])
})
