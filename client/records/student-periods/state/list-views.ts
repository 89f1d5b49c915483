import { useMemo } from 'react'
import type { TableLayout } from '#contract/platform/table-layout.ts'
import { builtInViews } from '#contract/records/views/built-in.ts'
import { countViews, listViews } from '#contract/records/views/endpoints.ts'
import type { View, ViewCounts } from '#contract/records/views/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import type { ListSearch } from './list-search.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { useIsFirstScreenShown } from '#client/platform/ui/states/first-screen.ts'
import { queryOfView, type ListQuery } from './list-query.ts'

/** A view of the list, built in or saved. */
export interface ListView {
  /** Its name in the URL. */
  readonly key: string
  readonly name: string
  /** What it shows, as a sentence; null for saved views. */
  readonly about: string | null
  readonly query: ListQuery
  readonly columns: TableLayout | null
  /** Null for the built-in ones. */
  readonly saved: View | null
}

const builtIn: readonly ListView[] = builtInViews.map(({ key, name, about, query }) => ({
  key,
  name,
  about,
  query: queryOfView(query),
  columns: null,
  saved: null,
}))

const savedView = (saved: View): ListView => ({
  key: String(saved.id),
  name: saved.name,
  about: null,
  query: queryOfView(saved.query),
  columns: saved.columns,
  saved,
})

/** The default view, if the URL has none. */
export const everyone = 'everyone'

/** Returns a view's name in the URL. */
export const viewSearch = (key: string): Pick<ListSearch, 'view'> =>
  key === everyone ? {} : { view: /^\d+$/.test(key) ? Number(key) : key }

/** Returns the views in tab order: built in, the user's own, then those shared by others. */
const listViewsOf = (saved: readonly View[], me: number): readonly ListView[] => {
  const isMine = ({ owner }: View): boolean => owner.id === me
  const others = saved.filter((view) => !isMine(view))
  return [...builtIn, ...saved.filter(isMine).map(savedView), ...others.map(savedView)]
}

type ViewCount = Pick<ViewCounts['built_in'][number], 'empty_because' | 'opens_on'> & {
  /** Null if it can't be counted. */
  readonly quantity: number | null
}

/** Returns the number of students in a view; undefined while it's counted. */
export const countOf = (view: ListView, counts: ViewCounts | undefined): ViewCount | undefined => {
  if (view.saved === null) return counts?.built_in.find(({ key }) => key === view.key)
  const counted = counts?.saved.find(({ id }) => id === view.saved?.id)
  return counted && { quantity: counted.quantity, empty_because: null, opens_on: null }
}

/** The state of the view in the URL: found, loading, not found (or no access), or failed. */
type OpenState = 'open' | 'loading' | 'missing' | 'unread'

/** The list's views, their counts, and the open one. */
export interface ListViews {
  readonly all: readonly ListView[]
  readonly counts: ViewCounts | undefined
  /** All students, if the view in the URL isn't found. */
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
  const counts = useAsk(
    countViews,
    { query: { period_id: periodId } },
    // counting every view takes the server longer than reading the rows
    { refetchInterval: minute, enabled: useIsFirstScreenShown() },
  )
  const all = useMemo(() => listViewsOf(saved.data ?? [], me), [saved.data, me])
  const [first] = all
  if (!first) throw new Error('No built-in views')
  const found = all.find((view) => view.key === key)
  const absent = saved.data ? 'missing' : saved.error ? 'unread' : 'loading'
  return { all, counts: counts.data, open: found ?? first, state: found ? 'open' : absent }
}
