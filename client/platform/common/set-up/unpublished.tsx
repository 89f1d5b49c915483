import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { listUnpublishedChanges } from '#contract/setup/periods/endpoints.ts'
import { FailedState } from '../failed-state.tsx'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { ChangeLines } from './change-lines.tsx'
import type { DocumentWords } from './document-text.ts'

/**
 * Loads what publishing a document would change for students, without the cache, so that everything published was
 * shown.
 */
export const useUnpublished = (periodId: number, kind: string) => {
  const { data, error, isFetchedAfterMount, refetch } = useAsk(listUnpublishedChanges, {
    params: { id: periodId },
    query: { kind },
  })
  return { changes: isFetchedAfterMount ? data : undefined, error, onRetry: () => void refetch() }
}

interface WhatChangesProps {
  changes: readonly FieldChange[] | undefined
  words: DocumentWords | undefined
  error: ApiError | null
  onRetry: () => void
}

/** Renders what would change, or why that's unknown. */
export const WhatChanges = ({ changes, words, error, onRetry }: WhatChangesProps) => {
  if (changes) return <ChangeLines changes={changes} words={words} none="No unpublished changes" />
  if (!error) return <SkeletonRows rows={3} label="Loading changes" />
  return (
    <FailedState
      compact
      error={error}
      what="The list of changes"
      who="Only Shipmate Admins can publish."
      onRetry={onRetry}
    />
  )
}
