import { useWatch, type FieldPath } from 'react-hook-form'
import type { ReactNode } from 'react'
import {
  acceptanceLabels,
  acceptances,
  attestationLabels,
  attestations,
  benefitLabels,
  benefits,
  excludedTypeLabels,
  excludedTypes,
  medicaidStates,
  requiredDocumentLabels,
  requiredDocuments,
} from '#contract/periods/waiver-choices.ts'
import type { RuleKey } from '#contract/periods/waiver-rules.ts'
import { sourceOfCoverageLabels, sourcesOfCoverage } from '#contract/student-periods/choices.ts'
import { ChoicesField } from '#client/ui/form/choices-field.tsx'
import { ChecksField } from '#client/ui/form/checks-field.tsx'
import { MoneyField, NumberField } from '#client/ui/form/number-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { CheckboxField } from '#client/ui/form/toggle-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { useFormField } from '#client/ui/form/use-form-field.ts'
import { WordsField } from '#client/ui/form/words-field.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { readYear } from './audience-words.ts'
import type { WaiverValues } from './waiver-words.ts'

interface PartProps {
  form: RecordForm<WaiverValues>
}

const third = 'col-span-6 sm:col-span-2'
const whole = 'col-span-6'

const Source = ({ form, source }: PartProps & { source: (typeof sourcesOfCoverage)[number] }) => {
  const label = sourceOfCoverageLabels[source]
  const { value, onChange } = useFormField({ form, name: `accepted_sources.parameters.${source}`, label })
  return (
    <Segmented
      label={label}
      options={acceptances.map((one) => ({ value: one, label: acceptanceLabels[one] }))}
      value={acceptances.find((one) => one === value) ?? 'accept'}
      onChange={onChange}
    />
  )
}

const Sources = ({ form }: PartProps) => (
  <div className="col-span-6 flex max-w-xl flex-col gap-1">
    {sourcesOfCoverage.map((source) => (
      <Source key={source} form={form} source={source} />
    ))}
  </div>
)

const LeastBenefit = ({ form }: PartProps) => {
  const isUnlimited = useWatch({ control: form.methods.control, name: 'min_benefit.parameters.unlimited' })
  return (
    <>
      <CheckboxField
        form={form}
        name="min_benefit.parameters.unlimited"
        label="Unlimited for life"
        className={whole}
      />
      {!isUnlimited && (
        <MoneyField
          form={form}
          name="min_benefit.parameters.amount"
          label="At least, a year"
          className={third}
        />
      )}
    </>
  )
}

const Network = ({ form }: PartProps) => (
  <>
    <TextField
      form={form}
      name="local_network.parameters.zip"
      label="ZIP code of the campus"
      inputMode="numeric"
      autoComplete="off"
      className={third}
    />
    <NumberField
      form={form}
      name="local_network.parameters.miles"
      label="Miles around it"
      required
      className={third}
    />
    <CheckboxField
      form={form}
      name="local_network.parameters.states_by_rotation"
      label="The states of the student’s rotations count too"
      className={whole}
    />
  </>
)

const Medicaid = ({ form }: PartProps) => (
  <>
    <ChoicesField
      form={form}
      name="medicaid_state.parameters.states"
      label="States"
      hint="Names or two letters."
      options={medicaidStates}
      className="col-span-6 sm:col-span-3"
    />
    <WordsField
      form={form}
      name="medicaid_state.parameters.class_years"
      label="For class years"
      hint="Four digits each. None: all of them."
      keepAs={readYear}
      className="col-span-6 sm:col-span-3"
    />
  </>
)

const visaLabels = {
  min_per_accident: 'Per accident or illness, at least',
  max_deductible: 'Deductible, at most',
  min_evacuation: 'Medical evacuation, at least',
  min_repatriation: 'Repatriation, at least',
} as const

const Visa = ({ form }: PartProps) => (
  <>
    {(['min_per_accident', 'max_deductible', 'min_evacuation', 'min_repatriation'] as const).map((name) => (
      <MoneyField
        key={name}
        form={form}
        name={`visa.parameters.${name}`}
        label={visaLabels[name]}
        required
        className="col-span-6 sm:col-span-3"
      />
    ))}
    <NumberField
      form={form}
      name="visa.parameters.max_coinsurance_percent"
      label="Coinsurance, at most, percent"
      required
      className="col-span-6 sm:col-span-3"
    />
  </>
)

const Most = ({ form, rule }: PartProps & { rule: 'max_deductible' | 'max_out_of_pocket' }) => (
  <MoneyField form={form} name={`${rule}.parameters.amount`} label="At most" required className={third} />
)

interface Checks<T extends string> {
  readonly name: FieldPath<WaiverValues>
  readonly label: string
  readonly options: readonly T[]
  readonly labels: Readonly<Record<T, string>>
}

const checks = <T extends string>(what: Checks<T>) => {
  const asChecks = (form: RecordForm<WaiverValues>) => <ChecksField form={form} className={whole} {...what} />
  return asChecks
}

/** What each rule is asked with; rules without parameters show none. */
const inputs: { readonly [K in RuleKey]?: (form: RecordForm<WaiverValues>) => ReactNode } = {
  accepted_sources: (form) => <Sources form={form} />,
  active_and_continuous: (form) => (
    <CheckboxField
      form={form}
      name="active_and_continuous.parameters.through_period_end"
      label="Through the end of the year, summer included"
      className={whole}
    />
  ),
  max_deductible: (form) => <Most form={form} rule="max_deductible" />,
  max_out_of_pocket: (form) => <Most form={form} rule="max_out_of_pocket" />,
  min_benefit: (form) => <LeastBenefit form={form} />,
  benefits: checks({
    name: 'benefits.parameters.required',
    label: 'The plan pays for',
    options: benefits,
    labels: benefitLabels,
  }),
  local_network: (form) => <Network form={form} />,
  medicaid_state: (form) => <Medicaid form={form} />,
  excluded_types: checks({
    name: 'excluded_types.parameters.types',
    label: 'These do not count',
    options: excludedTypes,
    labels: excludedTypeLabels,
  }),
  visa: (form) => <Visa form={form} />,
  documents_required: checks({
    name: 'documents_required.parameters.documents',
    label: 'The waiver brings',
    options: requiredDocuments,
    labels: requiredDocumentLabels,
  }),
  attestations: checks({
    name: 'attestations.parameters.required',
    label: 'The student signs',
    options: attestations,
    labels: attestationLabels,
  }),
}

/** The inputs of a rule's parameters, by their kind. */
export const RuleParameters = ({ form, rule }: PartProps & { rule: RuleKey }) => inputs[rule]?.(form) ?? null
