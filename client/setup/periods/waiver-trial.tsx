import { useId, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { tryWaiver } from '#contract/review/decisions/endpoints.ts'
import {
  companyFlagLabels,
  companyFlags,
  waiverDocumentKinds,
  waiverDocumentLabels,
  waiverTrial,
  type WaiverDecision,
} from '#contract/review/decisions/shapes.ts'
import { eligibilityStatuses, eligibilityStatusLabels } from '#contract/review/verifications/choices.ts'
import { attestedLabels, attestedRules } from '#contract/setup/period-documents/attested.ts'
import type { WaiverValues } from '#contract/setup/period-documents/waiver-configuration.ts'
import {
  attestations,
  languageLabels,
  siteLanguages,
  medicaidStates,
} from '#contract/setup/period-documents/waiver-choices.ts'
import {
  insuranceTypeLabels,
  insuranceTypes,
  sourceOfCoverageLabels,
  sourcesOfCoverage,
} from '#contract/platform/record/student-period-choices.ts'
import { usePeriodOptions } from '#client/setup/website/use-period-options.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Form, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { RecommendationPill, RuleList } from './rule-results.tsx'

const blank = {
  source_of_coverage: 'parent_employer_group',
  insurance_type: 'ppo',
  company_flags: [],
  medicaid_state: null,
  program: '',
  campus: '',
  graduation_year: null,
  rotation_location: '',
  documents: ['insurance_card_front', 'insurance_card_back'],
  coverage_letter_on: '',
  attested: ['truth', 'report_loss', 'consent_to_verify', 'audit_and_charge'],
  eligibility_status: null,
  plan_begins_on: '',
  plan_ends_on: '',
  deductible: '',
  out_of_pocket_max: '',
  language: 'en',
  submitted_on: '',
}

const f = fieldsOf<typeof blank>()

const optionsOf = <T extends string>(values: readonly T[], labels: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** The policy year and its saved waiver options. */
export interface WaiverTrialProps {
  periodId: number
  rules: WaiverValues
  /** Whether the screen has changes that the saved options don’t contain. */
  isDirty: boolean
}

/** Renders a form for a made-up waiver, and what the saved waiver options make of it. */
export const WaiverTrial = ({ periodId, rules, isDirty }: WaiverTrialProps) => {
  const formId = useId()
  const [decision, setDecision] = useState<WaiverDecision | null>(null)
  const { send, isSending } = useSend(tryWaiver, { quiet: true })
  const form = useRecordForm({
    schema: waiverTrial,
    defaults: blank,
    onSubmit: async (body) => {
      const { reply } = await send({ params: { id: periodId }, body })
      setDecision(reply)
      // from here on, dirty means changed since this result
      form.methods.reset(form.methods.getValues())
    },
  })
  const { isDirty: isOld } = useFormState({ control: form.methods.control })
  return (
    <div className="flex flex-col gap-4 px-5 pb-5">
      <p className="text-ink-2">
        Enter a sample waiver to see what the saved rules recommend. Nothing is saved, and no student is
        affected.
      </p>
      {isDirty && <Banner tone="warning">Save your changes to try them.</Banner>}
      <Form form={form} id={formId}>
        <TrialFields periodId={periodId} rules={rules} />
        <SubmitButton form={form} formId={formId} className="self-start">
          {decision ? 'Try again' : 'Try it'}
        </SubmitButton>
      </Form>
      <section aria-label="Result" aria-live="polite" className="border-t border-line pt-4">
        {isSending && !decision ? (
          <SkeletonRows rows={4} label="Checking the rules" />
        ) : decision ? (
          <WaiverTrialResult decision={decision} isOld={isOld} />
        ) : (
          <p className="text-ink-2">The recommendation and the outcome of each rule appear here.</p>
        )}
      </section>
    </div>
  )
}

const TrialFields = ({ periodId, rules }: Omit<WaiverTrialProps, 'isDirty'>) => (
  <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
    <CoverageFields />
    <StudentFields periodId={periodId} />
    <PaperFields rules={rules} />
    <CheckFields />
  </div>
)

const useTyped = () => useWatch({ control: f.useForm().control })

const CoverageFields = () => {
  const { source_of_coverage: source, insurance_type: type } = useTyped()
  return (
    <>
      <f.Select
        name="source_of_coverage"
        label="Source of coverage"
        options={optionsOf(sourcesOfCoverage, sourceOfCoverageLabels)}
        emptyLabel="No value"
        width="half"
      />
      <f.Select
        name="insurance_type"
        label="Plan type"
        options={optionsOf(insuranceTypes, insuranceTypeLabels)}
        emptyLabel="No value"
        width="half"
      />
      {[source, type].includes('medicaid') && (
        <f.Combobox name="medicaid_state" label="Medicaid state" options={medicaidStates} width="half" />
      )}
      <f.Checks
        name="company_flags"
        label="Insurance company"
        options={companyFlags}
        labels={companyFlagLabels}
        isRow
      />
    </>
  )
}

const StudentFields = ({ periodId }: { periodId: number }) => {
  const options = usePeriodOptions(periodId)
  const known = (field: string): readonly string[] => options[field] ?? []
  return (
    <>
      <f.Suggest name="program" label="Program" suggestions={known('program')} width="half" />
      <f.Suggest name="campus" label="Campus" suggestions={known('campus')} width="half" />
      <f.Suggest
        name="graduation_year"
        label="Class year"
        suggestions={known('graduation_year')}
        isNumber
        width="half"
      />
      <f.Suggest
        name="rotation_location"
        label="Rotation location"
        suggestions={known('rotation_location')}
        width="half"
      />
    </>
  )
}

/** Returns what the form asks students to attest to: the 4 statements, and rules that are checked that way. */
const askedIn = (rules: WaiverValues) => [
  ...attestations,
  ...attestedRules.filter((key) => rules[key].is_on && rules[key].evidence === 'attestation'),
]

const PaperFields = ({ rules }: { rules: WaiverValues }) => {
  const { documents = [] } = useTyped()
  return (
    <>
      <f.Checks
        name="documents"
        label="Documents sent"
        options={waiverDocumentKinds}
        labels={waiverDocumentLabels}
      />
      {documents.includes('coverage_letter') && (
        <f.Date
          name="coverage_letter_on"
          label="Date on the coverage letter"
          hint="Leave empty for today."
          width="half"
        />
      )}
      <f.Checks
        name="attested"
        label="Statements the student agreed to"
        options={askedIn(rules)}
        labels={attestedLabels}
      />
    </>
  )
}

const CheckFields = () => {
  const { eligibility_status: status } = useTyped()
  return (
    <>
      <f.Select
        name="eligibility_status"
        label="Eligibility check"
        options={optionsOf(eligibilityStatuses, eligibilityStatusLabels)}
        emptyLabel="Not run"
        width="half"
      />
      <f.Select
        name="language"
        label="Student’s language"
        options={optionsOf(siteLanguages, languageLabels)}
        required
        width="half"
      />
      <f.Date name="submitted_on" label="Date submitted" hint="Leave empty for today." width="half" />
      {String(status) === 'active' && (
        <>
          <f.Money name="deductible" label="Deductible" width="half" />
          <f.Money name="out_of_pocket_max" label="Out-of-pocket maximum" width="half" />
          <f.Date name="plan_begins_on" label="Plan start date" width="half" />
          <f.Date name="plan_ends_on" label="Plan end date" width="half" />
        </>
      )}
    </>
  )
}

/** Renders a decision: the recommendation, what the student reads, and each rule with its evidence. */
const WaiverTrialResult = ({ decision, isOld }: { decision: WaiverDecision; isOld: boolean }) => {
  const { recommendation, suggested_status: status, rules } = decision
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-section font-semibold">Recommendation</h3>
          <RecommendationPill recommendation={recommendation} />
        </div>
        <p className="text-label text-ink-2">
          {status === null ? 'No status change' : `Status: ${statusCatalogue[status].label}`}
        </p>
        {isOld && <p className="text-label text-warning-text">You changed the waiver. Try it again.</p>}
      </div>
      <div>
        <h3 className="mb-1 text-label font-medium text-ink-2">Message to the student</h3>
        <p className="rounded-card bg-sunken px-3 py-2.5 break-words whitespace-pre-line">
          {decision.student_message}
        </p>
      </div>
      <div>
        <h3 className="text-label font-medium text-ink-2">Rules</h3>
        {rules.length === 0 ? (
          <p className="mt-1 text-ink-2">No rules are on for this waiver.</p>
        ) : (
          <RuleList rules={rules} student={null} />
        )}
      </div>
    </div>
  )
}
