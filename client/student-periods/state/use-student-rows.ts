import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { PageMeta } from '#contract/endpoint.ts'
import { listStudentPeriodsByPeriod } from '#contract/student-periods/endpoints.ts'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import type { ApiError } from '#client/lib/api-error.ts'
import { usePagesInSight } from '#client/lib/pages-in-sight.ts'
import { askOptions } from '#client/lib/query.ts'
import { askedColumns, cardColumns } from '../cells/columns.tsx'
import type { ListLayout } from './use-list-layout.ts'
import { narrowingOf, type Question } from './question.ts'
import { rowsAtHand, rowsOfPages, type RowSource } from '#client/ui/data-table/row-source.ts'

/** What of the list is asked for, but for the page. */
export interface ListAsk {
  readonly periodId: number
  readonly question: Question
  readonly page: number
  readonly perPage: number
  /** The columns, as the call takes them. */
  readonly columns: string
}

/** The rows of the list, whichever way they are read. */
export interface ListRows {
  readonly source: RowSource<StudentListRow> | undefined
  readonly total: number | undefined
  /** How many come before the first row at hand. */
  readonly first: number
  readonly meta: PageMeta | undefined
  readonly error: ApiError | null
  readonly isStale: boolean
  readonly refetch: () => void
}

const minute = 60_000

/** Rows of a page when they are scrolled through. */
const pageSize = 100

/** The list's call for one page of what is asked. */
export const listAskOf = (
  { periodId, question, columns }: Omit<ListAsk, 'page' | 'perPage'>,
  page: number,
  perPage: number,
) => ({
  params: { id: periodId },
  query: {
    columns,
    page,
    per_page: perPage,
    ...(question.sort === '' ? {} : { sort: question.sort }),
    ...narrowingOf(question),
  },
})

interface Wanted extends Omit<ListAsk, 'columns'> {
  readonly arranged: ListLayout
  /** Whether it is known what to ask: a view may have to be read first. */
  readonly isKnown: boolean
  readonly isPhone: boolean
}

/** The rows of the list as a person wants them: scrolled through, or page by page, which a phone always does. */
export const useStudentRows = ({ arranged, isPhone, isKnown, ...wanted }: Wanted): ListRows => {
  const ask = { ...wanted, columns: askedColumns(isPhone ? cardColumns : arranged.layout.shown) }
  const isPaged = isPhone || arranged.mode === 'pages'
  const isReady = isKnown && (isPhone || arranged.isReady)
  const paged = usePagedRows(ask, isReady && isPaged)
  const endless = useEndlessRows(ask, isReady && !isPaged)
  return isPaged ? paged : endless
}

/** One page of the list; the last one stays in sight while the next is read. */
const usePagedRows = (ask: ListAsk, isOn: boolean): ListRows => {
  const client = useQueryClient()
  const list = useQuery({
    ...askOptions(client, listStudentPeriodsByPeriod, listAskOf(ask, ask.page, ask.perPage)),
    placeholderData: keepPreviousData,
    refetchInterval: minute,
    enabled: isOn,
  })
  const { data, error, isPlaceholderData, refetch } = list
  const source = useMemo(() => data && rowsAtHand(data.data), [data])
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

/** All of the list, read as it is scrolled through; what was there stays in sight while a new filter is read. */
const useEndlessRows = (ask: ListAsk, isOn: boolean): ListRows => {
  const client = useQueryClient()
  const key = JSON.stringify(listAskOf(ask, 1, pageSize))
  const options = useCallback(
    (page: number) => ({
      ...askOptions(client, listStudentPeriodsByPeriod, listAskOf(ask, page, pageSize)),
      enabled: isOn,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key holds all of the ask
    [client, key, isOn],
  )
  const pages = usePagesInSight<StudentListRow>(key, pageSize, options, minute)
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
