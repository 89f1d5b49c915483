import { useEffect, useEffectEvent, useRef } from 'react'
import { getImport, listImports } from '#contract/imports/endpoints.ts'
import {
  getInsuranceCompany,
  listInsuranceCompanies,
  listTypedNames,
} from '#contract/insurance-companies/endpoints.ts'
import type { Job } from '#contract/jobs/shapes.ts'
import { listNotes } from '#contract/notes/endpoints.ts'
import { listOptionUses } from '#contract/website/option-calls.ts'
import { enrollFormDropdowns, waiverFormDropdowns } from '#contract/website/dropdowns.ts'
import { reportChange, reportUndo } from '#client/common/follow-job.ts'
import { jobWords } from '#client/common/job-text.ts'
import { enrollmentReads } from '#client/common/student-reads.ts'
import { useFollowJob } from '#client/common/use-follow-job.ts'
import { useFollowUndo, useUndo } from '#client/common/use-undo.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'

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
