import { companyMove, type CompanyMove } from '#contract/records/insurance-companies/shapes.ts'
import { useFollowJob } from '#client/platform/common/use-follow-job.ts'
import { usePreview } from '#client/platform/common/use-preview.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { moveReads } from './company-reads.ts'

interface MoveKeys {
  readonly dry_run?: boolean | undefined
  readonly expected?: { readonly student_periods: number } | undefined
}

/** The change to make: the company in the path, and the body. */
interface MoveAsk<B> {
  readonly params: { readonly id: number }
  readonly body: B
}

interface MoveSend<B> {
  readonly send: (
    ask: MoveAsk<B>,
    options?: { signal?: AbortSignal },
  ) => Promise<{
    readonly reply: CompanyMove | { readonly job_id: number }
    readonly changeId: string | null
  }>
  readonly isSending: boolean
}

/** The result of a merge or match. */
export type MoveResult =
  | { readonly kind: 'done'; readonly move: CompanyMove; readonly changeId: string | null }
  | { readonly kind: 'job'; readonly move: CompanyMove; readonly jobId: number }

/** Shows the result: *Undo* if it's done, and its progress if it became a background job. */
export const useReportMove = () => {
  const offerUndo = useUndo(moveReads, 'record')
  const follow = useFollowJob(moveReads, 'record')
  return (title: string, moved: MoveResult): void => {
    if (moved.kind === 'job')
      void follow(moved.jobId, (changed) => `${title}: ${formatCount(changed, 'record')}`)
    else
      offerUndo({
        changeId: moved.changeId,
        title,
        description: `${formatCount(moved.move.student_periods, 'record')} changed.`,
      })
  }
}

const moveIn = (reply: unknown): CompanyMove | null => companyMove.safeParse(reply).data ?? null

/**
 * Previews a merge or match while the user enters it (`dry`), and makes exactly what was previewed (`real`). Without
 * input there is no preview.
 */
export const useMove = <B extends MoveKeys>(
  dry: MoveSend<B>,
  real: MoveSend<B>,
  asked: MoveAsk<B> | null,
) => {
  const { preview, error, apply } = usePreview<CompanyMove>({
    key: asked && JSON.stringify(asked),
    read: async (signal) => {
      if (asked === null) return null
      const { reply } = await dry.send({ ...asked, body: { ...asked.body, dry_run: true } }, { signal })
      return moveIn(reply)
    },
    readIn: moveIn,
  })

  const applyShown = (): Promise<MoveResult | null> =>
    apply(async (move) => {
      if (asked === null) return null
      const expected = { student_periods: move.student_periods }
      const { reply, changeId } = await real.send({ ...asked, body: { ...asked.body, expected } })
      return 'job_id' in reply
        ? { kind: 'job', move, jobId: reply.job_id }
        : { kind: 'done', move: reply, changeId }
    })
  return { preview, error, isApplying: real.isSending, apply: applyShown }
}

/** A merge or match being entered. */
export type Move = ReturnType<typeof useMove>
