import type { TableLayout } from '#contract/table-layout.ts'
import { builtInViews } from '#contract/views/built-in.ts'
import type { View, ViewCounts } from '#contract/views/shapes.ts'
import type { ListSearch } from '#client/common/list-search.ts'
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
export const listViewsOf = (saved: readonly View[], me: number): readonly ListView[] => {
  const isMine = ({ owner }: View): boolean => owner.id === me
  const others = saved.filter((view) => !isMine(view))
  return [...builtIn, ...saved.filter(isMine).map(savedView), ...others.map(savedView)]
}

export type ViewCount = Pick<ViewCounts['built_in'][number], 'empty_because' | 'opens_on'> & {
  /** Null where it cannot be counted. */
  readonly quantity: number | null
}

/** How many a view holds; undefined while it is counted. */
export const countOf = (view: ListView, counts: ViewCounts | undefined): ViewCount | undefined => {
  if (view.saved === null) return counts?.built_in.find(({ key }) => key === view.key)
  const counted = counts?.saved.find(({ id }) => id === view.saved?.id)
  return counted && { quantity: counted.quantity, empty_because: null, opens_on: null }
}
