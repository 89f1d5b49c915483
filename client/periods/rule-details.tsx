import { evidenceLabels, severities, severityLabels } from '#contract/periods/waiver-choices.ts'
import { waiverRules, type RuleKey } from '#contract/periods/waiver-rules.ts'
import { sourceOfCoverageLabels, sourcesOfCoverage } from '#contract/student-periods/choices.ts'
import { ChecksField } from '#client/ui/form/checks-field.tsx'
import { RadioField } from '#client/ui/form/toggle-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { WordsField } from '#client/ui/form/words-field.tsx'
import { readYear } from './audience-words.ts'
import { RuleMessage } from './rule-message.tsx'
import { RuleParameters } from './rule-parameters.tsx'
import type { WaiverValues } from './waiver-words.ts'

interface PartProps {
  form: RecordForm<WaiverValues>
  rule: RuleKey
}

const half = 'col-span-6 sm:col-span-3'

/** Everything that a school sets of a rule. */
export const RuleDetails = ({ form, rule }: PartProps) => (
  <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
    <div className="col-span-6 grid grid-cols-6 items-start gap-x-3 gap-y-4 empty:hidden">
      <RuleParameters form={form} rule={rule} />
    </div>
    <RadioField
      form={form}
      name={`${rule}.severity`}
      label="When it does not hold"
      options={severities.map((value) => ({ value, label: severityLabels[value] }))}
      className={half}
    />
    <RadioField
      form={form}
      name={`${rule}.evidence`}
      label="Judged by"
      options={waiverRules[rule].evidence.map((value) => ({ value, label: evidenceLabels[value] }))}
      className={half}
    />
    <AppliesTo form={form} rule={rule} />
    <RuleMessage form={form} rule={rule} />
  </div>
)

const AppliesTo = ({ form, rule }: PartProps) => (
  <fieldset className="col-span-6 grid grid-cols-6 gap-x-3 gap-y-3 rounded-card bg-sunken p-3">
    <legend className="sr-only">Whom it applies to</legend>
    <p className="col-span-6 text-label text-ink-2">Whom it applies to. What is left empty asks nothing.</p>
    <WordsField form={form} name={`${rule}.applies_to.programs`} label="Programs" className={half} />
    <WordsField form={form} name={`${rule}.applies_to.campuses`} label="Campuses" className={half} />
    <WordsField
      form={form}
      name={`${rule}.applies_to.class_years`}
      label="Class years"
      keepAs={readYear}
      className={half}
    />
    {rule !== 'accepted_sources' && (
      <ChecksField
        form={form}
        name={`${rule}.applies_to.sources`}
        label="Sources of coverage"
        options={sourcesOfCoverage}
        labels={sourceOfCoverageLabels}
        className="col-span-6"
      />
    )}
  </fieldset>
)
