import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrange,
  boxWidth,
  moveColumn,
  narrowest,
  pinColumn,
  resizeColumn,
  stepColumn,
  toggleColumn,
  widest,
  type ColumnLayout,
} from './layout.ts'

const ids = ['a', 'b', 'c', 'd', 'e'] as const
const columns = ids.map((id) => ({ id, label: id, width: 100, cell: () => null, text: () => '' }))
const plain: ColumnLayout = { shown: ids, widths: {}, pins: {}, density: 'regular' }
const order = (layout: ColumnLayout) => arrange(columns, layout).map(({ column }) => column.id)

describe('column layout', () => {
  test('pinned columns are placed at their sides, next to each other', () => {
    const layout = pinColumn(pinColumn(pinColumn(plain, 'c', 'start'), 'e', 'start'), 'a', 'end')
    expect(arrange(columns, layout).map(({ column, inset }) => [column.id, inset])).toEqual([
      ['c', boxWidth],
      ['e', boxWidth + 100],
      ['b', boxWidth],
      ['d', boxWidth + 100],
      ['a', 0],
    ])
  })

  test('a narrow table has the narrow widths, except those that the user set', () => {
    const narrow = columns.map((column) => (column.id === 'b' ? column : { ...column, narrowWidth: 70 }))
    const widths = (isNarrow: boolean) =>
      arrange(narrow, { ...plain, widths: { c: 300 } }, isNarrow).map(({ width }) => width)
    expect([widths(false), widths(true)]).toEqual([
      [100, 100, 300, 100, 100],
      [70, 100, 300, 70, 70],
    ])
  })

  test('only the innermost pinned column has the border', () => {
    const layout = pinColumn(pinColumn(plain, 'a', 'start'), 'b', 'start')
    expect(arrange(columns, layout).filter(({ isEdge }) => isEdge)).toMatchObject([{ column: { id: 'b' } }])
  })

  test('a column is dropped before or after another, and pinned if that one is', () => {
    expect(order(moveColumn(plain, 'a', 'c', 'before'))).toEqual(['b', 'a', 'c', 'd', 'e'])
    expect(order(moveColumn(plain, 'a', 'c', 'after'))).toEqual(['b', 'c', 'a', 'd', 'e'])
    expect(moveColumn(pinColumn(plain, 'a', 'start'), 'd', 'a', 'after').pins).toEqual({
      a: 'start',
      d: 'start',
    })
    expect(moveColumn(pinColumn(plain, 'a', 'start'), 'a', 'd', 'after').pins).toEqual({})
  })

  test('a step stays within the pinned or unpinned columns and stops at the ends', () => {
    const layout = pinColumn(plain, 'b', 'start')
    expect(order(stepColumn(layout, 'c', -1))).toEqual(['b', 'c', 'a', 'd', 'e'])
    expect(stepColumn(layout, 'a', -1)).toEqual(layout)
    expect(stepColumn(layout, 'b', 1)).toEqual(layout)
  })

  test('the last visible column can’t be hidden, and widths stay within bounds', () => {
    const one = { ...plain, shown: ['a'] }
    expect(toggleColumn(one, 'a')).toEqual(one)
    expect(resizeColumn(plain, 'a', 3).widths).toEqual({ a: narrowest })
    expect(resizeColumn(plain, 'a', 9999).widths).toEqual({ a: widest })
    expect(resizeColumn(resizeColumn(plain, 'a', 200), 'a', null).widths).toEqual({})
  })

  test('columns that no longer exist are ignored', () => {
    expect(order({ ...plain, shown: ['b', 'gone', 'a'] })).toEqual(['b', 'a'])
  })

  test('no move loses or duplicates a column', () => {
    const id = fc.constantFrom(...ids)
    const move = fc.oneof(
      fc.tuple(id, id, fc.constantFrom('before', 'after')).map(
        ([one, other, side]) =>
          (layout: ColumnLayout) =>
            moveColumn(layout, one, other, side),
      ),
      fc.tuple(id, fc.constantFrom(-1, 1)).map(
        ([one, step]) =>
          (layout: ColumnLayout) =>
            stepColumn(layout, one, step),
      ),
      fc.tuple(id, fc.constantFrom('start', 'end', null)).map(
        ([one, pin]) =>
          (layout: ColumnLayout) =>
            pinColumn(layout, one, pin),
      ),
    )
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        const end = moves.reduce((layout, one) => one(layout), plain)
        expect(order(end).toSorted()).toEqual([...ids])
      }),
    )
  })
})
