import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { PageMeta } from '#contract/endpoint.ts'
import type { CallOptions } from './call.ts'

const pageSize = 20

interface Page<T> {
  readonly data: readonly T[]
  readonly meta: PageMeta
}

/** A page of a list, asked for with the call that lists it. */
export type ReadPage<T> = (
  paging: { readonly page: number; readonly per_page: number },
  options: CallOptions,
) => Promise<Page<T>>

interface GrowingListOptions {
  /** While it is read anew for another ask, the former one stays in sight. */
  readonly keepPrevious?: boolean
  readonly staleTime?: number
}

/** A list that is read page by page, more of it on demand. `key` begins with that of its endpoint. */
export const useGrowingList = <T>(
  key: readonly unknown[],
  read: ReadPage<T>,
  { keepPrevious = false, ...options }: GrowingListOptions = {},
) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...key, 'growing'],
    queryFn: ({ pageParam, signal }) => read({ page: pageParam, per_page: pageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : null),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...options,
  })
  return {
    /** All that was read so far; undefined until the first page is there. */
    rows: data?.pages.flatMap((page) => page.data),
    /** How many there are in all. */
    total: data?.pages[0]?.meta.total ?? 0,
    error,
    refetch,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  }
}
export type GrowingList<T> = ReturnType<typeof useGrowingList<T>>
