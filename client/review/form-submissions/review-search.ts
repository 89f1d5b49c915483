import { queueNames, type QueueName } from '#contract/review/form-submissions/choices.ts'
import { readTableSearch, type TableSearch } from '#client/platform/lib/table-search.ts'

/** The parts of a review: whose form it is, the decision, and what the decision changes. */
const steps = ['match', 'decide', 'apply'] as const
export type Step = (typeof steps)[number]

/** The URL parameters of the submission list, which a review keeps for previous and next. */
export interface FormsSearch extends TableSearch {
  readonly queue?: QueueName | 'all'
}

/** The URL parameters of a review. Without a step it opens at the one that’s due. */
export interface ReviewSearch extends FormsSearch {
  readonly step?: Step
  /** Whether the review goes through all forms that need one, instead of a list. */
  readonly session?: true
}

const oneOf = <V extends string>(value: unknown, values: readonly V[]): V | undefined =>
  values.find((one) => one === value)

const queueChoices = ['all', ...queueNames] as const

/** Parses the list’s URL parameters; drops invalid ones. */
export const readFormsSearch = (search: Readonly<Record<string, unknown>>): FormsSearch => {
  const queue = oneOf(search['queue'], queueChoices)
  return { ...readTableSearch(search), ...(queue === undefined ? {} : { queue }) }
}

/** Parses the URL parameters of a review; drops invalid ones. */
export const readReviewSearch = (search: Readonly<Record<string, unknown>>): ReviewSearch => {
  const step = oneOf(search['step'], steps)
  return {
    ...readFormsSearch(search),
    ...(step === undefined ? {} : { step }),
    ...(search['session'] === true ? { session: true } : {}),
  }
}

/** Returns the query of the list’s call for its URL parameters, without paging. The default queue is `to_review`. */
export const formsQuery = (periodId: number, { queue = 'to_review', q, sort, filters }: FormsSearch) => ({
  period_id: String(periodId),
  ...(queue === 'all' ? {} : { queue }),
  ...(q === undefined ? {} : { search: q }),
  ...(sort === undefined ? {} : { sort }),
  ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
})
