import type { FormSubmissionRow } from '#contract/review/form-submissions/review-shapes.ts'
import type { FormsSearch } from './review-search.ts'

/** Returns the link to the review of a form, which keeps the list's URL parameters for previous and next. */
export const reviewLink = (
  { school, period }: { readonly school: string; readonly period: string },
  id: number,
  search: FormsSearch,
) =>
  ({
    to: '/schools/$school/period/$period/student-form-submission/$submission',
    params: { school, period, submission: String(id) },
    search,
  }) as const

/** Returns the link that begins a session through all forms that need a review. */
export const sessionLink = ({ school, period }: { readonly school: string; readonly period: string }) =>
  ({
    to: '/schools/$school/period/$period/student-form-submissions/review',
    params: { school, period },
  }) as const

/** Returns the link to the review of a form of the list. */
export type LinkTo = (row: FormSubmissionRow) => ReturnType<typeof reviewLink>
