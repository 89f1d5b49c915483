import { describe, expect, it } from 'vitest'
import { parseSort, pressSort, sortText } from './sorting.ts'

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

  it('with a modifier key the column is added, reversed and removed in its place', () => {
    const press = (text: string | undefined) => sortText(pressSort(parseSort(text), 'dob', true))
    expect(press('sid')).toBe('sid,dob')
    expect(press('sid,dob,uid')).toBe('sid,-dob,uid')
    expect(press('sid,-dob,uid')).toBe('sid,uid')
  })
})
