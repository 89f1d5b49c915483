import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ComparedField } from '#contract/review/form-submissions/review-shapes.ts'
import { getFormSubmission } from '#contract/review/form-submissions/endpoints.ts'
import { getStudentPeriod } from '#contract/records/student-periods/endpoints.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { updateFromEligibilityReport } from '#contract/review/verifications/endpoints.ts'
import { takenFields, type EligibilityReport } from '#contract/review/verifications/shapes.ts'
import { takenValuesOf } from '#contract/review/verifications/taken-values.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { MergeFields } from '#client/platform/record/merge-fields.tsx'
import { statusReads } from '#client/platform/common/student-reads.ts'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { keyOf, useAsk, useSend } from '#client/platform/lib/query.ts'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'

/** Renders a line that opens to a check’s values beside the record’s. Chosen ones are saved in the record, with undo. */
export const TakeOver = ({ check }: { check: EligibilityReport }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure
      onToggle={setOpen}
      summary={<span className="text-label font-medium text-ink-2">Compare with the record</span>}
    >
      {isOpen && (
        <div className="mt-1 mb-2 ml-8 max-w-2xl pr-2">
          <Compared check={check} />
        </div>
      )}
    </Disclosure>
  )
}

const Compared = ({ check }: { check: EligibilityReport }) => {
  const year = useAsk(getStudentPeriod, { params: { id: check.student_period_id } })
  return (
    <Loaded
      of={year}
      compact
      what="The policy year"
      who="Only this school’s admins and Shipmate Admins have access."
      rows={3}
      label="Loading the record"
    >
      {(record) => <Comparison check={check} record={record} />}
    </Loaded>
  )
}

interface ComparisonProps {
  check: EligibilityReport
  record: StudentPeriod
}

const Comparison = ({ check, record }: ComparisonProps) => {
  const { save, isSending, error } = useTakeOver({ check, record })
  return (
    <MergeFields
      fields={comparedOf(check, record)}
      noun="value"
      source="Check"
      isSaving={isSending}
      error={error}
      onSave={save}
    />
  )
}

/** Returns the fields a check says something about, by their names in the record. */
const comparedOf = (check: EligibilityReport, record: StudentPeriod): ComparedField[] => {
  const values = takenValuesOf(check)
  return takenFields.flatMap((field) => {
    const name = `${check.coverage_type}_${field}` as const
    const submitted = values[field]
    return submitted === undefined ? [] : [{ name, submitted, recorded: record[name], can_merge: true }]
  })
}

const refreshes = [...statusReads, getFormSubmission]

/** Saves chosen values of a check in the record, and offers to undo it. */
const useTakeOver = ({ check, record }: ComparisonProps) => {
  const [error, setError] = useState<string | null>(null)
  const client = useQueryClient()
  const offerUndo = useUndo(refreshes)
  const { send, isSending } = useSend(updateFromEligibilityReport, { refreshes, quiet: true })
  const save = async (names: string[]): Promise<boolean> => {
    setError(null)
    const fields = takenFields.filter((field) => names.includes(`${check.coverage_type}_${field}`))
    try {
      const { changeId } = await send({
        body: { eligibility_report_id: check.id, fields, version: record.version },
      })
      offerUndo({ changeId, title: fields.length === 1 ? '1 field saved' : `${fields.length} fields saved` })
      return true
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.kind === 'stale') {
        // shows what the other person saved
        await client.invalidateQueries({ queryKey: keyOf(getStudentPeriod, { params: { id: record.id } }) })
        setError(
          'Someone else changed the record. It’s up to date now. Nothing was saved: check, and save again.',
        )
      } else setError(failure.message)
      return false
    }
  }
  return { save, isSending, error }
}
