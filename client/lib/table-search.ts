import type { Filters } from '#contract/table-filters.ts'
import { isRecord } from './plain-record.ts'

/** What the address of a list says: search, filters, sort and page. Absent means the usual. */
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

/** Looks like filters; whether fields and modes exist is judged where the columns are known. */
const filtersLike = (value: unknown): Filters | undefined =>
  isRecord(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((filter) => isRecord(filter) && Array.isArray(filter['constraints']))
    ? (value as Filters)
    : undefined

const drop = <T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  // what is undefined is gone, so that the address stays short
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

/** Reads a list's part of an address; what makes no sense is left out, never an error. */
export const readTableSearch = (search: Readonly<Record<string, unknown>>): TableSearch =>
  drop({
    q: text(search['q'], 200),
    filters: filtersLike(search['filters']),
    sort: text(search['sort'], 500),
    page: count(search['page'], 1_000_000),
    size: count(search['size'], 500),
  })
