import type { BulkResult, Expected } from '#contract/platform/record/bulk.ts'
import { usePreview } from '#client/platform/common/use-preview.ts'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { formatCount } from '#client/platform/lib/format.ts'

/** Sends a bulk call; `useSend` returns one. */
interface BulkSend<B> {
  readonly send: (
    ask: { body: B },
    options?: { signal?: AbortSignal },
  ) => Promise<{ readonly reply: BulkResult | { readonly job_id: number }; readonly changeId: string | null }>
  readonly isSending: boolean
}

/** The keys that every bulk call has. */
interface BulkKeys {
  readonly dry_run?: boolean | undefined
  readonly expected?: Expected | undefined
}

/** The result of applying. */
export type Applied =
  | { readonly kind: 'done'; readonly result: BulkResult; readonly changeId: string | null }
  | { readonly kind: 'job'; readonly jobId: number }

export interface BulkChange {
  /** What would change; null while it loads or nothing is selected. */
  readonly preview: BulkResult | null
  readonly error: ApiError | null
  readonly isApplying: boolean
  /** Resolves to null if it failed; `error` has the failure, and an outdated preview is replaced by the new one. */
  readonly apply: () => Promise<Applied | null>
}

const isResult = (data: unknown): data is BulkResult =>
  typeof data === 'object' && data !== null && 'matched' in data

/**
 * Previews a bulk change while the user enters it (`dry`), and applies exactly what was previewed (`real`). Without a
 * body there is no preview. `asked` is what the preview depends on, if that's less than the body: then typing the
 * rest doesn't reload it.
 */
export const useBulkChange = <B extends BulkKeys>(
  dry: BulkSend<B>,
  real: BulkSend<B>,
  body: B | null,
  asked: B | null = body,
): BulkChange => {
  const { preview, error, apply } = usePreview<BulkResult>({
    key: asked && JSON.stringify(asked),
    read: async (signal) => {
      if (asked === null) return null
      const { reply } = await dry.send({ body: { ...asked, dry_run: true } }, { signal })
      return isResult(reply) ? reply : null
    },
    readIn: (data) => (isResult(data) ? data : null),
    wait: 150,
  })

  const applyShown = (): Promise<Applied | null> =>
    apply(async ({ matched, changed, overrides, moves }) => {
      if (body === null) return null
      const expected = { matched, changed, moves, ...(overrides && { overridden: overrides.total }) }
      const { reply, changeId } = await real.send({ body: { ...body, expected } })
      return isResult(reply)
        ? { kind: 'done', result: reply, changeId }
        : { kind: 'job', jobId: reply.job_id }
    })
  return { preview, error, isApplying: real.isSending, apply: applyShown }
}

/** What a bulk change says on its button, in its preview and when it’s done. */
export interface ChangeTexts {
  /** On the button: 'Change 3 records', with the number of overrides. */
  readonly act: (changed: number, overridden: number) => string
  /** In the preview: '3 records will change.' */
  readonly outcome: (changed: number) => string
  /** In the message when it's done: '3 records changed'. */
  readonly done: (changed: number) => string
  /** Whether it removes something: the button is red. */
  readonly isDanger?: true
}

export const recordTexts: ChangeTexts = {
  act: (changed, overridden) =>
    `Change ${formatCount(changed, 'record')}${overridden === 0 ? '' : `, ${formatCount(overridden, 'override')}`}`,
  outcome: (changed) => `${formatCount(changed, 'record')} will change.`,
  done: (changed) => `${formatCount(changed, 'record')} changed`,
}

export const noteTexts: ChangeTexts = {
  act: (changed) => `Add ${formatCount(changed, 'note')}`,
  outcome: (changed) => `${formatCount(changed, 'student')} will get this note.`,
  done: (changed) => `${formatCount(changed, 'note')} added`,
}

export const removalTexts: ChangeTexts = {
  act: (changed) => `Remove ${formatCount(changed, 'student')}`,
  outcome: (changed) => `${formatCount(changed, 'student')} will be removed.`,
  done: (changed) => `${formatCount(changed, 'student')} removed`,
  isDanger: true,
}
