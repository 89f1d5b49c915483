import type { Selection as Chosen } from '#contract/student-periods/narrowing.ts'
import type { Selection } from '#client/ui/data-table/selection.ts'
import type { Question } from './question.ts'

/** A selection as the server takes it: ids, or all that match but a few. */
export interface Selected {
  readonly ids?: number[]
  readonly selection?: Chosen
}

type Narrowing = Pick<Question, 'q' | 'filters' | 'where'>

/** All that a question leaves, but a few. */
export const matchingOf = (
  period: number,
  { q, filters, where }: Narrowing,
  except: Iterable<number> = [],
): Chosen => ({
  period_id: period,
  filters: { ...filters },
  search: q === '' ? null : q,
  ...(where === null ? {} : { where }),
  except_ids: [...except],
})

/** What is selected, with the search, the filters and the tree it was selected under. */
export const selectedOf = (selection: Selection, period: number, question: Narrowing): Selected =>
  selection.kind === 'some'
    ? { ids: [...selection.ids] }
    : { selection: matchingOf(period, question, selection.except) }
