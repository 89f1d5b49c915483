import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import type { ApiError } from './api-error.ts'

/** A page of a list, as the server sends it. */
interface PageReply<Row> {
  readonly data: readonly Row[]
  readonly meta: PageMeta
}

/** Query options for a page (from 1); the same for the same page. */
type PageOptions<Row> = (page: number) => {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<PageReply<Row>>
}

interface VisiblePages<Row> {
  /** Undefined until the first page is loaded. */
  readonly total: number | undefined
  readonly page: (number: number) => readonly Row[] | undefined
  readonly loadPage: (number: number) => Promise<readonly Row[]>
  readonly onSight: (from: number, to: number) => void
  /** Changes whenever a visible page was reloaded. */
  readonly mark: string
  readonly error: ApiError | null
  readonly refetch: () => void
}

/**
 * Loads a list of `size` rows per page as the user scrolls. `key` identifies the list: another key starts at the top.
 * Loaded pages stay cached.
 */
export const useVisiblePages = <Row>(
  key: string,
  size: number,
  options: PageOptions<Row>,
  refetchInterval: number,
): VisiblePages<Row> => {
  const client = useQueryClient()
  const [sight, setSight] = useState({ key, first: 0, last: 0 })
  const { first, last } = sight.key === key ? sight : { first: 0, last: 0 }
  const wanted = Array.from({ length: last - first + 1 }, (_, step) => first + step)
  const queries = useQueries({
    queries: wanted.map((number) => ({ ...options(number + 1), refetchInterval })),
  })
  const onSight = useCallback(
    (from: number, to: number) => {
      const seen = { key, first: Math.floor(from / size), last: Math.floor(to / size) }
      // scrolling within a page renders nothing here
      setSight((now) => (now.key === key && now.first === seen.first && now.last === seen.last ? now : seen))
    },
    [key, size],
  )
  const read = useCallback(
    (number: number) => client.getQueryData<PageReply<Row>>(options(number + 1).queryKey),
    [client, options],
  )
  const loadPage = useCallback(
    async (number: number) =>
      (await client.ensureQueryData<PageReply<Row>, ApiError>(options(number + 1))).data,
    [client, options],
  )
  const mark = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  const total = (queries.find(({ data }) => data !== undefined)?.data ?? read(0))?.meta.total
  const error = total === undefined ? (queries.find((one) => one.error)?.error ?? null) : null
  return useMemo(
    () => ({
      total,
      mark,
      error,
      page: (number: number) => read(number)?.data,
      loadPage,
      onSight,
      refetch: () => void Promise.all(queries.map((one) => one.refetch())),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- new in every render; their mark identifies them
    [total, mark, error, read, loadPage, onSight],
  )
}
