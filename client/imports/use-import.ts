import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { applyImport, getImport, listImportRows, listImports } from '#contract/imports/endpoints.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { keyOf, useAsk, useSend } from '#client/lib/query.ts'
import { enrollmentReads } from '#client/common/student-reads.ts'
import { isBusy } from './import-text.ts'

const pollEvery = 1000

/** Loads an import, and polls it while it runs; users can leave and return. */
export const useImport = (id: number) => {
  const client = useQueryClient()
  const [polls, setPolls] = useState(false)
  const answer = useAsk(
    getImport,
    { params: { id } },
    { staleTime: 0, refetchInterval: polls ? pollEvery : false },
  )
  const run = answer.data
  const runs = run !== undefined && isBusy(run)
  if (run !== undefined && runs !== polls) setPolls(runs)
  const wasBusy = useRef(false)
  useEffect(() => {
    // It ended while it was open: reload everything that shows its result.
    if (wasBusy.current && !runs)
      for (const endpoint of [listImports, listImportRows, ...enrollmentReads])
        void client.invalidateQueries({ queryKey: keyOf(endpoint) })
    wasBusy.current = runs
  }, [runs, client])
  return answer
}

/** Why an import wasn't saved, and whether a new preview helps. */
interface ApplyProblem {
  readonly message: string
  readonly needsPreview: boolean
}

/** Applies a preview. */
export const useApply = (id: number) => {
  const [problem, setProblem] = useState<ApplyProblem | null>(null)
  const { send, isSending } = useSend(applyImport, { refreshes: [getImport, listImports], quiet: true })
  const apply = async (leavesRefusedOut: boolean): Promise<void> => {
    setProblem(null)
    try {
      await send({ params: { id }, body: leavesRefusedOut ? { accept_valid_rows: true } : {} })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem({ message: error.message, needsPreview: error.kind === 'stale' })
    }
  }
  return { apply, problem, isApplying: isSending }
}
