import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import { listActivity } from '#contract/audit/endpoints.ts'
import type { ActivityPage } from '#contract/audit/shapes.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { call } from '#client/lib/call.ts'
import { localDay } from '#client/lib/format.ts'
import { keyOf } from '#client/lib/query.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'
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
    rows: data?.pages.flatMap(({ rows }) => rows),
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
  const toast = useToast()
  const [saving, setSaving] = useState<'csv' | 'xlsx' | null>(null)
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    setSaving(format)
    try {
      const file = await call(listActivity, { query: { ...filter, format } })
      if (file instanceof Blob) saveFile(file, `Activity log ${localDay(new Date())}.${format}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.show({ tone: 'danger', title: 'Couldn’t download the activity log', description: error.message })
    } finally {
      setSaving(null)
    }
  }
  return { save, saving }
}
