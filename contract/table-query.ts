import * as z from 'zod/mini'
import { texts } from './problem.ts'
import { asCalled, complain, filtersText, type Columns, type Filters, type NameNow } from './table-filters.ts'

/** A column to sort by. */
export interface SortKey {
  readonly field: string
  readonly descending: boolean
}

/** The keys of a sort that is given as text. */
export const sortKeysOf = (text: string): SortKey[] =>
  text
    .split(',')
    .filter((part) => part !== '' && part !== '-')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))

/** A sort as text, `-graduation_year,student_name`: at most eight columns. */
export const sortOf = (columns: Columns, nameNow: NameNow = asCalled) =>
  z
    .pipe(
      z.string().check(z.maxLength(500)),
      z.transform((text) => text.replaceAll(/[^,-][^,]*/g, nameNow)),
    )
    .check(
      z.refine((text) => {
        const keys = sortKeysOf(text)
        return keys.length <= 8 && keys.every(({ field }) => Object.hasOwn(columns, field))
      }, texts.selected),
    )

const sortText = (columns: Columns) => z.pipe(sortOf(columns), z.transform(sortKeysOf))

const columnsText = (columns: Columns) =>
  z.pipe(
    z.string().check(z.maxLength(6000)),
    z.transform((text: string, payload): string[] => {
      const names = text.split(',').filter((name) => name !== '')
      if (names.length === 0 || names.some((name) => !Object.hasOwn(columns, name)))
        complain(payload, [], texts.selected)
      return [...new Set(names)]
    }),
  )

/** A positive integer of a query, as text. */
export const positive = (max: number, fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'The :attribute field must be a positive integer.')),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.number().check(z.maximum(max)),
      ),
    ),
    fallback,
  )

/** The words of a search. */
export const searchText = z.string().check(z.maxLength(200))

/** Only the paging of a list: page from 1, `per_page` up to 500. */
export const paging = {
  page: positive(1_000_000_000, 1),
  per_page: positive(500, 50),
} as const

/**
 * The query of a list over `columns`: `page, per_page, sort, search, filters, columns`.
 * Unknown fields, modes and values are refused by name.
 */
export const tableQuery = (columns: Columns) => ({
  ...paging,
  sort: z.optional(sortText(columns)),
  search: z.optional(searchText),
  filters: z.optional(filtersText(columns)),
  columns: z.optional(columnsText(columns)),
})

/** A parsed list query. */
export interface TableQuery {
  readonly page: number
  readonly per_page: number
  readonly sort?: readonly SortKey[] | undefined
  readonly search?: string | undefined
  readonly filters?: Filters | undefined
  readonly columns?: readonly string[] | undefined
}
