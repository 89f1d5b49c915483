import { describe, expect, it } from 'vitest'
import { countSelected, everything, isSelected, nothing, pageState, select } from './selection.ts'

describe('a selection', () => {
  it('adds and removes IDs', () => {
    const some = select(select(nothing, [1, 2, 3], true), [2], false)
    expect([1, 2, 3].map((id) => isSelected(some, id))).toEqual([true, false, true])
    expect(countSelected(some, 100)).toBe(2)
  })

  it('of all rows keeps exceptions, and removes them', () => {
    const most = select(everything, [7, 8], false)
    expect(isSelected(most, 7)).toBe(false)
    expect(isSelected(most, 9)).toBe(true)
    expect(countSelected(most, 3126)).toBe(3124)
    expect(countSelected(select(most, [7], true), 3126)).toBe(3125)
  })

  it('knows how much of a page is selected', () => {
    expect(pageState(nothing, [1, 2])).toBe('none')
    expect(pageState(select(nothing, [1], true), [1, 2])).toBe('some')
    expect(pageState(everything, [1, 2])).toBe('all')
  })
})
