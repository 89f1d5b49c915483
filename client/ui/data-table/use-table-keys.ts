import { useCallback, useState, type KeyboardEvent } from 'react'
import { between, isSelected, select, type Selection } from './selection.ts'

interface TableKeys {
  /** The row the keyboard is at. */
  readonly active: number | null
  readonly setActive: (id: number | null) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Selects a row, or with Shift all rows since the last one. */
  readonly toggle: (id: number, on: boolean, ranges: boolean) => void
}

interface Options {
  readonly ids: readonly number[]
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onOpen: (id: number) => void
  readonly onMove: (index: number) => void
  /** Rows a page key moves by. */
  readonly pageRows: number
}

const steps: Readonly<Record<string, (index: number, last: number, page: number) => number>> = {
  ArrowDown: (index) => index + 1,
  j: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  k: (index) => index - 1,
  PageDown: (index, _last, page) => index + page,
  PageUp: (index, _last, page) => index - page,
  Home: () => 0,
  End: (_index, last) => last,
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"]), textarea, select, [role="menu"]') !== null

/**
 * The keys of a grid: arrows or J and K move, Home and End jump, Space or X selects, Shift extends,
 * Ctrl-A takes the page, Enter opens, Escape lets go (behaviour 4.5).
 */
export const useTableKeys = (options: Options): TableKeys => {
  const { ids, selection, onSelect, onOpen, onMove, pageRows } = options
  const [active, setActive] = useState<number | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)

  const toggle = useCallback(
    (id: number, on: boolean, ranges: boolean) => {
      onSelect(select(selection, ranges && anchor !== null ? between(ids, anchor, id) : [id], on))
      setAnchor(id)
      setActive(id)
    },
    [ids, selection, anchor, onSelect],
  )

  const move = (key: string, extends_: boolean): boolean => {
    const step = steps[key]
    if (!step || ids.length === 0) return false
    const from = active === null ? -1 : ids.indexOf(active)
    const index = Math.max(0, Math.min(ids.length - 1, step(from, ids.length - 1, pageRows)))
    const id = ids[index]
    if (id === undefined) return false
    setActive(id)
    onMove(index)
    if (extends_) onSelect(select(selection, between(ids, anchor ?? active ?? id, id), true))
    else setAnchor(id)
    return true
  }

  const actOnPage = (event: KeyboardEvent): boolean => {
    if (event.key === 'Escape') onSelect({ kind: 'some', ids: new Set() })
    else if (event.key === 'a' && (event.metaKey || event.ctrlKey)) onSelect(select(selection, ids, true))
    else return false
    return true
  }

  const actOnRow = (event: KeyboardEvent): boolean => {
    if (active === null) return false
    if (event.key === 'Enter') onOpen(active)
    else if (event.key === ' ' || event.key === 'x')
      toggle(active, !isSelected(selection, active), event.shiftKey)
    else return false
    return true
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.defaultPrevented) return
    const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey
    if (actOnPage(event) || (isPlain && (actOnRow(event) || move(event.key, event.shiftKey))))
      event.preventDefault()
  }
  return { active, setActive, onKeyDown, toggle }
}
