import { useQueries } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { searchStudentsByName } from '#contract/records/students/endpoints.ts'
import { filterWords, whereWords } from '#client/platform/ui/data-table/filter-text.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { hitDetail } from '#client/platform/record/hit-text.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { filterColumns } from '../cells/columns.tsx'
import { everyone, type ListView } from '../state/list-views.ts'
import type { ListQuery } from '../state/list-query.ts'
import type { ListState } from '../state/use-list-state.ts'
import { listedName } from '#contract/platform/person-name.ts'

/** A filter that can be removed, and the list query without it. */
interface ActiveFilter {
  readonly key: string
  readonly words: string
  readonly without: ListQuery
  readonly onRemove: () => void
}

interface NothingFoundProps {
  state: ListState
  view: ListView
  schoolId: number
}

/** Shown when no students match. Suggests filters to remove, with counts, and similar names. */
export const NothingFound = ({ state, view, schoolId }: NothingFoundProps) => {
  const filters = activeFiltersOf(state, view)
  const isSearchAlone = filters.length === 1 && state.query.q !== ''
  return (
    <EmptyState
      icon={SearchX}
      title="No matching students"
      compact
      actions={
        <Button onClick={() => (isSearchAlone ? state.onSearch('') : state.onView(everyone))}>
          {isSearchAlone ? 'Clear search' : 'Clear all filters'}
        </Button>
      }
    >
      No students in this policy year match{' '}
      {isSearchAlone
        ? `the search “${state.query.q}”`
        : filters.length > 1
          ? 'these filters together'
          : 'this filter'}
      .{filters.length > 1 && <FilterSuggestions filters={filters} countOf={state.countOf} />}
      {state.query.q !== '' && <SimilarStudents schoolId={schoolId} q={state.query.q} />}
    </EmptyState>
  )
}

/** With more filters than this, counting would take too long. */
const mostCounted = 6

interface FilterSuggestionsProps {
  filters: readonly ActiveFilter[]
  countOf: ListState['countOf']
}

const FilterSuggestions = ({ filters, countOf }: FilterSuggestionsProps) => {
  const some = filters.slice(0, mostCounted)
  const counts = useQueries({ queries: some.map(({ without }) => countOf(without)) })
  if (counts.some(({ isPending }) => isPending)) return null
  const suggestions = some
    .map((filter, at) => ({ ...filter, total: counts[at]?.data?.meta.total ?? 0 }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => other.total - one.total)
  if (suggestions.length === 0)
    return <span className="block">Removing one filter won’t help. Clear several.</span>
  return (
    <span className="mt-3 flex flex-col items-center gap-1.5">
      {suggestions.map(({ key, words, total, onRemove }) => (
        <Button
          key={key}
          size="sm"
          className="h-auto! min-h-7 max-w-full py-1 whitespace-normal!"
          onClick={onRemove}
        >
          <span>
            Remove <em className="font-semibold not-italic">{words}</em>: {formatCount(total, 'student')}
          </span>
        </Button>
      ))}
    </span>
  )
}

const activeFiltersOf = (state: ListState, view: ListView): readonly ActiveFilter[] => [
  ...searchOf(state),
  ...filtersOf(state),
  ...treeOf(state, view),
]

const searchOf = ({ query, onSearch }: ListState): ActiveFilter[] =>
  query.q === ''
    ? []
    : [
        {
          key: 'search',
          words: `the search “${query.q}”`,
          without: { ...query, q: '' },
          onRemove: () => onSearch(''),
        },
      ]

const filtersOf = ({ query, controls }: ListState): ActiveFilter[] =>
  Object.entries(query.filters).flatMap(([field, filter]) => {
    const column = filterColumns.find(({ id }) => id === field)
    if (!column) return []
    const { [field]: _gone, ...filters } = query.filters
    const rules = filterWords(column, filter).flatMap(({ operator, mode, value }) => [operator, mode, value])
    return {
      key: `filter ${field}`,
      words: [column.label, ...rules].filter((part) => part !== '').join(' '),
      without: { ...query, filters },
      onRemove: () => controls.onFilter(field, null),
    }
  })

const treeOf = ({ query, ownWhere, onWhere }: ListState, view: ListView): ActiveFilter[] =>
  query.where === null
    ? []
    : [
        {
          key: 'tree',
          words: ownWhere ? whereWords(filterColumns, ownWhere) : `the view “${view.name}”`,
          without: { ...query, where: null },
          onRemove: () => onWhere(null),
        },
      ]

/** The maximum number of names shown. */
const maxShown = 5

/** Renders the school's students with names similar to the search: names heard on the phone are often misspelled. */
const SimilarStudents = ({ schoolId, q }: { schoolId: number; q: string }) => {
  const { data } = useAsk(
    searchStudentsByName,
    { query: { school_id: schoolId, q: q.slice(0, 100) } },
    { staleTime: 30_000 },
  )
  if (!data || data.length === 0) return null
  return (
    <div className="mt-3">
      Similar names at this school:
      <ul className="mt-1 flex flex-col items-center gap-1">
        {data.slice(0, maxShown).map((hit) => (
          <li key={hit.id}>
            <Link
              to="/student/$student"
              params={{ student: String(hit.id) }}
              className="inline-block py-0.5 text-accent-text no-underline hover:underline"
            >
              {listedName(hit)} <span className="tabular text-ink-3">{hitDetail(hit)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
