import { useId, useState } from 'react'
import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import { addManualResult, listDecisions, listManualResults } from '#contract/review/decisions/endpoints.ts'
import { manualStatuses, manualStatusLabels } from '#contract/review/decisions/choices.ts'
import { newManualResult, type ManualResult } from '#contract/review/decisions/outcome-shapes.ts'
import { getFormSubmission, listFormSubmissions } from '#contract/review/form-submissions/endpoints.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { formReads } from '#client/records/forms/decide/form-reads.ts'
import { CheckResult } from '#client/records/eligibility/check-result.tsx'
import { useChecks } from '#client/records/eligibility/use-checks.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatInstant } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'

/** Renders what is known of a waiver’s other insurance: the answers of payers, and what staff found out themselves. */
export const OtherInsurance = ({ form }: { form: FormSubmissionDetail }) => (
  <>
    {form.student_period_id !== null && <FormChecks form={form} studentPeriod={form.student_period_id} />}
    <OwnResult form={form} />
  </>
)

/** Renders the latest check of each coverage type of the form. When an answer arrives, the rules have run again. */
const FormChecks = ({ form, studentPeriod }: { form: FormSubmissionDetail; studentPeriod: number }) => {
  const checks = useChecks({
    about: { student_period_id: studentPeriod },
    years: [studentPeriod],
    refreshes: formReads,
  })
  return (
    <Loaded
      of={checks}
      compact
      what="The eligibility checks"
      who="Only this school’s admins and Shipmate Admins have access to eligibility checks."
      rows={3}
      label="Loading eligibility checks"
    >
      {(rows) =>
        form.coverage_types.map((coverage) => {
          const latest = rows.find(({ coverage_type }) => coverage_type === coverage)
          return (
            latest && (
              <CheckResult
                key={coverage}
                check={latest}
                title={`Check of ${withinSentence(coverageLabels[coverage])} insurance`}
              />
            )
          )
        })
      }
    </Loaded>
  )
}

/**
 * Renders a line that opens to what staff found out by phone or on the company’s website. Few forms need it, so it loads
 * when it’s opened.
 */
const OwnResult = ({ form }: { form: FormSubmissionDetail }) => {
  const [wasOpened, setOpened] = useState(false)
  return (
    <Disclosure summary="Result of your own check" className="-mx-2" onToggle={() => setOpened(true)}>
      <div className="flex flex-col gap-3 px-2 pt-1">
        <p className="text-ink-2">
          If you checked the other coverage by phone or on the insurance company’s website, save what you
          found. The rules use the latest result.
        </p>
        {wasOpened && <OwnResultFields form={form} />}
      </div>
    </Disclosure>
  )
}

const OwnResultFields = ({ form }: { form: FormSubmissionDetail }) => {
  const [coverage, setCoverage] = useState<Coverage>(form.coverage_types[0] ?? 'medical')
  const results = useAsk(listManualResults, { query: { formSubmissionId: String(form.id) } })
  return (
    <>
      {form.coverage_types.length > 1 && (
        <Field label="Coverage">
          <Select
            options={form.coverage_types.map((value) => ({ value, label: coverageLabels[value] }))}
            value={coverage}
            onChange={(next) => next && setCoverage(next)}
          />
        </Field>
      )}
      <Loaded
        of={results}
        compact
        what="The earlier results"
        who="Only Shipmate Admins have access to results of checks."
        rows={5}
        label="Loading the latest result"
      >
        {(rows) => <LatestResult form={form} coverage={coverage} results={rows} />}
      </Loaded>
    </>
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

interface LatestResultProps {
  form: FormSubmissionDetail
  coverage: Coverage
  results: readonly ManualResult[]
}

/** Renders the form for one coverage type. A saved result is its new base. */
const LatestResult = ({ results, ...props }: LatestResultProps) => {
  const latest = results.find((one) => one.coverage_type === props.coverage) ?? null
  return <ResultForm key={`${props.coverage} ${latest?.id ?? 0}`} latest={latest} {...props} />
}

interface ResultFormProps {
  form: FormSubmissionDetail
  coverage: Coverage
  latest: ManualResult | null
}

const ResultForm = ({ form: submission, coverage, latest }: ResultFormProps) => {
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
          label="Coverage status"
          options={manualStatuses.map((value) => ({ value, label: manualStatusLabels[value] }))}
          width="half"
        />
        <f.Text name="plan_name" label="Plan" width="half" />
        <f.Date name="plan_begins_on" label="Coverage start" width="half" />
        <f.Date name="plan_ends_on" label="Coverage end" width="half" />
        <f.Money name="deductible" label="Deductible" width="half" />
        <f.Money name="out_of_pocket_max" label="Out-of-pocket maximum" width="half" />
        <f.Date name="coverage_letter_on" label="Date on the coverage letter" width="half" />
        <f.Textarea name="note" label="Note" hint="For the office. The student doesn’t see it." />
      </div>
      <SubmitButton form={form} formId={formId}>
        Save result
      </SubmitButton>
    </Form>
  )
}
