import { useId, useState } from 'react'
import { coverageLabels, type Coverage } from '#contract/coverage/choices.ts'
import { addManualResult, listDecisions, listManualResults } from '#contract/decisions/endpoints.ts'
import {
  manualStatuses,
  manualStatusLabels,
  newManualResult,
  type ManualResult,
} from '#contract/decisions/outcome-shapes.ts'
import { getFormSubmission, listFormSubmissions } from '#contract/form-submissions/endpoints.ts'
import type { FormSubmissionDetail } from '#contract/form-submissions/review-shapes.ts'
import { formatInstant } from '#client/lib/format.ts'
import { useAsk, useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { Select } from '#client/ui/controls/select.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import { fieldsOf } from '#client/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/ui/form/form.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.ts'
import type { Step } from './review-search.ts'

interface VerifyStepProps {
  form: FormSubmissionDetail
  onStep: (step: Step) => void
}

/** Renders what staff found out about the other coverage; electronic checks will fill it in. */
export const VerifyStep = ({ form, onStep }: VerifyStepProps) => {
  const [coverage, setCoverage] = useState<Coverage>(form.coverage_types[0] ?? 'medical')
  const { data: results } = useAsk(listManualResults, { query: { formSubmissionId: String(form.id) } })
  if (form.form_type === 'enroll')
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-2">An enroll form has no other coverage to verify.</p>
        <Button onClick={() => onStep('decide')}>Continue</Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">
        Check the other coverage by phone or on the insurance company’s website, and save what you found. The
        rules use it as evidence.
      </p>
      {form.coverage_types.length > 1 && (
        <Field label="Coverage">
          <Select
            options={form.coverage_types.map((value) => ({ value, label: coverageLabels[value] }))}
            value={coverage}
            onChange={(next) => next && setCoverage(next)}
          />
        </Field>
      )}
      {results && <LatestResult form={form} coverage={coverage} results={results} onStep={onStep} />}
    </div>
  )
}

const empty = {
  plan_name: '',
  plan_begins_on: '',
  plan_ends_on: '',
  deductible: '',
  out_of_pocket_max: '',
  coverage_letter_on: '',
}
// Object.keys drops the type of the names
const emptyNames = Object.keys(empty) as (keyof typeof empty)[]

/** The fields of a new result, with what the latest one says. */
const valuesOf = (latest: ManualResult | null) => ({
  ...empty,
  ...Object.fromEntries(emptyNames.map((name) => [name, latest?.[name] ?? ''])),
  status: latest?.status ?? null,
  note: '',
})

const f = fieldsOf<ReturnType<typeof valuesOf>>()

interface LatestResultProps extends VerifyStepProps {
  coverage: Coverage
  results: readonly ManualResult[]
}

/** Renders the form for one coverage type. A saved result is its new base. */
const LatestResult = ({ results, ...props }: LatestResultProps) => {
  const latest = results.find((one) => one.coverage_type === props.coverage) ?? null
  return <ResultForm key={`${props.coverage} ${latest?.id ?? 0}`} latest={latest} {...props} />
}

interface ResultFormProps extends VerifyStepProps {
  coverage: Coverage
  latest: ManualResult | null
}

const ResultForm = ({ form: submission, coverage, latest, onStep }: ResultFormProps) => {
  const formId = useId()
  const { send } = useSend(addManualResult, {
    refreshes: [listManualResults, listDecisions, getFormSubmission, listFormSubmissions],
    quiet: true,
  })
  const form = useRecordForm({
    schema: newManualResult,
    extra: { form_submission_id: submission.id, coverage_type: coverage },
    defaults: valuesOf(latest),
    draft: { form: `manual-result:${submission.id}:${coverage}` },
    onSubmit: async (body) => {
      await send({ body })
    },
  })
  return (
    <Form form={form} id={formId}>
      {latest && (
        <p className="text-label text-ink-2">
          Saved by {latest.created_by?.name}, {formatInstant(latest.created_at)}
          {latest.note !== null && `: ${latest.note}`}
        </p>
      )}
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
        <f.Select
          name="status"
          label="Coverage is"
          options={manualStatuses.map((value) => ({ value, label: manualStatusLabels[value] }))}
          width="half"
        />
        <f.Text name="plan_name" label="Plan" width="half" />
        <f.Date name="plan_begins_on" label="Starts" width="half" />
        <f.Date name="plan_ends_on" label="Ends" width="half" />
        <f.Money name="deductible" label="Deductible" width="half" />
        <f.Money name="out_of_pocket_max" label="Out-of-pocket limit" width="half" />
        <f.Date name="coverage_letter_on" label="Date on the coverage letter" width="half" />
        <f.Textarea name="note" label="Note" hint="For the office. The student doesn’t see it." />
      </div>
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form} formId={formId}>
          Save result
        </SubmitButton>
        <Button onClick={() => onStep('decide')}>Continue</Button>
      </div>
    </Form>
  )
}
