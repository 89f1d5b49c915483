import { useState } from 'react'
import {
  getPeriodChecks,
  listPeriodDocuments,
  listPeriodHistory,
  listPublications,
  listUnpublishedChanges,
  publishDocuments,
} from '#contract/setup/periods/endpoints.ts'
import type { DocumentState } from '#contract/setup/periods/publishing.ts'
import { getPeriodSite } from '#contract/setup/site/endpoints.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { useSend } from '#client/platform/lib/query.ts'

/** Endpoints that show what is published. */
export const showsPublished = [
  listPeriodDocuments,
  listUnpublishedChanges,
  listPublications,
  listPeriodHistory,
  getPeriodChecks,
  getPeriodSite,
] as const

/**
 * Publishes documents of a period, all or none, each in the loaded version; `publish` returns whether it worked, and offers
 * to undo it below `title`. If a form
 * lacks a question that’s needed, `missing` says so, and it’s published with a reason.
 */
export const usePublish = (periodId: number) => {
  const [reason, setReason] = useState('')
  const { send, isSending, error } = useSend(publishDocuments, { refreshes: showsPublished, quiet: true })
  const missing = error?.fieldErrors['reason'] ?? null
  const offerUndo = useUndo(showsPublished, null)
  const publish = async (
    states: readonly Pick<DocumentState, 'kind' | 'version'>[],
    title: string,
  ): Promise<boolean> => {
    const documents = states.map(({ kind, version }) => ({ kind, version }))
    const body = reason.trim() === '' ? { documents } : { documents, reason: reason.trim() }
    const sent = await send({ params: { id: periodId }, body }).catch(() => null)
    if (sent) offerUndo({ changeId: sent.changeId, title })
    return sent !== null
  }
  const failure = missing === null ? failureOf(error) : null
  const lacksReason = missing !== null && reason.trim() === ''
  return { publish, isSending, lacksReason, problem: { failure, missing, reason, setReason } }
}

const failureOf = (error: ApiError | null): string | null =>
  error?.kind === 'stale'
    ? 'Someone else saved changes while this was open. Close this window and check the changes before you publish.'
    : (error?.message ?? null)
