import { useMemo } from 'react'
import type { TableLayout } from '#contract/table-layout.ts'
import { builtInViews } from '#contract/views/built-in.ts'
import { countViews, listViews } from '#contract/views/endpoints.ts'
import type { View, ViewCounts } from '#contract/views/shapes.ts'
import { useUser } from '#client/common/current-user.tsx'
import type { ListSearch } from '#client/common/list-search.ts'
import { useAsk } from '#client/lib/query.ts'
import { questionOf, type Question } from './question.ts'

/** A view of the list, built in or saved. */
export interface ListView {
  /** How the address calls it. */
  readonly key: string
  readonly name: string
  /** Who is in it, in a sentence; saved views have none. */
  readonly about: string | null
  readonly question: Question
  readonly columns: TableLayout | null
  /** Null for the built-in ones. */
  readonly saved: View | null
}

const builtIn: readonly ListView[] = builtInViews.map(({ key, name, about, query }) => ({
  key,
  name,
  about,
  question: questionOf(query),
  columns: null,
  saved: null,
}))

const savedView = (saved: View): ListView => ({
  key: String(saved.id),
  name: saved.name,
  about: null,
  question: questionOf(saved.query),
  columns: saved.columns,
  saved,
})

/** The view that holds where the address names none. */
export const everyone = 'everyone'

/** How the address names a view. */
export const viewSearch = (key: string): Pick<ListSearch, 'view'> =>
  key === everyone ? {} : { view: /^\d+$/.test(key) ? Number(key) : key }

/** The views in the order of their tabs: built in, one's own, then those that others share. */
const listViewsOf = (saved: readonly View[], me: number): readonly ListView[] => {
  const isMine = ({ owner }: View): boolean => owner.id === me
  const others = saved.filter((view) => !isMine(view))
  return [...builtIn, ...saved.filter(isMine).map(savedView), ...others.map(savedView)]
}

type ViewCount = Pick<ViewCounts['built_in'][number], 'empty_because' | 'opens_on'> & {
  /** Null where it cannot be counted. */
  readonly quantity: number | null
}

/** How many a view holds; undefined while it is counted. */
export const countOf = (view: ListView, counts: ViewCounts | undefined): ViewCount | undefined => {
  if (view.saved === null) return counts?.built_in.find(({ key }) => key === view.key)
  const counted = counts?.saved.find(({ id }) => id === view.saved?.id)
  return counted && { quantity: counted.quantity, empty_because: null, opens_on: null }
}

/** Whether the view of the address is there: known, still read, not there (or not theirs), or not to be read now. */
type OpenState = 'open' | 'loading' | 'missing' | 'unread'

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
