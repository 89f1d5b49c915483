import type { TableControls } from '#client/ui/data-table/types.ts'

/** The sort in words, for the foot of the list. */
export const SortWords = ({ controls }: { controls: TableControls }) => {
  const words = controls.sort.map(({ field, descending }) => {
    const label = controls.filterColumns.find(({ id }) => id === field)?.label ?? field
    return `${label} ${descending ? '↓' : '↑'}`
  })
  return <>Sorted by {words.length === 0 ? 'Student ↑' : words.join(', ')}</>
}
