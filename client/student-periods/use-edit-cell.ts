import { useQueryClient } from '@tanstack/react-query'
import { updateStudentPeriod } from '#contract/student-periods/endpoints.ts'
import type { EnrollmentField } from '#contract/student-periods/fields.ts'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import { fieldLabel } from '#client/common/field-words.ts'
import { statusReads } from '#client/common/student-reads.ts'
import { valueWords, type PlainValue } from '#client/common/field-value.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { keyOf, useSend } from '#client/lib/query.ts'

const staleWords = 'Somebody changed this student meanwhile. Look at the row, then save again.'

/**
 * Writes one field of one row over the version that was read, and offers to take it back. Answers what is wrong in a
 * sentence, or null when it is written.
 */
export const useEditCell = () => {
  const client = useQueryClient()
  const offerUndo = useUndo(statusReads)
  const { send } = useSend(updateStudentPeriod, { refreshes: statusReads, quiet: true })
  return async (row: StudentListRow, field: EnrollmentField, value: PlainValue): Promise<string | null> => {
    try {
      const { changeId } = await send({
        params: { id: row.id },
        body: { [field]: value, version: row.version },
      })
      offerUndo({
        changeId,
        title: `${row.student_name}: ${fieldLabel(field)} is ${value === null ? 'empty' : valueWords(field, value)}`,
      })
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind !== 'stale') return error.fieldErrors[field] ?? error.message
      for (const endpoint of statusReads) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
      return staleWords
    }
  }
}
