import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  coverageLabels,
  coverages,
  isCoverageStatus,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import {
  getStudentPeriod,
  listStatusMoves,
  updateStudentPeriod,
} from '#contract/records/student-periods/endpoints.ts'
import {
  academicStatusLabels,
  type AcademicStatus,
} from '#contract/platform/record/student-period-choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { emailDelayText } from '#client/platform/common/undo-text.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'

/** A new status for a coverage type. */
export interface StatusTarget {
  readonly coverage: Coverage
  readonly to: CoverageStatus
  /** For an approved waiver: emails the student. Off by default. */
  readonly sendEmail?: boolean
  /** For an override: the day on which coverage starts, if it isn’t the usual one. */
  readonly startsOn?: string | null
}

const staleWords = 'This student was changed in the meantime. Check the current status, then try again.'

/**
 * Whether a student-period or its status changes are loading: what is known of them may be older than the user’s own
 * undo, and a change to that version is refused.
 */
export const useIsReloading = (id: number): boolean => {
  const ask = { params: { id } }
  const records = useIsFetching({ queryKey: keyOf(getStudentPeriod, ask) })
  const moves = useIsFetching({ queryKey: keyOf(listStatusMoves, ask) })
  return records + moves > 0
}

/** Saves a status over the loaded version and offers Undo. The caller handles failures. */
export const useWriteStatus = () => {
  const client = useQueryClient()
  const offerUndo = useUndo(statusReads)
  const { send } = useSend(updateStudentPeriod, { refreshes: statusReads, quiet: true })
  return async (
    record: StudentPeriod,
    { coverage, to, sendEmail = false, startsOn = null }: StatusTarget,
    reason?: string,
  ): Promise<void> => {
    const key = keyOf(getStudentPeriod, { params: { id: record.id } })
    try {
      const { reply, changeId } = await send({
        params: { id: record.id },
        body: {
          [statusFieldOf(coverage)]: to,
          version: record.version,
          send_email: sendEmail || undefined,
          coverage_starts_on: startsOn ?? undefined,
          override_reason: reason,
        },
      })
      client.setQueryData(key, reply)
      offerUndo({
        changeId,
        title: `${coverageLabels[coverage]}: ${statusCatalogue[to].label}`,
        ...(sendEmail ? { description: emailDelayText } : {}),
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'stale') throw error
      for (const endpoint of statusReads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
      throw new ApiError({ kind: 'stale', code: 'stale', message: staleWords })
    }
  }
}

/** Saves an academic status over the loaded version and offers Undo; failures are shown. */
export const useWriteAcademicStatus = () => {
  const toast = useToast()
  const offerUndo = useUndo(statusReads)
  const { send } = useSend(updateStudentPeriod, { refreshes: statusReads, quiet: true })
  return async (record: StudentPeriod, to: AcademicStatus): Promise<void> => {
    try {
      const body = { academic_status: to, version: record.version }
      const { reply, changeId } = await send({ params: { id: record.id }, body })
      offerUndo({
        changeId,
        title: `Academic status: ${academicStatusLabels[to]}`,
        description: followedText(record, reply),
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const description = error.kind === 'stale' ? staleWords : error.message
      toast.show({ tone: 'danger', title: 'Couldn’t change the academic status', description })
    }
  }
}

/** Returns the coverage statuses that an academic status changed: 'Medical: Leave of Absence. Dental: …'. */
const followedText = (before: StudentPeriod, now: StudentPeriod): string =>
  coverages
    .flatMap((coverage) => {
      const status = now[statusFieldOf(coverage)]
      if (!isCoverageStatus(status) || status === before[statusFieldOf(coverage)]) return []
      return `${coverageLabels[coverage]}: ${statusCatalogue[status].label}.`
    })
    .join(' ')

/** Changes a status and shows the new one at once; on failure it returns to the saved one. */
export const useStatusMove = (record: StudentPeriod) => {
  const toast = useToast()
  const write = useWriteStatus()
  const [pending, setPending] = useState<StatusTarget | null>(null)
  const move = async (target: StatusTarget): Promise<void> => {
    setPending(target)
    try {
      await write(record, target)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const description = error.message
      toast.show({ tone: 'danger', title: 'Couldn’t change the status', description })
    } finally {
      setPending(null)
    }
  }
  return { pending, move }
}
