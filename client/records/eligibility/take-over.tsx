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
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { valueWords } from '#client/platform/record/field-value.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { CheckboxBox } from '#client/platform/ui/controls/checkbox.tsx'
import { Switch } from '#client/platform/ui/controls/switch.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
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
  return <MergeFields fields={comparedOf(check, record)} isSaving={isSending} error={error} onSave={save} />
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
          'Someone else changed the record, so nothing was saved. Review the new values, then save again.',
        )
      } else setError(failure.message)
      return false
    }
  }
  return { save, isSending, error }
}

const differs = ({ submitted, recorded }: ComparedField): boolean =>
  submitted !== recorded && String(submitted ?? '') !== String(recorded ?? '')

interface MergeFieldsProps {
  fields: readonly ComparedField[]
  isSaving: boolean
  /** Why saving failed. */
  error: string | null
  /** Saves chosen fields in the record. Returns whether they’re saved. */
  onSave: (names: string[]) => Promise<boolean>
}

const differenceText = (many: number): string => {
  if (many === 0) return 'Every value is already in the record.'
  return `${many === 1 ? '1 value differs' : `${many} values differ`} from the record.`
}

/** Renders values next to the record’s. Those that staff choose are saved in the record. */
const MergeFields = ({ fields, isSaving, error, onSave }: MergeFieldsProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [showsAll, setShowsAll] = useState(false)
  const different = fields.filter(differs)
  const mergeable = different.filter(({ can_merge }) => can_merge).map(({ name }) => name)
  const shown = showsAll ? fields : different
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
  }
  const names = mergeable.filter((name) => chosen.has(name))
  const save = async () => {
    if (await onSave(names)) setChosen(new Set())
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-ink-2">{differenceText(different.length)}</p>
        <Switch label="Show all" checked={showsAll} onChange={setShowsAll} />
      </div>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {shown.length > 0 && <ComparedTable {...{ shown, chosen }} onToggle={toggle} />}
      {mergeable.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={isSaving} disabled={names.length === 0} onClick={() => void save()}>
            {names.length === 0 ? 'Save in the record' : `Save ${names.length} in the record`}
          </Button>
          <Button onClick={() => setChosen(new Set(mergeable))}>Choose all</Button>
        </div>
      )}
    </div>
  )
}

interface ComparedTableProps {
  shown: readonly ComparedField[]
  chosen: ReadonlySet<string>
  onToggle: (name: string) => void
}

const ComparedTable = ({ shown, chosen, onToggle }: ComparedTableProps) => (
  <table className="w-full table-fixed text-left">
    <thead className="text-label text-ink-2">
      <tr>
        <th scope="col" className="w-8 pb-1">
          <span className="sr-only">Save</span>
        </th>
        <th scope="col" className="pb-1 font-medium">
          Check
        </th>
        <th scope="col" className="pb-1 pl-3 font-medium">
          Record
        </th>
      </tr>
    </thead>
    <tbody>
      {shown.map((field) => (
        <tr key={field.name} className="border-t border-line align-top">
          <td className="py-2">
            {differs(field) && field.can_merge && (
              <CheckboxBox
                aria-label={`Save ${fieldLabel(field.name)}`}
                checked={chosen.has(field.name)}
                onChange={() => onToggle(field.name)}
              />
            )}
          </td>
          <td className="py-2">
            <p className="text-label text-ink-3">{fieldLabel(field.name)}</p>
            <p className="break-words">{valueWords(field.name, field.submitted)}</p>
          </td>
          <td className="py-2 pl-3">
            <p className="text-label text-ink-3">{differs(field) ? 'Different' : 'Same'}</p>
            <p className="break-words text-ink-2">{valueWords(field.name, field.recorded)}</p>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
