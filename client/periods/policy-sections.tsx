import { useWatch } from 'react-hook-form'
import { Banner } from '#client/ui/banner.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { NumberField } from '#client/ui/form/number-field.tsx'
import { CheckboxField } from '#client/ui/form/toggle-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { policyLabels, type WaiverValues } from './waiver-words.ts'

interface PartProps {
  form: RecordForm<WaiverValues>
}

const third = 'col-span-6 sm:col-span-3'

/** How the office deals with waivers, beside the rules: what is approved by itself, time limits, and second looks. */
export const PolicySections = ({ form }: PartProps) => (
  <>
    <Automatic form={form} />
    <FormSection id="times" title="Time limits" why="For the student and for the office.">
      <Figure form={form} name="grace_days" hint="For the student, after a waiver could not be processed." />
      <Figure form={form} name="appeal_days" hint="After a waiver was declined." />
      <Figure
        form={form}
        name="decision_target_days"
        hint="Business days in which the office means to decide."
      />
      <Figure form={form} name="coverage_letter_max_age_days" hint="Counted from the day on the letter." />
      <CheckboxField
        form={form}
        name="locks_after_benefits_used"
        label="No waiver during the year once benefits of the plan were used"
        className="col-span-6"
      />
    </FormSection>
    <FormSection
      id="second-looks"
      title="Second looks"
      why="How often a waiver of a source is looked at again. Empty is never."
    >
      <Figure form={form} name="reverify_individual_plan_months" hint="Every so many months." />
      <Figure form={form} name="reverify_medicaid_months" hint="Every so many months." />
      <Figure form={form} name="reverify_cobra_months" hint="Every so many months." />
      <Figure form={form} name="reverify_employer_group_months" hint="Every so many months." />
      <Figure form={form} name="reverify_sample_percent" hint="Of all other waivers, of a hundred." />
      <Figure form={form} name="tries" hint="Before an undetermined one needs a person." />
    </FormSection>
  </>
)

const Automatic = ({ form }: PartProps) => {
  const isOn = useWatch({ control: form.methods.control, name: 'approves_automatically' })
  return (
    <FormSection id="automatic" title="Automatic approval" why="What may happen without a person.">
      <CheckboxField
        form={form}
        name="approves_automatically"
        label="Approve a waiver by itself where every machine rule passes"
        className="col-span-6"
      />
      {isOn && (
        <CheckboxField
          form={form}
          name="confirms_automatic_approvals"
          label="Tell the student by email"
          className="col-span-6"
        />
      )}
      <Banner tone={isOn ? 'warning' : 'info'} className="col-span-6">
        {isOn ? 'Nobody looks at a waiver that passes. ' : 'Every waiver waits for a person. '}A decline is
        never automatic: what does not pass always waits for staff.
      </Banner>
    </FormSection>
  )
}

interface FigureProps extends PartProps {
  name: Exclude<
    keyof typeof policyLabels,
    'approves_automatically' | 'confirms_automatic_approvals' | 'locks_after_benefits_used'
  >
  hint: string
}

const Figure = ({ form, name, hint }: FigureProps) => (
  <NumberField form={form} name={name} label={policyLabels[name]} hint={hint} className={third} />
)
