import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import { listStudentPeriodsByPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { useVisiblePages } from '#client/platform/lib/visible-pages.ts'
import { askOptions } from '#client/platform/lib/query.ts'
import { requestedColumns, cardColumns } from '../cells/columns.tsx'
import { pageSize, rowsAsk } from './list-asks.ts'
import type { ListLayout } from './use-list-layout.ts'
import { requestOf, type ListQuery } from './list-query.ts'
import { loadedRows, rowsOfPages, type RowSource } from '#client/platform/ui/data-table/row-source.ts'

/** The list's request, except for the page. */
export interface ListRequest {
  readonly periodId: number
  readonly query: ListQuery
  readonly page: number
  readonly perPage: number
  /** The columns, as the call takes them. */
  readonly columns: string
}

/** How the list asks for its rows, page by page. */
export type RowsRequest = Omit<ListRequest, 'page'>

/** The rows of the list, scrolled or paged. */
export interface ListRows {
  readonly request: RowsRequest
  readonly source: RowSource<StudentListRow> | undefined
  readonly total: number | undefined
  /** The number of rows before the first loaded one. */
  readonly first: number
  readonly meta: PageMeta | undefined
  readonly error: ApiError | null
  readonly isStale: boolean
  readonly refetch: () => void
}

const minute = 60_000

/** Returns the list's call for one page. */
export const listRequestOf = (
  { periodId, query, columns }: Omit<ListRequest, 'page' | 'perPage'>,
  page: number,
  perPage: number,
) => rowsAsk(periodId, columns, page, perPage, { sort: query.sort, ...requestOf(query) })

interface RowsOptions extends Omit<ListRequest, 'columns'> {
  readonly arranged: ListLayout
  /** Whether the query is known: a view may have to load first. */
  readonly isKnown: boolean
  readonly isPhone: boolean
}

/** Loads the rows as the user prefers: scrolled or paged; a phone always uses pages. */
export const useStudentRows = ({ arranged, isPhone, isKnown, ...wanted }: RowsOptions): ListRows => {
  const ask = { ...wanted, columns: requestedColumns(isPhone ? cardColumns : arranged.layout.shown) }
  const isPaged = isPhone || arranged.mode === 'pages'
  const isReady = isKnown && (isPhone || arranged.isReady)
  const paged = usePagedRows(ask, isReady && isPaged)
  const endless = useEndlessRows(ask, isReady && !isPaged)
  const { page: _page, ...request } = ask
  return {
    ...(isPaged ? paged : endless),
    request: { ...request, perPage: isPaged ? ask.perPage : pageSize },
  }
}

type LoadedRows = Omit<ListRows, 'request'>

/** Loads one page of the list; the previous one stays on screen while the next loads. */
const usePagedRows = (ask: ListRequest, isOn: boolean): LoadedRows => {
  const client = useQueryClient()
  const list = useQuery({
    ...askOptions(client, listStudentPeriodsByPeriod, listRequestOf(ask, ask.page, ask.perPage)),
    placeholderData: keepPreviousData,
    refetchInterval: minute,
    enabled: isOn,
  })
  const { data, error, isPlaceholderData, refetch } = list
  const source = useMemo(() => data && loadedRows(data.data), [data])
  return {
    source,
    total: data?.meta.total,
    first: (data?.meta.from ?? 1) - 1,
    meta: data?.meta,
    error: data ? null : error,
    isStale: isPlaceholderData,
    refetch: () => void refetch(),
  }
}

/** Loads the list while the user scrolls; the previous rows stay on screen while a new filter loads. */
const useEndlessRows = (ask: ListRequest, isOn: boolean): LoadedRows => {
  const client = useQueryClient()
  const key = JSON.stringify(listRequestOf(ask, 1, pageSize))
  const options = useCallback(
    (page: number) => ({
      ...askOptions(client, listStudentPeriodsByPeriod, listRequestOf(ask, page, pageSize)),
      enabled: isOn,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key contains the whole request
    [client, key, isOn],
  )
  const pages = useVisiblePages<StudentListRow>(key, pageSize, options, minute)
  const { total } = pages
  const fresh = useMemo(
    () => (total === undefined ? undefined : rowsOfPages({ ...pages, total, size: pageSize })),
    [pages, total],
  )
  const [last, setLast] = useState(fresh)
  if (fresh !== undefined && fresh !== last) setLast(fresh)
  return {
    source: fresh ?? last,
    total: total ?? last?.count,
    first: 0,
    meta: undefined,
    error: pages.error,
    isStale: fresh === undefined && last !== undefined,
    refetch: pages.refetch,
  }
}
