import { useState } from 'react'
import { getLatestReverification } from '#contract/review/reverifications/endpoints.ts'
import { countWaiverExport, exportWaivers, importBatchResults } from '#contract/outputs/reports/endpoints.ts'
import type { BatchResults, WaiverExportPart } from '#contract/outputs/reports/waiver-export.ts'
import { listEligibilityReports } from '#contract/review/verifications/endpoints.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { useProblem } from '#client/platform/lib/use-problem.ts'
import { useSaveFile } from '#client/platform/common/use-save-file.ts'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatCount, localDay } from '#client/platform/lib/format.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'

const fileNames: Readonly<Record<WaiverExportPart, string>> = {
  send: 'Batch eligibility',
  cannot_send: 'Batch eligibility, not sent',
}

/** Downloads either file of a policy year. `saving` is the file under way. */
export const useWaiverFiles = (period: string) => {
  const { save, saving } = useSaveFile<WaiverExportPart>()
  return {
    saving,
    save: (part: WaiverExportPart) =>
      save(part, `${fileNames[part]} ${localDay(new Date())}.csv`, () =>
        call(exportWaivers, { query: { period_id: period, part } }),
      ),
  }
}

/** A file of results with what it would change. */
export interface PreviewedFile {
  readonly file: File
  readonly results: BatchResults
}

const messageOf = (error: ApiError): string => error.fieldErrors['file'] ?? error.message

const reads = [countWaiverExport, listEligibilityReports, getLatestReverification, ...statusReads]

/** Handles a file of results: preview first, then import exactly what was shown. */
export const useBatchResults = (period: string) => {
  const toast = useToast()
  const [previewed, setPreviewed] = useState<PreviewedFile | null>(null)
  const { problem, attempt, forgetProblem } = useProblem(messageOf)
  const preview = useSend(importBatchResults, { quiet: true })
  const apply = useSend(importBatchResults, { refreshes: reads, quiet: true })
  const choose = (file: File) =>
    attempt(async () => {
      const { reply } = await preview.send({ body: { period_id: period, dry_run: 'true' }, file })
      setPreviewed({ file, results: reply })
    })
  const importResults = ({ file, results }: PreviewedFile, skipsRejected: boolean) =>
    attempt(async () => {
      const body = {
        period_id: period,
        expected: String(results.results),
        ...(skipsRejected ? { accept_valid_rows: 'true' as const } : {}),
      }
      const { reply } = await apply.send({ body, file })
      setPreviewed(null)
      toast.show({ tone: 'success', title: `${formatCount(reply.results, 'result')} imported` })
    })
  return {
    previewed,
    problem,
    choose,
    importResults,
    forget: () => {
      forgetProblem()
      setPreviewed(null)
    },
    isReading: preview.isSending,
    isImporting: apply.isSending,
  }
}
