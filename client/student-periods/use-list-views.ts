import { useMemo } from 'react'
import { countViews, listViews } from '#contract/views/endpoints.ts'
import type { ViewCounts } from '#contract/views/shapes.ts'
import { useUser } from '#client/common/current-user.tsx'
import { useAsk } from '#client/lib/query.ts'
import { everyone, listViewsOf, type ListView } from './list-views.ts'

/** Whether the view of the address is there: known, still read, not there (or not theirs), or not to be read now. */
export type OpenState = 'open' | 'loading' | 'missing' | 'unread'

/** The views of the list, how many each holds, and the one that is open. */
export interface ListViews {
  readonly all: readonly ListView[]
  readonly counts: ViewCounts | undefined
  /** All students, where the one that the address names is not there. */
  readonly open: ListView
  readonly state: OpenState
}

const minute = 60_000

export const useListViews = (
  schoolId: number,
  periodId: number,
  named: string | number = everyone,
): ListViews => {
  const me = useUser().id
  const key = String(named)
  const saved = useAsk(listViews, { query: { school_id: schoolId } }, { staleTime: minute })
  const counts = useAsk(countViews, { query: { period_id: periodId } }, { refetchInterval: minute })
  const all = useMemo(() => listViewsOf(saved.data ?? [], me), [saved.data, me])
  const [first] = all
  if (!first) throw new Error('The list has no built-in view.')
  const found = all.find((view) => view.key === key)
  const absent = saved.data ? 'missing' : saved.error ? 'unread' : 'loading'
  return { all, counts: counts.data, open: found ?? first, state: found ? 'open' : absent }
}
