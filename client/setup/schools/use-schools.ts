import { useEffect, useEffectEvent, useState } from 'react'
import { listSchools } from '#contract/setup/schools/endpoints.ts'
import { schoolListColumns } from '#contract/setup/schools/shapes.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import type { TableSearch } from '#client/platform/lib/table-search.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'

export type SchoolColumn = keyof typeof schoolListColumns

/** The sorted column and its direction. */
export interface SchoolSort {
  readonly column: SchoolColumn
  readonly descending: boolean
}

const byName: SchoolSort = { column: 'name', descending: false }
const isColumn = (name: string): name is SchoolColumn => Object.hasOwn(schoolListColumns, name)

/** Parses '-students' as by students, descending; an unknown column becomes by name. */
export const readSort = (text: string | undefined): SchoolSort => {
  const column = (text ?? '').replace(/^-/, '')
  return isColumn(column) ? { column, descending: text?.startsWith('-') ?? false } : byName
}

/** Returns the sort after a press on a header: names start ascending, numbers descending; another press reverses it. */
export const nextSort = (sort: SchoolSort, column: SchoolColumn): SchoolSort =>
  sort.column === column
    ? { column, descending: !sort.descending }
    : { column, descending: schoolListColumns[column].kind === 'number' }

const sortText = ({ column, descending }: SchoolSort): string => `${descending ? '-' : ''}${column}`

type Go = (to: { search: TableSearch; replace?: boolean }) => unknown

/** Keeps the search, sort and page of the list in the URL. */
export const useSchoolSearch = (asked: TableSearch, navigate: Go) => {
  const [typed, setTyped] = useState(asked.q ?? '')
  const settled = useSettled(typed.trim(), 200)
  const { page: _, q, ...kept } = asked
  // Only typed text changes the URL; its other parts are read at that time.
  const seek = useEffectEvent((text: string) => {
    if (text !== (q ?? ''))
      void navigate({ search: { ...kept, ...(text === '' ? {} : { q: text }) }, replace: true })
  })
  useEffect(() => seek(settled), [settled])
  const sort = readSort(asked.sort)
  return {
    asked,
    typed,
    setTyped,
    sort,
    sortBy: (column: SchoolColumn) =>
      void navigate({ search: { ...kept, ...(q ? { q } : {}), sort: sortText(nextSort(sort, column)) } }),
    toPage: (page: number) => void navigate({ search: { ...asked, page } }),
  }
}

/** Loads a page of schools; the previous one stays on screen while another loads. */
export const useSchools = ({ q, sort, page }: TableSearch) =>
  useAsk(
    listSchools,
    {
      query: {
        per_page: 50,
        page: page ?? 1,
        sort: sortText(readSort(sort)),
        ...(q === undefined ? {} : { search: q }),
      },
    },
    { keepPrevious: true, refetchInterval: 60_000 },
  )
