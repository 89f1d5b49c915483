import { useWatch } from 'react-hook-form'
import { prorationLabels, prorations, type medicalPlan } from '#contract/periods/plans.ts'
import { getPeriodAbout } from '#contract/periods/endpoints.ts'
import { insuranceTypeLabels, insuranceTypes } from '#contract/student-periods/choices.ts'
import { usePlace } from '#client/common/set-up/document-page.tsx'
import { useAsk } from '#client/lib/query.ts'
import { newKey } from '#client/lib/new-key.ts'
import { documentFields } from '#client/common/set-up/document-fields.ts'
import { FormSection } from '#client/ui/form/form.tsx'
import { premiumExample } from './premium-example.ts'
import { PremiumTable } from './premium-table.tsx'

const f = documentFields<typeof medicalPlan>()

/** Everything about a plan: what it is, what it costs, and what students read of it. */
export const PlanSections = () => (
  <>
    <Names />
    <Costs />
    <FormSection title="Members" why="Where enrolled students get help and their cards.">
      <f.Phone name="member_phone" width="half" />
      <f.Text name="member_website" type="url" placeholder="https://" autoComplete="off" width="half" />
    </FormSection>
    <FormSection title="About the plan" why="What students read of it.">
      <f.RichText name="body" hideLabel />
    </FormSection>
    <FormSection title="Documents" why="A brochure, a summary of benefits, a certificate.">
      <Papers />
    </FormSection>
  </>
)

const Names = () => (
  <FormSection title="Plan" why="Goes into the record of every student who is enrolled.">
    <f.Text name="name" autoComplete="off" />
    <f.Text name="underwriter" width="half" />
    <f.Text name="administrator" width="half" />
    <f.Select
      name="insurance_type"
      options={insuranceTypes.map((value) => ({ value, label: insuranceTypeLabels[value] }))}
      emptyLabel="No value"
      width="half"
    />
    <f.Text name="group_number" autoComplete="off" width="half" />
  </FormSection>
)

const Costs = () => (
  <FormSection title="Premiums" why="For a year. Leave empty what the plan does not have.">
    <PremiumTable />
    <f.Radio
      name="proration"
      options={prorations.map((value) => ({ value, label: prorationLabels[value] }))}
    />
    <Example />
    <f.Checkbox
      name="direct_pay"
      label="Direct pay"
      hint="Students who are not billed by the bursar may pay the carrier themselves, at premiums of their own."
    />
  </FormSection>
)

const Example = () => {
  const { period: id } = usePlace()
  const { data: period } = useAsk(getPeriodAbout, { params: { id } })
  const [premiums, proration] = useWatch({ control: f.useForm().control, name: ['premiums', 'proration'] })
  const words = period && premiumExample({ premiums, proration }, period)
  return (
    <p aria-live="polite" className="tabular col-span-6 rounded-card bg-sunken px-3 py-2 text-ink-2">
      {words ?? 'Once there is a premium, an example of it stands here.'}
    </p>
  )
}

const Papers = () => (
  <f.List
    name="documents"
    one="document"
    none="No document yet."
    max={20}
    empty={() => ({ key: newKey(), label: '', url: '' })}
  >
    {(index) => (
      <>
        <f.Text
          name={`documents.${index}.label`}
          label="Label"
          required
          autoComplete="off"
          placeholder="Summary of benefits"
          width="third"
        />
        <f.Text
          name={`documents.${index}.url`}
          label="Address"
          required
          type="url"
          autoComplete="off"
          placeholder="https://"
          width="two-thirds"
        />
      </>
    )}
  </f.List>
)
