import { useState } from 'react'
import { getLatestReverification } from '#contract/reverifications/endpoints.ts'
import { countWaiverExport, exportWaivers, importBatchResults } from '#contract/reports/endpoints.ts'
import type { BatchResults, WaiverExportPart } from '#contract/reports/waiver-export.ts'
import { listEligibilityReports } from '#contract/verifications/endpoints.ts'
import { statusReads } from '#client/common/student-reads.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { call } from '#client/lib/call.ts'
import { formatCount, localDay } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'

const fileNames: Readonly<Record<WaiverExportPart, string>> = {
  send: 'Batch eligibility',
  cannot_send: 'Batch eligibility, not sent',
}

/** Downloads either file of a policy year. `saving` is the file under way. */
export const useWaiverFiles = (period: string) => {
  const toast = useToast()
  const [saving, setSaving] = useState<WaiverExportPart | null>(null)
  const save = async (part: WaiverExportPart): Promise<void> => {
    setSaving(part)
    try {
      const file = await call(exportWaivers, { query: { period_id: period, part } })
      saveFile(file, `${fileNames[part]} ${localDay(new Date())}.csv`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.show({ tone: 'danger', title: 'Couldn’t download the file', description: error.message })
    } finally {
      setSaving(null)
    }
  }
  return { save, saving }
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
  const [problem, setProblem] = useState<string | null>(null)
  const preview = useSend(importBatchResults, { quiet: true })
  const apply = useSend(importBatchResults, { refreshes: reads, quiet: true })
  const attempt = async (step: () => Promise<void>): Promise<void> => {
    setProblem(null)
    try {
      await step()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(messageOf(error))
    }
  }
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
      setProblem(null)
      setPreviewed(null)
    },
    isReading: preview.isSending,
    isImporting: apply.isSending,
  }
}
