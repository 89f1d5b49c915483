import type { ContentOf } from '#contract/platform/document.ts'
import {
  feeLabels,
  qualifyingEventLabels,
  qualifyingEvents,
  renewals,
  supplementalFees,
  type insuranceConfiguration,
  type SupplementalFee,
} from '#contract/setup/period-documents/insurance-configuration.ts'
import type { FieldOf } from '#client/platform/ui/form/fields.ts'
import { documentFields } from '#client/setup/period-documents/document-fields.ts'
import { TopicSection } from './options-index.tsx'
import { AudienceField, type AudienceFieldProps } from './audience-field.tsx'
import { enrolledBecomes, waivedBecomes } from './options-text.ts'

const f = documentFields<typeof insuranceConfiguration>()
const Audience: FieldOf<AudienceFieldProps, ContentOf<typeof insuranceConfiguration>> = AudienceField

/** Renders the sections for tiers and leaves, rollover, qualifying life events, and fees. */
export const RuleSections = () => (
  <>
    <TopicSection id="tiers" why="How dependents, leaves of absence and withdrawals affect coverage.">
      <f.Checkbox name="uses_family_tier" hint="Replaces the separate spouse and child tiers." />
      <f.Checkbox
        name="keeps_coverage_on_leave"
        label="Keep coverage for enrolled students on leave"
        hint="If not, a leave ends coverage on its first day, and the bursar charges the months until then. The student’s return restores coverage and premium."
      />
      <f.Number
        name="withdrawal_void_days"
        hint="Counted from the start of coverage. In these days, a withdrawal, or a leave that ends coverage, refunds the whole premium. After them, and after graduation, coverage stays until its end date at the same premium. Enter 0 to never void it."
        required
        width="half"
      />
    </TopicSection>
    <TopicSection id="renewals" why="The starting status of students from last year.">
      <Renewal name="enrolled_becomes" labels={enrolledBecomes} />
      <Renewal name="waived_becomes" labels={waivedBecomes} />
    </TopicSection>
    <Events />
    <TopicSection id="fees" why="Charged in addition to the premium. Leave empty for no fee.">
      <f.Money name="late_waiver_fee" width="third" />
      {supplementalFees.map((name) => (
        <Fee key={name} name={name} />
      ))}
    </TopicSection>
  </>
)

const Events = () => (
  <TopicSection
    id="events"
    why="After one of these events, students can enroll or end coverage outside the enrollment and waiver windows."
  >
    <f.Number
      name="qualifying_event_days"
      hint="How long students have to act after the event."
      required
      width="half"
    />
    <f.Checks
      name="qualifying_events"
      label="Accepted events"
      options={qualifyingEvents}
      labels={qualifyingEventLabels}
    />
    <f.Checkbox
      name="qualifying_event_first_of_month"
      hint="Otherwise coverage starts on the date of the event. Forms sent within the enrollment window start coverage with the policy year or term."
    />
  </TopicSection>
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
    <Audience
      name={`${name}.audience`}
      label={`${feeLabels[name]}: applies to`}
      lead="Applies to"
      width="two-thirds"
    />
  </div>
)
