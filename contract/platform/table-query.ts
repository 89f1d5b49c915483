import * as z from 'zod/mini'
import { texts } from './problem.ts'
import {
  sameName,
  addIssue,
  filtersText,
  type Columns,
  type Filters,
  type CurrentName,
} from './table-filters.ts'

/** A column to sort by, and its direction. */
export interface SortKey {
  readonly field: string
  readonly descending: boolean
}

/** Parses the keys of a sort given as text. */
export const sortKeysOf = (text: string): SortKey[] =>
  text
    .split(',')
    .filter((part) => part !== '' && part !== '-')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))

/** Returns the schema of a sort as text, `-graduation_year,student_name`: at most 8 columns. */
export const sortOf = (columns: Columns, nameNow: CurrentName = sameName) =>
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

/** Returns the schema of a sort as text, read as its keys. */
export const sortText = (columns: Columns) => z.pipe(sortOf(columns), z.transform(sortKeysOf))

const columnsText = (columns: Columns) =>
  z.pipe(
    z.string().check(z.maxLength(6000)),
    z.transform((text: string, payload): string[] => {
      const names = text.split(',').filter((name) => name !== '')
      if (names.length === 0 || names.some((name) => !Object.hasOwn(columns, name)))
        addIssue(payload, [], texts.selected)
      return [...new Set(names)]
    }),
  )

/** Returns the schema of a positive integer in a query string. */
export const positive = (max: number, fallback: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,9}$/, texts.positive)),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.number().check(z.maximum(max)),
      ),
    ),
    fallback,
  )

/** A search text of at most 200 characters. */
export const searchText = z.string().check(z.maxLength(200))

/** The paging parameters of a list: page from 1, `per_page` up to 500. */
export const paging = {
  page: positive(1_000_000_000, 1),
  per_page: positive(500, 50),
} as const

/**
 * Returns the schema of a list’s query over `columns`: `page, per_page, sort, search, filters, columns`.
 * Unknown fields, modes and values are rejected by name.
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
