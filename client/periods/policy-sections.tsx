import { useWatch } from 'react-hook-form'
import { Banner } from '#client/ui/banner.tsx'
import { documentFields } from '#client/common/set-up/document-fields.ts'
import { FormSection } from '#client/ui/form/form.tsx'
import type { waiverConfiguration, WaiverValues } from '#contract/periods/waiver-configuration.ts'

const f = documentFields<typeof waiverConfiguration>()

/** How the office deals with waivers, beside the rules: what is approved by itself, time limits, and second looks. */
export const PolicySections = () => (
  <>
    <Automatic />
    <FormSection id="times" title="Time limits" why="For the student and for the office.">
      <Figure name="grace_days" hint="For the student, after a waiver could not be processed." />
      <Figure name="appeal_days" hint="After a waiver was declined." />
      <Figure name="decision_target_days" hint="Business days in which the office means to decide." />
      <Figure name="coverage_letter_max_age_days" hint="Counted from the day on the letter." />
      <f.Checkbox
        name="locks_after_benefits_used"
        label="No waiver during the year once benefits of the plan were used"
      />
    </FormSection>
    <FormSection
      id="second-looks"
      title="Second looks"
      why="How often a waiver of a source is looked at again. Empty is never."
    >
      <Figure name="reverify_individual_plan_months" hint="Every so many months." />
      <Figure name="reverify_medicaid_months" hint="Every so many months." />
      <Figure name="reverify_cobra_months" hint="Every so many months." />
      <Figure name="reverify_employer_group_months" hint="Every so many months." />
      <Figure name="reverify_sample_percent" hint="Of all other waivers, of a hundred." />
      <Figure name="tries" hint="Before an undetermined one needs a person." />
    </FormSection>
  </>
)

const Automatic = () => {
  const isOn = useWatch({ control: f.useForm().control, name: 'approves_automatically' })
  return (
    <FormSection id="automatic" title="Automatic approval" why="What may happen without a person.">
      <f.Checkbox
        name="approves_automatically"
        label="Approve a waiver by itself where every machine rule passes"
      />
      {isOn && <f.Checkbox name="confirms_automatic_approvals" label="Tell the student by email" />}
      <Banner tone={isOn ? 'warning' : 'info'} className="col-span-6">
        {isOn ? 'Nobody looks at a waiver that passes. ' : 'Every waiver waits for a person. '}A decline is
        never automatic: what does not pass always waits for staff.
      </Banner>
    </FormSection>
  )
}

interface FigureProps {
  name: keyof WaiverValues & (`${string}_days` | `reverify_${string}` | 'tries')
  hint: string
}

const Figure = ({ name, hint }: FigureProps) => <f.Number name={name} hint={hint} width="half" />
