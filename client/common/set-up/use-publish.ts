import {
  getPeriodChecks,
  listPeriodDocuments,
  listPeriodHistory,
  listPublications,
  listUnpublishedChanges,
  publishDocuments,
} from '#contract/periods/endpoints.ts'
import type { DocumentState } from '#contract/periods/publishing.ts'
import { useSend } from '#client/lib/query.ts'

/** What shows what is published. */
const shows = [
  listPeriodDocuments,
  listUnpublishedChanges,
  listPublications,
  listPeriodHistory,
  getPeriodChecks,
] as const

/** Publishes documents of a period, all or none, each in the version that was read; answers whether that is done. */
export const usePublish = (periodId: number) => {
  const { send, isSending, error } = useSend(publishDocuments, { refreshes: shows, quiet: true })
  const publish = async (states: readonly Pick<DocumentState, 'kind' | 'version'>[]): Promise<boolean> => {
    const documents = states.map(({ kind, version }) => ({ kind, version }))
    return (await send({ params: { id: periodId }, body: { documents } }).catch(() => null)) !== null
  }
  const failure =
    error?.kind === 'stale'
      ? 'Somebody saved it since you read it. Close this and look at it again before you publish.'
      : (error?.message ?? null)
  return { publish, isSending, failure }
}
