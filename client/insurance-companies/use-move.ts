import { useEffect, useState } from 'react'
import { companyMove, type CompanyMove } from '#contract/insurance-companies/shapes.ts'
import { ApiError } from '#client/lib/api-error.ts'

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
  const [preview, setPreview] = useState<CompanyMove | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const key = JSON.stringify(asked)
  const { send } = dry
  useEffect(() => {
    setPreview(null)
    setError(null)
    if (asked === null) return
    const leaving = new AbortController()
    const body = { ...asked.body, dry_run: true }
    send({ ...asked, body }, { signal: leaving.signal }).then(
      ({ reply }) => setPreview(moveIn(reply)),
      (failure: unknown) => {
        if (failure instanceof ApiError && failure.kind !== 'aborted') setError(failure)
      },
    )
    return () => leaving.abort()
    // the ask is told apart by what it says
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, send])

  /** Resolves to null when it failed; `error` says how, and a preview that no longer holds is replaced by the new one. */
  const apply = async (): Promise<Moved | null> => {
    if (asked === null || preview === null) return null
    setError(null)
    try {
      const expected = { student_periods: preview.student_periods }
      const { reply, changeId } = await real.send({ ...asked, body: { ...asked.body, expected } })
      return 'job_id' in reply
        ? { kind: 'job', move: preview, jobId: reply.job_id }
        : { kind: 'done', move: reply, changeId }
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const fresh = failure.kind === 'stale' ? moveIn(failure.data) : null
      if (fresh) setPreview(fresh)
      setError(failure)
      return null
    }
  }
  return { preview, error, isApplying: real.isSending, apply }
}

/** A move that is being put together. */
export type Move = ReturnType<typeof useMove>
