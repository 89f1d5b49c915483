import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import type { ApiError } from './api-error.ts'
import type { CallOptions } from './outgoing.ts'

const pageSize = 20

interface Page<T> {
  readonly data: readonly T[]
  readonly meta: PageMeta
}

/** A page of a list, loaded with the endpoint that lists it. */
export type ReadPage<T> = (
  paging: { readonly page: number; readonly per_page: number },
  options: CallOptions,
) => Promise<Page<T>>

interface GrowingListOptions<T> {
  /** Whether the previous list is shown while another one loads. */
  readonly keepPrevious?: boolean
  readonly staleTime?: number
  /** Returns the milliseconds until the loaded items are reloaded; false if they aren't. */
  readonly reloadAfter?: (rows: readonly T[]) => number | false
}

const rowsOf = <T>({ pages }: Pick<InfiniteData<Page<T>>, 'pages'>): T[] => pages.flatMap(({ data }) => data)

/** Loads a list page by page, more on demand. `key` starts with that of its endpoint. */
export const useGrowingList = <T>(
  key: readonly unknown[],
  read: ReadPage<T>,
  { keepPrevious = false, reloadAfter, ...options }: GrowingListOptions<T> = {},
) => {
  const client = useQueryClient()
  const queryKey = [...key, 'growing']
  // Reloading a cached page isn't user activity.
  const isLoaded = (page: number): boolean =>
    page <= (client.getQueryData<InfiniteData<Page<T>>>(queryKey)?.pages.length ?? 0)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery<
    Page<T>,
    ApiError,
    InfiniteData<Page<T>, number>,
    readonly unknown[],
    number
  >({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      read({ page: pageParam, per_page: pageSize }, { signal, background: isLoaded(pageParam) }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : null),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(reloadAfter
      ? { refetchInterval: ({ state: { data: loaded } }) => (loaded ? reloadAfter(rowsOf(loaded)) : false) }
      : {}),
    ...options,
  })
  return {
    /** All loaded items; undefined until the first page is loaded. */
    data: data && rowsOf(data),
    total: data?.pages[0]?.meta.total ?? 0,
    error,
    refetch,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  }
}
export type GrowingList<T> = ReturnType<typeof useGrowingList<T>>
