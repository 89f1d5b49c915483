import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  coverageLabels,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/coverage/choices.ts'
import { getStudentPeriod, updateStudentPeriod } from '#contract/student-periods/endpoints.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import { statusReads } from './student-reads.ts'
import { useUndo } from './use-undo.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { keyOf, useSend } from '#client/lib/query.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'

/** A status that a line is to have. */
export interface StatusTarget {
  readonly coverage: Coverage
  readonly to: CoverageStatus
  /** Of an approved waiver: the confirmation goes to the student. Off unless asked for. */
  readonly sendEmail?: boolean
}

const staleWords = 'Somebody changed this student meanwhile. Look at what it says now, then decide anew.'

/** Writes a status over the version that was read, and offers to take it back. Failures are the caller's. */
export const useWriteStatus = () => {
  const client = useQueryClient()
  const offerUndo = useUndo(statusReads)
  const { send } = useSend(updateStudentPeriod, { refreshes: statusReads, quiet: true })
  return async (
    record: StudentPeriod,
    { coverage, to, sendEmail = false }: StatusTarget,
    reason?: string,
  ): Promise<void> => {
    const key = keyOf(getStudentPeriod, { params: { id: record.id } })
    try {
      const { reply, changeId } = await send({
        params: { id: record.id },
        body: {
          [statusFieldOf(coverage)]: to,
          version: record.version,
          ...(sendEmail ? { send_email: true } : {}),
          ...(reason === undefined ? {} : { override_reason: reason }),
        },
      })
      client.setQueryData(key, reply)
      offerUndo({
        changeId,
        title: `${coverageLabels[coverage]}: ${statusCatalogue[to].label}`,
        ...(sendEmail ? { description: 'The confirmation to the student waits to be sent.' } : {}),
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'stale') throw error
      for (const endpoint of statusReads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
      throw new ApiError({ kind: 'stale', code: 'stale', message: staleWords })
    }
  }
}

/** Moves a line at once: the target stands while it is written, and goes back when it is refused. */
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
      const description = Object.values(error.fieldErrors)[0] ?? error.message
      toast.show({ tone: 'danger', title: 'Status not changed', description })
    } finally {
      setPending(null)
    }
  }
  return { pending, move }
}
