import type * as z from 'zod/mini'
import {
  qualifyingEventLabels,
  qualifyingEvents,
  renewals,
  supplementalFees,
  type insuranceConfiguration,
  type SupplementalFee,
} from '#contract/periods/insurance-configuration.ts'
import { SelectField } from '#client/ui/form/choice-field.tsx'
import { ChecksField } from '#client/ui/form/checks-field.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { MoneyField, NumberField } from '#client/ui/form/number-field.tsx'
import { CheckboxField } from '#client/ui/form/toggle-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { AudienceField } from './audience-field.tsx'
import { enrolledBecomes, feeLabels, ruleLabels, waivedBecomes } from './options-words.ts'

interface PartProps {
  form: RecordForm<z.output<(typeof insuranceConfiguration)['content']>>
}

/** Tiers and leaves, what a new year begins with, life events, and what is charged beside the premium. */
export const RuleSections = ({ form }: PartProps) => (
  <>
    <FormSection id="tiers" title="Tiers and leaves" why="How dependents and leaves of absence are counted.">
      <CheckboxField
        form={form}
        name="uses_family_tier"
        label="One family tier"
        hint="In the place of the finer ones with spouse and children."
        className="col-span-6"
      />
      <CheckboxField
        form={form}
        name="keeps_coverage_on_leave"
        label="Enrolled students on leave stay covered to the date that is paid for"
        className="col-span-6"
      />
    </FormSection>
    <FormSection id="renewals" title="A new year" why="What students of the last year begin this one with.">
      <Renewal form={form} name="enrolled_becomes" labels={enrolledBecomes} />
      <Renewal form={form} name="waived_becomes" labels={waivedBecomes} />
    </FormSection>
    <Events form={form} />
    <FormSection id="fees" title="Fees" why="Charged beside the premium. Without an amount there is no fee.">
      <MoneyField
        form={form}
        name="late_waiver_fee"
        label={ruleLabels.late_waiver_fee}
        className="col-span-6 sm:col-span-2"
      />
      {supplementalFees.map((name) => (
        <Fee key={name} form={form} name={name} />
      ))}
    </FormSection>
  </>
)

const Events = ({ form }: PartProps) => (
  <FormSection
    id="events"
    title="Life events"
    why="On these, students enroll or leave outside of the windows."
  >
    <NumberField
      form={form}
      name="qualifying_event_days"
      label={ruleLabels.qualifying_event_days}
      hint="In which it counts."
      required
      className="col-span-6 sm:col-span-3"
    />
    <ChecksField
      form={form}
      name="qualifying_events"
      label="Which count"
      options={qualifyingEvents}
      labels={qualifyingEventLabels}
      className="col-span-6"
    />
  </FormSection>
)

interface RenewalProps extends PartProps {
  name: 'enrolled_becomes' | 'waived_becomes'
  labels: Readonly<Record<(typeof renewals)[number], string>>
}

const Renewal = ({ form, name, labels }: RenewalProps) => (
  <SelectField
    form={form}
    name={name}
    label={ruleLabels[name]}
    required
    options={renewals.map((value) => ({ value, label: labels[value] }))}
    className="col-span-6 sm:col-span-3"
  />
)

const Fee = ({ form, name }: PartProps & { name: SupplementalFee }) => (
  <div className="col-span-6 grid grid-cols-6 items-end gap-x-3 gap-y-1 border-t border-line pt-3">
    <MoneyField
      form={form}
      name={`${name}.amount`}
      label={feeLabels[name]}
      className="col-span-6 sm:col-span-2"
    />
    <AudienceField
      form={form}
      name={`${name}.audience`}
      label={`${feeLabels[name]} for`}
      lead="For"
      className="col-span-6 sm:col-span-4"
    />
  </div>
)
