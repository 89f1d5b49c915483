import type { Filters } from '#contract/platform/table-filters.ts'
import { isRecord } from './plain-record.ts'

/** The URL parameters of a list: search, filters, sort and page. Absent means the default. */
export interface TableSearch {
  readonly q?: string
  readonly filters?: Filters
  readonly sort?: string
  readonly page?: number
  readonly size?: number
}

const text = (value: unknown, max: number): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value) !== ''
    ? String(value).slice(0, max)
    : undefined

const count = (value: unknown, max: number): number | undefined => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= 1 && number <= max ? number : undefined
}

/** Checks only the shape of filters; fields and modes are validated where the columns are known. */
const filtersLike = (value: unknown): Filters | undefined =>
  isRecord(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((filter) => isRecord(filter) && Array.isArray(filter['constraints']))
    ? (value as Filters)
    : undefined

/** Returns an ID of a URL; undefined if it isn’t one. */
export const idIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** Returns a text of a URL, at most 100 characters; undefined for none. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Drops undefined parameters, so that the URL stays short. */
export const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  // what remains is defined
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Defined<T>

/** Parses a list's URL parameters; drops invalid ones without an error. */
export const readTableSearch = (search: Readonly<Record<string, unknown>>): TableSearch =>
  withoutUndefined({
    q: text(search['q'], 200),
    filters: filtersLike(search['filters']),
    sort: text(search['sort'], 500),
    page: count(search['page'], 1_000_000),
    size: count(search['size'], 500),
  })
