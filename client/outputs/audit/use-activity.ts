import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { listActivity } from '#contract/outputs/audit/endpoints.ts'
import type { ActivityPage } from '#contract/outputs/audit/shapes.ts'
import type { ExportFormat } from '#contract/review/exports/shapes.ts'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { localDay } from '#client/platform/lib/format.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import type { ActivityFilter } from './activity-filter.ts'

const pageSize = 50

/** Loads the activity log, newest first, more on demand. There’s no total: the log has millions of rows. */
export const useActivity = (filter: ActivityFilter) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useInfiniteQuery<
      ActivityPage,
      ApiError,
      InfiniteData<ActivityPage, string | null>,
      readonly unknown[],
      string | null
    >({
      queryKey: [...keyOf(listActivity), filter],
      queryFn: async ({ pageParam, signal }) => {
        const query = { ...filter, per_page: pageSize, ...(pageParam === null ? {} : { before: pageParam }) }
        const page = await call(listActivity, { query }, { signal })
        // a call without a format returns a page
        return page instanceof Blob ? { rows: [], next: null, student: null } : page
      },
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
      // reads are recorded: the list is loaded when it opens and when filters change, and not again by itself
      refetchOnWindowFocus: false,
      staleTime: 0,
    })
  return {
    /** All loaded rows; undefined until the first page is loaded. */
    data: data?.pages.flatMap(({ rows }) => rows),
    /** The student that the list is limited to. */
    student: isPlaceholderData ? null : (data?.pages[0]?.student ?? null),
    error,
    refetch,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  }
}

/** Downloads the list as it’s filtered. `saving` is the format under way. */
export const useActivityFile = (filter: ActivityFilter) => {
  const { save, saving } = useSaveFile<ExportFormat>({ failed: 'Couldn’t download the activity log' })
  return {
    saving,
    save: (format: ExportFormat) =>
      save(format, `Activity log ${localDay(new Date())}.${format}`, () =>
        call(listActivity, { query: { ...filter, format } }),
      ),
  }
}
