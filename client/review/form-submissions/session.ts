import { useQueries, useQueryClient } from '@tanstack/react-query'
import { listFormSubmissionIds } from '#contract/review/form-submissions/endpoints.ts'
import type { QueueName } from '#contract/review/form-submissions/choices.ts'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { askOptions } from '#client/platform/lib/query.ts'

/** A form that was decided in a review session. */
export interface SessionDecision {
  readonly formId: number
  readonly name: string
  /** What was decided: ‘Medical approved’. */
  readonly text: string
  readonly changeId: string | null
}

/** What was decided since the session began, oldest first, for the lifetime of the page. */
let decisions: readonly SessionDecision[] = []

/** Begins a session: nothing is decided yet. */
export const beginSession = (): void => {
  decisions = []
}

/** Notes a decision of the session. */
export const noteDecision = (decision: SessionDecision): void => {
  decisions = [...decisions, decision]
}

/** Returns what was decided in the session. */
export const sessionDecisions = (): readonly SessionDecision[] => decisions

/** The forms of a session: what is overdue, then what the rules would approve, then the rest, each by due date. */
const sessionQueues: readonly QueueName[] = ['overdue', 'ready', 'to_review']

interface SessionForms {
  /** Undefined while they load. */
  readonly ids: readonly number[] | undefined
  readonly error: ApiError | null
  readonly retry: () => void
}

/**
 * Loads the forms of a session in their order. They stay as they were when it began: they’re loaded anew where it
 * `begins`.
 */
export const useSessionIds = (
  periodId: number,
  { isOn = true, begins = false }: { readonly isOn?: boolean; readonly begins?: boolean },
): SessionForms => {
  const client = useQueryClient()
  return useQueries({
    queries: sessionQueues.map((queue) => ({
      ...askOptions(client, listFormSubmissionIds, {
        query: { period_id: String(periodId), queue, sort: 'deadline_on' },
      }),
      staleTime: Infinity,
      enabled: isOn,
      ...(begins ? { refetchOnMount: 'always' as const } : {}),
    })),
    combine: (asked) => ({
      ids: asked.every((one) => one.data !== undefined && (one.isFetchedAfterMount || !begins))
        ? [...new Set(asked.flatMap(({ data }) => data ?? []))]
        : undefined,
      error: asked.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const { refetch } of asked) void refetch()
      },
    }),
  })
}
