import { companyMove, type CompanyMove } from '#contract/insurance-companies/shapes.ts'
import { usePreview } from '#client/common/use-preview.ts'

interface MoveKeys {
  readonly dry_run?: boolean | undefined
  readonly expected?: { readonly student_periods: number } | undefined
}

/** What is to be moved: the company of the path, and the body. */
export interface MoveAsk<B> {
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

/** What came of a move. */
export type Moved =
  | { readonly kind: 'done'; readonly move: CompanyMove; readonly changeId: string | null }
  | { readonly kind: 'job'; readonly move: CompanyMove; readonly jobId: number }

const moveIn = (reply: unknown): CompanyMove | null => companyMove.safeParse(reply).data ?? null

/**
 * Previews a merge or an assignment as it is put together (`dry`), and does exactly what was previewed (`real`).
 * No ask, no preview: nothing is chosen yet.
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

  const applyShown = (): Promise<Moved | null> =>
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

/** A move that is being put together. */
export type Move = ReturnType<typeof useMove>
