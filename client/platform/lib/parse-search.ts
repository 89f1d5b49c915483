import { parseSearchWith } from '@tanstack/react-router'

/** Reads a value of the URL: JSON, but not what isn't spelled like a number, as a student ID `20e3`: that stays text. */
const valueOf = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'number' && String(value) !== text ? text : value
}

/** Reads the query of a URL, also one that someone typed. */
export const parseSearch = parseSearchWith(valueOf)
