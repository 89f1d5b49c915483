import { useEffect, useEffectEvent, useRef } from 'react'
import { getImport, listImports } from '#contract/review/imports/endpoints.ts'
import {
  getInsuranceCompany,
  listInsuranceCompanies,
  listTypedNames,
} from '#contract/records/insurance-companies/endpoints.ts'
import type { Job } from '#contract/platform/jobs/shapes.ts'
import { listNotes } from '#contract/records/notes/endpoints.ts'
import { listOptionUses } from '#contract/records/options/endpoints.ts'
import { enrollFormDropdowns, waiverFormDropdowns } from '#contract/setup/period-documents/dropdowns.ts'
import { knownJobs, reportChange, reportUndo } from '#client/platform/common/follow-job.ts'
import { jobWords } from '#client/platform/common/job-text.ts'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { useFollowJob } from '#client/platform/common/use-follow-job.ts'
import { useFollowUndo, useUndo } from '#client/platform/common/use-undo.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'

/** Endpoints that show the result of any background job or its undo. */
const reads = [
  ...enrollmentReads,
  listNotes,
  listImports,
  getImport,
  listInsuranceCompanies,
  getInsuranceCompany,
  listTypedNames,
  listOptionUses,
  enrollFormDropdowns.get,
  waiverFormDropdowns.get,
] as const

/** Tracks unfinished background jobs, and reports those that ended; renders nothing but toasts. */
export const Resumed = ({ job }: { job: Job }) => {
  const words = jobWords[job.kind]
  const followChange = useFollowJob(reads, words.noun)
  const followUndo = useFollowUndo(reads, words.noun)
  const toast = useToast()
  const offerUndo = useUndo(reads, words.noun)
  const isBegun = useRef(false)
  const begin = () => {
    const isUndo = job.kind === 'undo-change'
    if (job.state === 'queued' || job.state === 'running')
      void (isUndo ? followUndo(job.id) : followChange(job.id, words.done, words.running))
    else if (knownJobs(toast).has(job.id)) return
    else if (isUndo) reportUndo(toast, job, words.noun, true)
    else reportChange({ toast, offerUndo }, job, words.done, true)
  }
  const beginOnce = useEffectEvent(() => {
    if (isBegun.current) return
    isBegun.current = true
    begin()
  })
  useEffect(() => beginOnce(), [])
  return null
}
