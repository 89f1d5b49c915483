import { expect, test } from 'vitest'
import type { ColumnLayout } from '#client/platform/ui/data-table/layout.ts'
import { arrangementOf, storedLayoutOf } from './stored-layout.ts'

const usual: ColumnLayout = {
  shown: ['student_name', 'sid', 'campus'],
  widths: {},
  pins: { student_name: 'start' },
  density: 'regular',
}

test('a saved layout is restored as it was', () => {
  const arranged = {
    layout: {
      shown: ['sid', 'student_name'],
      widths: { sid: 140 },
      pins: { sid: 'end' as const },
      density: 'compact' as const,
    },
    mode: 'pages' as const,
  }
  expect(arrangementOf(storedLayoutOf(arranged, usual), usual)).toEqual(arranged)
  const unpinned = { layout: { ...usual, pins: {} }, mode: 'scroll' as const }
  expect(arrangementOf(storedLayoutOf(unpinned, usual), usual)).toEqual(unpinned)
})

test('nothing is saved of a table with the default layout', () => {
  expect(storedLayoutOf({ layout: usual, mode: 'scroll' }, usual)).toEqual({})
  expect(arrangementOf({}, usual)).toEqual({ layout: usual, mode: 'scroll' })
})

test('a layout without any existing columns becomes the default', () => {
  expect(arrangementOf({ shown: [] }, usual).layout.shown).toEqual(usual.shown)
})
