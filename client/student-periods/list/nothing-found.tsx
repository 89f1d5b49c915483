import { useQueries } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { filterWords } from '#client/ui/data-table/filter-words.ts'
import { whereWords } from '#client/ui/data-table/where-words.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { EmptyState } from '#client/ui/states/empty-state.tsx'
import { AlikeStudents } from './alike-students.tsx'
import { filterColumns } from '../cells/columns.tsx'
import { everyone, type ListView } from '../state/list-views.ts'
import type { Question } from '../state/question.ts'
import type { ListState } from '../state/use-list-state.ts'

/** One thing that narrows the list, and the question without it. */
interface Hindrance {
  readonly key: string
  readonly words: string
  readonly without: Question
  readonly onRemove: () => void
}

interface NothingFoundProps {
  state: ListState
  view: ListView
  schoolId: number
}

/**
 * The search and the filters leave nobody: says which of them, taken away alone, would leave how many, and whose name is
 * like the one that was sought.
 */
export const NothingFound = ({ state, view, schoolId }: NothingFoundProps) => {
  const hindrances = hindrancesOf(state, view)
  const isSearchAlone = hindrances.length === 1 && state.question.q !== ''
  return (
    <EmptyState
      icon={SearchX}
      title="No student matches"
      compact
      actions={
        <Button onClick={() => (isSearchAlone ? state.onSearch('') : state.onView(everyone))}>
          {isSearchAlone ? 'Clear the search' : 'Clear all filters'}
        </Button>
      }
    >
      Nobody in this policy year fits{' '}
      {isSearchAlone ? hindrances[0]?.words : hindrances.length > 1 ? 'all of this together' : 'this'}.
      {hindrances.length > 1 && <WaysOut hindrances={hindrances} countOf={state.countOf} />}
      {state.question.q !== '' && <AlikeStudents schoolId={schoolId} q={state.question.q} />}
    </EmptyState>
  )
}

/** Beyond this many the counting would not be worth its while. */
const mostCounted = 6

interface WaysOutProps {
  hindrances: readonly Hindrance[]
  countOf: ListState['countOf']
}

const WaysOut = ({ hindrances, countOf }: WaysOutProps) => {
  const some = hindrances.slice(0, mostCounted)
  const counts = useQueries({ queries: some.map(({ without }) => countOf(without)) })
  if (counts.some(({ isPending }) => isPending)) return null
  const ways = some
    .map((hindrance, at) => ({ ...hindrance, total: counts[at]?.data?.meta.total ?? 0 }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => other.total - one.total)
  if (ways.length === 0) return <span className="block">No single one of them is to blame.</span>
  return (
    <span className="mt-3 flex flex-col items-center gap-1.5">
      {ways.map(({ key, words, total, onRemove }) => (
        <Button
          key={key}
          size="sm"
          className="h-auto! min-h-7 max-w-full py-1 whitespace-normal!"
          onClick={onRemove}
        >
          <span>
            Without <em className="font-semibold not-italic">{words}</em>: {formatCount(total, 'student')}
          </span>
        </Button>
      ))}
    </span>
  )
}

const hindrancesOf = (state: ListState, view: ListView): readonly Hindrance[] => [
  ...searchOf(state),
  ...filtersOf(state),
  ...treeOf(state, view),
]

const searchOf = ({ question, onSearch }: ListState): Hindrance[] =>
  question.q === ''
    ? []
    : [
        {
          key: 'search',
          words: `the search “${question.q}”`,
          without: { ...question, q: '' },
          onRemove: () => onSearch(''),
        },
      ]

const filtersOf = ({ question, controls }: ListState): Hindrance[] =>
  Object.entries(question.filters).flatMap(([field, filter]) => {
    const column = filterColumns.find(({ id }) => id === field)
    if (!column) return []
    const { [field]: _gone, ...filters } = question.filters
    const rules = filterWords(column, filter).flatMap(({ joint, mode, value }) => [joint, mode, value])
    return {
      key: `filter ${field}`,
      words: [column.label, ...rules].filter((part) => part !== '').join(' '),
      without: { ...question, filters },
      onRemove: () => controls.onFilter(field, null),
    }
  })

const treeOf = ({ question, ownWhere, onWhere }: ListState, view: ListView): Hindrance[] =>
  question.where === null
    ? []
    : [
        {
          key: 'tree',
          words: ownWhere ? whereWords(filterColumns, ownWhere) : `the view “${view.name}”`,
          without: { ...question, where: null },
          onRemove: () => onWhere(null),
        },
      ]
