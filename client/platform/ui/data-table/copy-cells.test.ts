import { expect, test } from 'vitest'
import { rowsAsText } from './copy-cells.ts'
import { arrange } from './layout.ts'

interface Row {
  id: number
  name: string
  note: string
}
const columns = arrange<Row>(
  [
    { id: 'name', label: 'Student', width: 100, cell: () => null, text: (row) => row.name },
    { id: 'note', label: 'Note', width: 100, cell: () => null, text: (row) => row.note },
  ],
  { shown: ['note', 'name'], widths: {}, pins: {}, density: 'regular' },
)

test('cells are copied with their headings', () => {
  expect(rowsAsText(columns, [{ id: 1, name: 'Abara, Ana', note: '' }])).toBe('Note\tStudent\n\tAbara, Ana')
})

test('tabs, quotes and line breaks stay within their cell', () => {
  const rows = [{ id: 1, name: 'A\tB', note: 'said "no"\nand left' }]
  expect(rowsAsText(columns, rows).split('\n').slice(1).join('\n')).toBe('"said ""no""\nand left"\t"A\tB"')
})

test('no pasted cell becomes a formula', () => {
  const rows = [{ id: 1, name: '=1+1', note: '@now' }]
  expect(rowsAsText(columns, rows).split('\n')[1]).toBe("'@now\t'=1+1")
})
