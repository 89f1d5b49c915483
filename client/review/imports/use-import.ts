import { useState } from 'react'
import type { ClientRequest } from '#contract/platform/endpoint.ts'
import {
  applyImport,
  confirmImportRows,
  getImport,
  listImportRows,
  listImports,
  listRejectedCells,
  releaseImport,
} from '#contract/review/imports/endpoints.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useAsk, useReloadAtEnd, useSend } from '#client/platform/lib/query.ts'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { isBusy } from './import-text.ts'

const results = [listImports, listImportRows, listRejectedCells, ...enrollmentReads]

/** Loads an import, and follows it while it runs; users can leave and return. */
export const useImport = (id: number) => {
  const answer = useAsk(getImport, { params: { id } }, { staleTime: 0, follows: isBusy })
  // everything that shows its result
  useReloadAtEnd(answer.data !== undefined && isBusy(answer.data), results)
  return answer
}

/** Why an import wasn't saved, and whether a new preview helps. */
interface ApplyProblem {
  readonly message: string
  readonly needsPreview: boolean
}

type Accepted = NonNullable<ClientRequest<typeof applyImport>['body']>

/** Applies a preview. */
export const useApply = (id: number) => {
  const [problem, setProblem] = useState<ApplyProblem | null>(null)
  const { send, isSending } = useSend(applyImport, { refreshes: [getImport, listImports], quiet: true })
  const apply = async (accepted: Accepted): Promise<void> => {
    setProblem(null)
    try {
      await send({ params: { id }, body: accepted })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem({ message: error.message, needsPreview: error.kind === 'stale' })
    }
  }
  return { apply, problem, isApplying: isSending }
}

const reviewed = { refreshes: [getImport, listImports, listImportRows], quiet: true } as const

/** Decides on a preview: confirms stopped rows (`null` for all) or stops them again, and releases a held file. */
export const useReview = (id: number) => {
  const [message, setMessage] = useState<string | null>(null)
  const [sending, setSending] = useState<number | null>(null)
  const rows = useSend(confirmImportRows, reviewed)
  const file = useSend(releaseImport, reviewed)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setMessage(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setMessage(error.message)
    }
  }
  const confirm = async (row: number | null, isConfirmed: boolean): Promise<void> => {
    setSending(row)
    const body = { is_confirmed: isConfirmed, ...(row === null ? {} : { rows: [row] }) }
    await run(() => rows.send({ params: { id }, body }))
    setSending(null)
  }
  return {
    confirm,
    release: () => run(() => file.send({ params: { id }, body: {} })),
    /** The row that is being sent; null for all of them. */
    sending,
    isSending: (rows.isSending && sending === null) || file.isSending,
    message,
  }
}
