import {
  getPeriodChecks,
  listPeriodDocuments,
  listPeriodHistory,
  listPublications,
  listUnpublishedChanges,
  publishDocuments,
} from '#contract/setup/periods/endpoints.ts'
import type { DocumentState } from '#contract/setup/periods/publishing.ts'
import { useSend } from '#client/platform/lib/query.ts'

/** Endpoints that show what is published. */
const shows = [
  listPeriodDocuments,
  listUnpublishedChanges,
  listPublications,
  listPeriodHistory,
  getPeriodChecks,
] as const

/** Publishes documents of a period, all or none, each in the loaded version; returns whether it worked. */
export const usePublish = (periodId: number) => {
  const { send, isSending, error } = useSend(publishDocuments, { refreshes: shows, quiet: true })
  const publish = async (states: readonly Pick<DocumentState, 'kind' | 'version'>[]): Promise<boolean> => {
    const documents = states.map(({ kind, version }) => ({ kind, version }))
    return (await send({ params: { id: periodId }, body: { documents } }).catch(() => null)) !== null
  }
  const failure =
    error?.kind === 'stale'
      ? 'Someone else saved changes while this was open. Close this window and check the changes before you publish.'
      : (error?.message ?? null)
  return { publish, isSending, failure }
}
