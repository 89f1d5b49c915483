import { useWatch } from 'react-hook-form'
import { prorationLabels, prorations, type Plan } from '#contract/periods/plans.ts'
import type { Term } from '#contract/periods/proration.ts'
import { insuranceTypeLabels, insuranceTypes } from '#contract/student-periods/choices.ts'
import { newKey } from '#client/lib/new-key.ts'
import { SelectField } from '#client/ui/form/choice-field.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { ListField } from '#client/ui/form/list-field.tsx'
import { PhoneField } from '#client/ui/form/phone-field.tsx'
import { RichTextField } from '#client/ui/form/rich-text-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { CheckboxField, RadioField } from '#client/ui/form/toggle-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { planLabels } from './plan-words.ts'
import { premiumExample } from './premium-example.ts'
import { PremiumTable } from './premium-table.tsx'

interface PartProps {
  form: RecordForm<Plan>
}

const half = 'col-span-6 sm:col-span-3'

/** Everything about a plan: what it is, what it costs, and what students read of it. */
export const PlanSections = ({ form, period }: PartProps & { period: Term }) => (
  <>
    <Names form={form} />
    <Costs form={form} period={period} />
    <FormSection title="Members" why="Where enrolled students get help and their cards.">
      <PhoneField form={form} name="member_phone" label={planLabels.member_phone} className={half} />
      <TextField
        form={form}
        name="member_website"
        label={planLabels.member_website}
        type="url"
        placeholder="https://"
        autoComplete="off"
        className={half}
      />
    </FormSection>
    <FormSection title="About the plan" why="What students read of it.">
      <RichTextField form={form} name="body" label={planLabels.body} hideLabel className="col-span-6" />
    </FormSection>
    <FormSection title="Documents" why="A brochure, a summary of benefits, a certificate.">
      <Papers form={form} />
    </FormSection>
  </>
)

const Names = ({ form }: PartProps) => (
  <FormSection title="Plan" why="Goes into the record of every student who is enrolled.">
    <TextField form={form} name="name" label={planLabels.name} autoComplete="off" className="col-span-6" />
    <TextField form={form} name="underwriter" label={planLabels.underwriter} className={half} />
    <TextField form={form} name="administrator" label={planLabels.administrator} className={half} />
    <SelectField
      form={form}
      name="insurance_type"
      label={planLabels.insurance_type}
      options={insuranceTypes.map((value) => ({ value, label: insuranceTypeLabels[value] }))}
      emptyLabel="No value"
      className={half}
    />
    <TextField
      form={form}
      name="group_number"
      label={planLabels.group_number}
      autoComplete="off"
      className={half}
    />
  </FormSection>
)

const Costs = ({ form, period }: PartProps & { period: Term }) => (
  <FormSection title="Premiums" why="For a year. Leave empty what the plan does not have.">
    <PremiumTable form={form} />
    <RadioField
      form={form}
      name="proration"
      label={planLabels.proration}
      options={prorations.map((value) => ({ value, label: prorationLabels[value] }))}
      className="col-span-6"
    />
    <Example form={form} period={period} />
    <CheckboxField
      form={form}
      name="direct_pay"
      label="Direct pay"
      hint="Students who are not billed by the bursar may pay the carrier themselves, at premiums of their own."
      className="col-span-6"
    />
  </FormSection>
)

const Example = ({ form, period }: PartProps & { period: Term }) => {
  const [premiums, proration] = useWatch({ control: form.methods.control, name: ['premiums', 'proration'] })
  const words = premiumExample({ premiums, proration }, period)
  return (
    <p aria-live="polite" className="tabular col-span-6 rounded-card bg-sunken px-3 py-2 text-ink-2">
      {words ?? 'Once there is a premium, an example of it stands here.'}
    </p>
  )
}

const Papers = ({ form }: PartProps) => (
  <ListField
    form={form}
    name="documents"
    one="document"
    none="No document yet."
    max={20}
    empty={() => ({ key: newKey(), label: '', url: '' })}
  >
    {(index) => (
      <>
        <TextField
          form={form}
          name={`documents.${index}.label`}
          label="Label"
          required
          autoComplete="off"
          placeholder="Summary of benefits"
          className="col-span-6 sm:col-span-2"
        />
        <TextField
          form={form}
          name={`documents.${index}.url`}
          label="Address"
          required
          type="url"
          autoComplete="off"
          placeholder="https://"
          className="col-span-6 sm:col-span-4"
        />
      </>
    )}
  </ListField>
)
