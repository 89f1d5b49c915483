import { CheckboxBox } from '../controls/checkbox.tsx'
import { countSelected, everything, nothing, pageState, select, type Selection } from './selection.ts'

interface SelectBoxProps {
  /** The ids of the page; null where the rows are not paged, and the box stands for all that match. */
  pageIds: readonly number[] | null
  total: number
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** The box over the rows: those of the page, or all that match. */
export const SelectBox = ({ pageIds, total, selection, onSelect }: SelectBoxProps) => {
  const state = pageIds ? pageState(selection, pageIds) : wholeState(selection, total)
  const toggle = () => {
    const on = state !== 'all'
    if (pageIds) onSelect(select(selection, pageIds, on))
    else onSelect(on ? everything : nothing)
  }
  return (
    <CheckboxBox
      aria-label={pageIds ? 'Select the rows of this page' : 'Select all rows'}
      tabIndex={-1}
      disabled={total === 0}
      checked={state === 'all'}
      indeterminate={state === 'some'}
      onChange={toggle}
    />
  )
}

const wholeState = (selection: Selection, total: number): 'all' | 'some' | 'none' => {
  const count = countSelected(selection, total)
  if (count === 0) return 'none'
  return count >= total ? 'all' : 'some'
}
