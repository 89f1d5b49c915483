import { useState } from 'react'
import { getFormSubmission, mergeFromStudentFormSubmission } from '#contract/form-submissions/endpoints.ts'
import type { ComparedField, FormSubmissionDetail } from '#contract/form-submissions/review-shapes.ts'
import { fieldLabel } from '#client/common/field-text.ts'
import { valueWords } from '#client/common/field-value.ts'
import { useUndo } from '#client/common/use-undo.ts'
import { ApiError } from '#client/lib/api-error.ts'
import { useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { CheckboxBox } from '#client/ui/controls/checkbox.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import { Banner } from '#client/ui/states/banner.tsx'
import type { Step } from './review-search.ts'

const refreshes = [getFormSubmission]

const differs = ({ submitted, recorded }: ComparedField): boolean =>
  submitted !== recorded && String(submitted ?? '') !== String(recorded ?? '')

interface ReviewStepProps {
  form: FormSubmissionDetail
  onStep: (step: Step) => void
}

/** Saves chosen answers in the record, and offers to undo it. */
const useMerge = (form: FormSubmissionDetail) => {
  const [error, setError] = useState<string | null>(null)
  const offerUndo = useUndo(refreshes)
  const { send, isSending } = useSend(mergeFromStudentFormSubmission, { refreshes, quiet: true })
  const merge = async (fields: string[]): Promise<boolean> => {
    setError(null)
    try {
      const { changeId } = await send({
        params: { id: form.student_period_id ?? 0 },
        body: { form_submission_id: form.id, fields, version: form.student_period_version ?? 0 },
      })
      offerUndo({ changeId, title: fields.length === 1 ? '1 field saved' : `${fields.length} fields saved` })
      return true
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
      return false
    }
  }
  return { merge, isSending, error }
}

const differenceText = (many: number): string => {
  if (many === 0) return 'Every answer is already in the record.'
  return `${many === 1 ? '1 answer differs' : `${many} answers differ`} from the record.`
}

/** Renders the answers beside the record. Chosen ones are saved in the record, with undo. */
export const ReviewStep = ({ form, onStep }: ReviewStepProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [showsAll, setShowsAll] = useState(false)
  const { merge, isSending, error } = useMerge(form)
  if (form.student_period_id === null)
    return <p className="text-ink-2">Match the form with a student first.</p>
  const different = form.comparison.filter(differs)
  const mergeable = different.filter(({ can_merge }) => can_merge).map(({ name }) => name)
  const shown = showsAll ? form.comparison : different
  const toggle = (name: string) => {
    const next = new Set(chosen)
    if (!next.delete(name)) next.add(name)
    setChosen(next)
  }
  const fields = mergeable.filter((name) => chosen.has(name))
  const save = async () => {
    if (await merge(fields)) setChosen(new Set())
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-ink-2">{differenceText(different.length)}</p>
        <Switch label="Show all" checked={showsAll} onChange={setShowsAll} />
      </div>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {shown.length > 0 && <Comparison shown={shown} chosen={chosen} onToggle={toggle} />}
      <div className="flex flex-wrap gap-2">
        {mergeable.length > 0 && (
          <>
            <Button
              variant="primary"
              busy={isSending}
              disabled={fields.length === 0}
              onClick={() => void save()}
            >
              {fields.length === 0 ? 'Save in the record' : `Save ${fields.length} in the record`}
            </Button>
            <Button onClick={() => setChosen(new Set(mergeable))}>Choose all</Button>
          </>
        )}
        <Button onClick={() => onStep(form.form_type === 'waiver' ? 'verify' : 'decide')}>Continue</Button>
      </div>
    </div>
  )
}

interface ComparisonProps {
  shown: readonly ComparedField[]
  chosen: ReadonlySet<string>
  onToggle: (name: string) => void
}

const Comparison = ({ shown, chosen, onToggle }: ComparisonProps) => (
  <table className="w-full table-fixed text-left">
    <thead className="text-label text-ink-2">
      <tr>
        <th scope="col" className="w-8 pb-1">
          <span className="sr-only">Save</span>
        </th>
        <th scope="col" className="pb-1 font-medium">
          Answer
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
