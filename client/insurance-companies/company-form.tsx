import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { coverages } from '#contract/coverage/choices.ts'
import { ageOutRuleLabels, ageOutRules } from '#contract/insurance-companies/choices.ts'
import {
  insuranceCompanyFields,
  insuranceCompanyLists,
  payerIdsFieldOf,
} from '#contract/insurance-companies/fields.ts'
import type { InsuranceCompany } from '#contract/insurance-companies/shapes.ts'
import { states } from '#contract/places.ts'
import { WaitingBanner } from '#client/ui/form/waiting-banner.tsx'
import { formatAgo } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { ComboboxField, SelectField } from '#client/ui/form/choice-field.tsx'
import { Form, FormSection, FormSummary, SubmitButton } from '#client/ui/form/form.tsx'
import { WordsField } from '#client/ui/form/words-field.tsx'
import { NumberField } from '#client/ui/form/number-field.tsx'
import { PhoneField } from '#client/ui/form/phone-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { CheckboxField } from '#client/ui/form/toggle-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { keepClear } from '#client/ui/keep-clear.ts'
import type { CompanyValues } from './company-values.ts'
import { PatternTest } from './pattern-test.tsx'
import { useCompanyEdit } from './use-company-edit.ts'

const third = 'col-span-6 sm:col-span-2'
const half = 'col-span-6 sm:col-span-3'
const whole = 'col-span-6'

const labels = insuranceCompanyFields

interface PartProps {
  form: RecordForm<CompanyValues>
}

/** Everything that is known of an insurance company, to read and to edit. */
export const CompanyForm = ({ company }: { company: InsuranceCompany }) => {
  const formId = useId()
  const { form, isDirty, isWaiting, conflict } = useCompanyEdit(company)
  return (
    <>
      <WaitingBanner isWaiting={isWaiting} />
      <Form form={form} id={formId}>
        <FormSummary form={form} />
        <Names form={form} />
        <Contact form={form} />
        <Checks form={form} />
        <MemberIds form={form} />
        <AgeOut form={form} />
        <Kind form={form} />
      </Form>
      <div
        ref={keepClear}
        className="sticky bottom-0 z-10 -mx-1 flex min-h-13 items-center justify-end gap-2 border-t border-line bg-sheet px-1 py-2"
      >
        <span aria-live="polite" className="mr-auto text-label text-ink-3">
          {isDirty ? 'Not saved yet' : `Updated ${formatAgo(company.updated_at)}`}
        </span>
        {isDirty && <Button onClick={form.draft.discard}>Discard</Button>}
        <SubmitButton form={form} formId={formId} disabled={!isDirty}>
          Save
        </SubmitButton>
      </div>
      {conflict}
    </>
  )
}

const Names = ({ form }: PartProps) => (
  <FormSection title="Names" why="By any of them it is found in forms, imports and lists.">
    <TextField
      form={form}
      name="name"
      label={labels.name.label}
      required
      autoComplete="off"
      className={whole}
    />
    <WordsField
      form={form}
      name="aliases"
      label={insuranceCompanyLists.aliases.label}
      hint="Short names and spellings that people type. Enter after each."
      className={whole}
    />
  </FormSection>
)

const Contact = ({ form }: PartProps) => (
  <FormSection title="Contact" why="Its claims office in the United States, for calls and letters.">
    <PhoneField form={form} name="phone" label={labels.phone.label} className={third} />
    <TextField
      form={form}
      name="website"
      label={labels.website.label}
      type="url"
      autoComplete="off"
      placeholder="https://"
      className="col-span-6 sm:col-span-4"
    />
    <TextField
      form={form}
      name="address_1"
      label={labels.address_1.label}
      autoComplete="off"
      className={half}
    />
    <TextField form={form} name="address_2" label="Second line" autoComplete="off" className={half} />
    <TextField form={form} name="city" label={labels.city.label} autoComplete="off" className={half} />
    <ComboboxField
      form={form}
      name="state"
      label={labels.state.label}
      options={states}
      className="col-span-4 sm:col-span-2"
    />
    <TextField
      form={form}
      name="zip"
      label={labels.zip.label}
      autoComplete="off"
      className="col-span-2 sm:col-span-1"
    />
  </FormSection>
)

const Checks = ({ form }: PartProps) => (
  <FormSection title="Eligibility checks" why="How its answers are asked for: by payer ID, line by line.">
    <CheckboxField
      form={form}
      name="is_electronic"
      label="Answers electronic checks"
      hint="Without it, a check is a phone call."
      className={whole}
    />
    {coverages.map((coverage) => (
      <WordsField
        key={coverage}
        form={form}
        name={payerIdsFieldOf(coverage)}
        label={insuranceCompanyLists[payerIdsFieldOf(coverage)].label}
        className={third}
      />
    ))}
  </FormSection>
)

const MemberIds = ({ form }: PartProps) => {
  const pattern = useWatch({ control: form.methods.control, name: 'member_id_pattern' })
  return (
    <FormSection
      title="Member IDs"
      why="The format that a member ID must have as a whole. Upper and lower case are the same."
    >
      <TextField
        form={form}
        name="member_id_pattern"
        label="Pattern"
        hint="A regular expression, such as [A-Z]{3}\d{9}"
        autoComplete="off"
        maxLength={200}
        className={half}
      />
      <PatternTest pattern={pattern} className={half} />
      <TextField
        form={form}
        name="member_id_hint"
        label="Hint"
        hint="Shown to students beside the field: “W and nine digits, on the front of the card”."
        autoComplete="off"
        maxLength={200}
        className={whole}
      />
    </FormSection>
  )
}

const AgeOut = ({ form }: PartProps) => (
  <FormSection
    title="Age limit"
    why="When a dependent’s coverage ends, unless an eligibility check says otherwise."
  >
    <SelectField
      form={form}
      name="age_out_rule"
      label={labels.age_out_rule.label}
      required
      options={ageOutRules.map((value) => ({ value, label: ageOutRuleLabels[value] }))}
      className={half}
    />
    <NumberField
      form={form}
      name="age_out_age"
      label="At the birthday"
      required
      hint="26 by law; some states allow more."
      className={third}
    />
  </FormSection>
)

const Kind = ({ form }: PartProps) => (
  <FormSection title="Kind of plans" why="What waiver requirements may refuse or accept by it.">
    <CheckboxField form={form} name="is_health_sharing" label="Health-sharing ministry" className={half} />
    <CheckboxField form={form} name="is_short_term" label="Short-term plans" className={half} />
    <CheckboxField
      form={form}
      name="is_foreign"
      label="Issued outside of the United States"
      className={half}
    />
    <ComboboxField
      form={form}
      name="medicaid_state"
      label="Medicaid of the state"
      options={states}
      hint="Empty where it is no Medicaid program."
      className={half}
    />
  </FormSection>
)
