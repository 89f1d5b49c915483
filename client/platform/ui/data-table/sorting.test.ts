import { describe, expect, it } from 'vitest'
import { parseSort, pressSort, shownSort, sortText } from './sorting.ts'

describe('sorting', () => {
  it('reads and writes the query', () => {
    expect(sortText(parseSort('-dob,last_name'))).toBe('-dob,last_name')
    expect(sortText([])).toBeUndefined()
  })

  it('a press cycles through ascending, descending and none, and replaces the others', () => {
    const press = (text: string | undefined) => sortText(pressSort(parseSort(text), 'dob', false))
    expect(press('sid')).toBe('dob')
    expect(press('dob')).toBe('-dob')
    expect(press('-dob')).toBeUndefined()
  })

  it('a press on a column of the usual order turns it around', () => {
    const press = (text: string | undefined) =>
      sortText(pressSort(parseSort(text), 'name', false, parseSort('name')))
    expect(press(undefined)).toBe('-name')
    expect(press('-name')).toBeUndefined()
    expect(press('sid')).toBe('name')
    expect(sortText(pressSort([], 'risk', false, parseSort('-risk,due')))).toBe('risk')
  })

  it('the usual order is shown until a column is chosen', () => {
    expect(sortText(shownSort({ sort: [], usualSort: parseSort('-risk') }))).toBe('-risk')
    expect(sortText(shownSort({ sort: parseSort('due'), usualSort: parseSort('-risk') }))).toBe('due')
  })

  it('with a modifier key the column is added, reversed and removed in its place', () => {
    const press = (text: string | undefined) => sortText(pressSort(parseSort(text), 'dob', true))
    expect(press('sid')).toBe('sid,dob')
    expect(press('sid,dob,uid')).toBe('sid,-dob,uid')
    expect(press('sid,-dob,uid')).toBe('sid,uid')
  })
})
