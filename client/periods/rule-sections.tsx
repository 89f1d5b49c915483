import type { ContentOf } from '#contract/document.ts'
import {
  feeLabels,
  qualifyingEventLabels,
  qualifyingEvents,
  renewals,
  supplementalFees,
  type insuranceConfiguration,
  type SupplementalFee,
} from '#contract/periods/insurance-configuration.ts'
import type { FieldOf } from '#client/ui/form/fields.ts'
import { documentFields } from '#client/common/set-up/document-fields.ts'
import { FormSection } from '#client/ui/form/form.tsx'
import { AudienceField, type AudienceFieldProps } from './audience-field.tsx'
import { enrolledBecomes, waivedBecomes } from './options-words.ts'

const f = documentFields<typeof insuranceConfiguration>()
const Audience: FieldOf<AudienceFieldProps, ContentOf<typeof insuranceConfiguration>> = AudienceField

/** Tiers and leaves, what a new year begins with, life events, and what is charged beside the premium. */
export const RuleSections = () => (
  <>
    <FormSection id="tiers" title="Tiers and leaves" why="How dependents and leaves of absence are counted.">
      <f.Checkbox name="uses_family_tier" hint="In the place of the finer ones with spouse and children." />
      <f.Checkbox
        name="keeps_coverage_on_leave"
        label="Enrolled students on leave stay covered to the date that is paid for"
      />
    </FormSection>
    <FormSection id="renewals" title="A new year" why="What students of the last year begin this one with.">
      <Renewal name="enrolled_becomes" labels={enrolledBecomes} />
      <Renewal name="waived_becomes" labels={waivedBecomes} />
    </FormSection>
    <Events />
    <FormSection id="fees" title="Fees" why="Charged beside the premium. Without an amount there is no fee.">
      <f.Money name="late_waiver_fee" width="third" />
      {supplementalFees.map((name) => (
        <Fee key={name} name={name} />
      ))}
    </FormSection>
  </>
)

const Events = () => (
  <FormSection
    id="events"
    title="Life events"
    why="On these, students enroll or leave outside of the windows."
  >
    <f.Number name="qualifying_event_days" hint="In which it counts." required width="half" />
    <f.Checks
      name="qualifying_events"
      label="Which count"
      options={qualifyingEvents}
      labels={qualifyingEventLabels}
    />
  </FormSection>
)

interface RenewalProps {
  name: 'enrolled_becomes' | 'waived_becomes'
  labels: Readonly<Record<(typeof renewals)[number], string>>
}

const Renewal = ({ name, labels }: RenewalProps) => (
  <f.Select
    name={name}
    required
    options={renewals.map((value) => ({ value, label: labels[value] }))}
    width="half"
  />
)

const Fee = ({ name }: { name: SupplementalFee }) => (
  <div className="col-span-6 grid grid-cols-6 items-end gap-x-3 gap-y-1 border-t border-line pt-3">
    <f.Money name={`${name}.amount`} label={feeLabels[name]} width="third" />
    <Audience name={`${name}.audience`} label={`${feeLabels[name]} for`} lead="For" width="two-thirds" />
  </div>
)
