import { parseSearchWith } from '@tanstack/react-router'

/** Reads a value of the URL: JSON, but not what isn't spelled like a number, as a student ID `20e3`: that stays text. */
const valueOf = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'number' && String(value) !== text ? text : value
}

/** Reads the query of a URL, also one that someone typed. */
export const parseSearch = parseSearchWith(valueOf)

/**
 * Returns what reads a screen’s part of the URL. The router keeps what a screen doesn’t accept next to what it reads, so
 * that an old or mistyped value would reach the screen; here it’s undefined.
 */
export const screenSearch =
  <Search extends object>(read: (search: Readonly<Record<string, unknown>>) => Search) =>
  (search: Readonly<Record<string, unknown>>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])),
    ...read(search),
  })
