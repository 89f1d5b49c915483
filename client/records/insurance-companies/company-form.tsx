import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { ageOutRuleLabels, ageOutRules } from '#contract/records/insurance-companies/choices.ts'
import {
  insuranceCompanyFields,
  insuranceCompanyLists,
  payerIdsFieldOf,
} from '#contract/records/insurance-companies/fields.ts'
import { states } from '#contract/platform/places.ts'
import { OfflineBanner } from '#client/platform/ui/form/offline-banner.tsx'
import type { PartEdit } from '#client/platform/edit/use-part-edit.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Form, FormSection, FormSummary } from '#client/platform/ui/form/form.tsx'
import type { CompanyValues } from './company-values.ts'
import { CircleCheck, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import {
  formatExample,
  formatOfSample,
  testFormat,
  type Engine,
  type FormatResult,
} from './member-id-format.ts'

const halfWidth = 'col-span-6 sm:col-span-3'

const labels = insuranceCompanyFields

const f = fieldsOf<CompanyValues>()

/** Renders the details of an insurance company, to view and edit. */
export const CompanyForm = ({ edit, formId }: { edit: PartEdit<CompanyValues>; formId: string }) => (
  <>
    <OfflineBanner isWaiting={edit.isWaiting} />
    {edit.behind}
    <Form form={edit.form} id={formId}>
      <FormSummary />
      <Names />
      <Contact />
      <Checks />
      <MemberIds />
      <AgeOut />
      <Kind />
    </Form>
    {edit.conflict}
  </>
)

const Names = () => (
  <FormSection title="Names" why="Shipmate matches any of these names in forms, imports and lists.">
    <f.Text name="name" label={labels.name.label} required autoComplete="off" />
    <f.Words
      name="aliases"
      label={insuranceCompanyLists.aliases.label}
      hint="Short names and common spellings. Press Enter after each."
    />
  </FormSection>
)

const Contact = () => (
  <FormSection title="Contact" why="The company’s U.S. claims office.">
    <f.Phone name="phone" label={labels.phone.label} width="third" />
    <f.Text
      name="website"
      label={labels.website.label}
      type="url"
      autoComplete="off"
      placeholder="https://"
      width="two-thirds"
    />
    <f.Text name="address_1" label={labels.address_1.label} autoComplete="off" width="half" />
    <f.Text name="address_2" label="Address line 2" autoComplete="off" width="half" />
    <f.Text name="city" label={labels.city.label} autoComplete="off" width="half" />
    <f.Combobox name="state" label={labels.state.label} options={states} width="state" />
    <f.Text name="zip" label={labels.zip.label} autoComplete="off" width="zip" />
  </FormSection>
)

const Checks = () => (
  <FormSection title="Eligibility checks" why="Payer IDs for each coverage type.">
    <f.Checkbox
      name="is_electronic"
      label="Supports electronic eligibility checks"
      hint="If off, staff check by phone."
    />
    {coverages.map((coverage) => (
      <f.Words
        key={coverage}
        name={payerIdsFieldOf(coverage)}
        label={insuranceCompanyLists[payerIdsFieldOf(coverage)].label}
        width="third"
      />
    ))}
  </FormSection>
)

const MemberIds = () => {
  const { control } = f.useForm()
  const format = useWatch({ control, name: 'member_id_pattern' })
  const sample = formatOfSample(format)
  return (
    <FormSection title="Member IDs" why="Staff see which forms have an ID that doesn’t fit.">
      <div className={halfWidth}>
        <f.Text
          name="member_id_pattern"
          label="Format"
          hint={`A sample ID, or its parts: ${formatExample}. A regular expression works too.`}
          autoComplete="off"
          maxLength={200}
        />
        <output aria-live="polite" className="mt-1 block min-h-5 text-label text-ink-2">
          {sample !== null && `Saved as ${sample}. Change it if other IDs differ.`}
        </output>
      </div>
      <FormatTest format={format} className={halfWidth} />
      <f.Text
        name="member_id_hint"
        label="Hint"
        hint="Students see this below the field, for example “W and 9 digits, on the front of the card”."
        autoComplete="off"
        maxLength={200}
      />
    </FormSection>
  )
}

const AgeOut = () => (
  <FormSection
    title="Age limit"
    why="When a dependent’s coverage ends because of age. An eligibility check can override this."
  >
    <f.Select
      name="age_out_rule"
      label={labels.age_out_rule.label}
      required
      options={ageOutRules.map((value) => ({ value, label: ageOutRuleLabels[value] }))}
      width="half"
    />
    <f.Number
      name="age_out_age"
      label="Age"
      required
      hint="26 by federal law. Some states allow older dependents."
      width="third"
    />
  </FormSection>
)

const Kind = () => (
  <FormSection title="Plan types" why="Waiver rules can accept or exclude these plan types.">
    <f.Checkbox name="is_health_sharing" label="Health-sharing ministry" width="half" />
    <f.Checkbox name="is_short_term" label="Short-term plans" width="half" />
    <f.Checkbox name="is_foreign" label="Issued outside the U.S." width="half" />
    <f.Combobox
      name="medicaid_state"
      label="Medicaid program in"
      options={states}
      hint="Leave empty if it isn’t a Medicaid program."
      width="half"
    />
  </FormSection>
)

const looks: Record<FormatResult['kind'], { icon: LucideIcon; className: string }> = {
  fits: { icon: CircleCheck, className: 'text-success-text' },
  differs: { icon: CircleX, className: 'text-danger-text' },
  broken: { icon: TriangleAlert, className: 'text-warning-text' },
}

/** Renders a test of the format on a typed member ID, which isn't saved. */
const FormatTest = ({ format, className }: { format: string; className: string }) => {
  const [memberId, setMemberId] = useState('')
  const engine = useEngine(format !== '')
  const verdict = engine && testFormat(engine, format.trim(), memberId.trim())
  const look = verdict && looks[verdict.kind]
  return (
    <div className={className}>
      <Field
        label="Test a member ID"
        hint={
          format.trim() === ''
            ? 'Enter a format first.'
            : 'Case doesn’t matter. Shipmate doesn’t save this ID.'
        }
      >
        <TextInput
          value={memberId}
          autoComplete="off"
          spellCheck={false}
          disabled={format.trim() === ''}
          className="tabular"
          onChange={({ target }) => setMemberId(target.value)}
          // Enter tests, it doesn't save
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <output aria-live="polite" className="mt-1 block min-h-5 text-label">
        {verdict && look && (
          <span className={`flex items-start gap-1 ${look.className}`}>
            <look.icon size={14} aria-hidden className="mt-0.5 shrink-0" />
            {verdict.words}
          </span>
        )}
      </output>
    </div>
  )
}

/** The same regular expression engine as on the server; loads when there is a format. */
const useEngine = (isWanted: boolean): Engine | null => {
  const [engine, setEngine] = useState<{ readonly RE2JS: Engine } | null>(null)
  useEffect(() => {
    if (!isWanted || engine) return
    let isHere = true
    void import('re2js').then(({ RE2JS }) => isHere && setEngine({ RE2JS }))
    return () => {
      isHere = false
    }
  }, [isWanted, engine])
  return engine?.RE2JS ?? null
}
