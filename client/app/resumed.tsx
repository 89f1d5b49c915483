import { useEffect, useRef } from 'react'
import { getImport, listImports } from '#contract/imports/endpoints.ts'
import {
  getInsuranceCompany,
  listInsuranceCompanies,
  listTypedNames,
} from '#contract/insurance-companies/endpoints.ts'
import type { Job } from '#contract/jobs/shapes.ts'
import { listNotes } from '#contract/notes/endpoints.ts'
import { listOptionUses } from '#contract/website/option-calls.ts'
import { getEnrollFormDropdowns, getWaiverFormDropdowns } from '#contract/website/endpoints.ts'
import { jobWords } from '#client/common/job-words.ts'
import { enrollmentReads } from '#client/common/student-reads.ts'
import { useFollowJob } from '#client/common/use-follow-job.ts'
import { useFollowUndo } from '#client/common/use-undo.ts'

/** What any of the long calls, or its undo, shows in. */
const reads = [
  ...enrollmentReads,
  listNotes,
  listImports,
  getImport,
  listInsuranceCompanies,
  getInsuranceCompany,
  listTypedNames,
  listOptionUses,
  getEnrollFormDropdowns,
  getWaiverFormDropdowns,
] as const

/** Follows work that was left, to its end; shows nothing of its own but toasts. */
export const Resumed = ({ job: { id, kind } }: { job: Job }) => {
  const words = jobWords[kind]
  const follow = useFollowJob(reads, words.noun)
  const followUndo = useFollowUndo(reads, words.noun)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    if (kind === 'undo-change') void followUndo(id)
    else void follow(id, words.done, words.running)
  }, [id, kind, words, follow, followUndo])
  return null
}
