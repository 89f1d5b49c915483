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
} from '#contract/setup/period-documents/waiver-choices.ts'
import type { RuleKey } from '#contract/setup/period-documents/waiver-rules.ts'
import {
  sourceOfCoverageLabels,
  sourcesOfCoverage,
} from '#contract/platform/record/student-period-choices.ts'
import { useFormField } from '#client/platform/ui/form/use-form-field.ts'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { readYear } from './audience-text.ts'
import type { WaiverValues } from '#contract/setup/period-documents/waiver-configuration.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'

const f = fieldsOf<WaiverValues>()

const Source = ({ source }: { source: (typeof sourcesOfCoverage)[number] }) => {
  const label = sourceOfCoverageLabels[source]
  const { value, onChange } = useFormField({ name: `accepted_sources.parameters.${source}`, label })
  return (
    <Segmented
      label={label}
      options={acceptances.map((one) => ({ value: one, label: acceptanceLabels[one] }))}
      value={acceptances.find((one) => one === value) ?? 'accept'}
      onChange={onChange}
    />
  )
}

const Sources = () => (
  <div className="col-span-6 flex max-w-xl flex-col gap-1 max-sm:gap-2.5 max-sm:*:flex-col max-sm:*:items-start">
    {sourcesOfCoverage.map((source) => (
      <Source key={source} source={source} />
    ))}
  </div>
)

const MinimumBenefit = () => {
  const isUnlimited = useWatch({ control: f.useForm().control, name: 'min_benefit.parameters.unlimited' })
  return (
    <>
      <f.Checkbox name="min_benefit.parameters.unlimited" label="Unlimited lifetime benefit" />
      {!isUnlimited && (
        <f.Money name="min_benefit.parameters.amount" label="Minimum annual benefit" width="third" />
      )}
    </>
  )
}

const Network = () => (
  <>
    <f.Text
      name="local_network.parameters.zip"
      label="Campus ZIP code"
      inputMode="numeric"
      autoComplete="off"
      width="third"
    />
    <f.Number name="local_network.parameters.miles" label="Radius in miles" required width="third" />
    <f.Checkbox
      name="local_network.parameters.states_by_rotation"
      label="Also accept providers in the student’s rotation states"
    />
  </>
)

const Medicaid = () => (
  <>
    <f.Choices
      name="medicaid_state.parameters.states"
      label="States"
      hint="State names or 2-letter codes."
      options={medicaidStates}
      width="half"
    />
    <f.Words
      name="medicaid_state.parameters.class_years"
      label="Class years"
      hint="4-digit years. Leave empty for all class years."
      keepAs={readYear}
      width="half"
    />
  </>
)

const visaLabels = {
  min_per_accident: 'Minimum per accident or illness',
  max_deductible: 'Maximum deductible',
  min_evacuation: 'Minimum for medical evacuation',
  min_repatriation: 'Minimum for repatriation',
} as const

const Visa = () => (
  <>
    {(['min_per_accident', 'max_deductible', 'min_evacuation', 'min_repatriation'] as const).map((name) => (
      <f.Money key={name} name={`visa.parameters.${name}`} label={visaLabels[name]} required width="half" />
    ))}
    <f.Number
      name="visa.parameters.max_coinsurance_percent"
      label="Maximum coinsurance (percent)"
      required
      width="half"
    />
  </>
)

const MaximumAmount = ({ rule }: { rule: 'max_deductible' | 'max_out_of_pocket' }) => (
  <f.Money name={`${rule}.parameters.amount`} label="Maximum amount" required width="third" />
)

interface Checks<T extends string> {
  readonly name: FieldPath<WaiverValues>
  readonly label: string
  readonly options: readonly T[]
  readonly labels: Readonly<Record<T, string>>
}

const checks = <T extends string>(what: Checks<T>) => {
  const asChecks = () => <f.Checks {...what} />
  return asChecks
}

/** The parameter inputs of each rule; rules without parameters have none. */
const inputs: { readonly [K in RuleKey]?: () => ReactNode } = {
  accepted_sources: () => <Sources />,
  active_and_continuous: () => (
    <f.Checkbox
      name="active_and_continuous.parameters.through_period_end"
      label="Active through the end of the policy year, including summer"
    />
  ),
  max_deductible: () => <MaximumAmount rule="max_deductible" />,
  max_out_of_pocket: () => <MaximumAmount rule="max_out_of_pocket" />,
  min_benefit: () => <MinimumBenefit />,
  benefits: checks({
    name: 'benefits.parameters.required',
    label: 'Required benefits',
    options: benefits,
    labels: benefitLabels,
  }),
  local_network: () => <Network />,
  medicaid_state: () => <Medicaid />,
  excluded_types: checks({
    name: 'excluded_types.parameters.types',
    label: 'Plan types not accepted',
    options: excludedTypes,
    labels: excludedTypeLabels,
  }),
  visa: () => <Visa />,
  documents_required: checks({
    name: 'documents_required.parameters.documents',
    label: 'Required documents',
    options: requiredDocuments,
    labels: requiredDocumentLabels,
  }),
  attestations: checks({
    name: 'attestations.parameters.required',
    label: 'Required attestations',
    options: attestations,
    labels: attestationLabels,
  }),
}

/** Renders the inputs of a rule's parameters. */
export const RuleParameters = ({ rule }: { rule: RuleKey }) => inputs[rule]?.() ?? null
