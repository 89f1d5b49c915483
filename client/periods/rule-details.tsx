import { evidenceLabels, severities, severityLabels } from '#contract/periods/waiver-choices.ts'
import { waiverRules, type RuleKey } from '#contract/periods/waiver-rules.ts'
import { sourceOfCoverageLabels, sourcesOfCoverage } from '#contract/student-periods/choices.ts'
import { readYear } from './audience-words.ts'
import { RuleMessage } from './rule-message.tsx'
import { RuleParameters } from './rule-parameters.tsx'
import type { WaiverValues } from '#contract/periods/waiver-configuration.ts'
import { fieldsOf } from '#client/ui/form/fields.ts'

const f = fieldsOf<WaiverValues>()

interface PartProps {
  rule: RuleKey
}

/** Everything that a school sets of a rule. */
export const RuleDetails = ({ rule }: PartProps) => (
  <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
    <div className="col-span-6 grid grid-cols-6 items-start gap-x-3 gap-y-4 empty:hidden">
      <RuleParameters rule={rule} />
    </div>
    <f.Radio
      name={`${rule}.severity`}
      label="When it does not hold"
      options={severities.map((value) => ({ value, label: severityLabels[value] }))}
      width="half"
    />
    <f.Radio
      name={`${rule}.evidence`}
      label="Judged by"
      options={waiverRules[rule].evidence.map((value) => ({ value, label: evidenceLabels[value] }))}
      width="half"
    />
    <AppliesTo rule={rule} />
    <RuleMessage rule={rule} />
  </div>
)

const AppliesTo = ({ rule }: PartProps) => (
  <fieldset className="col-span-6 grid grid-cols-6 gap-x-3 gap-y-3 rounded-card bg-sunken p-3">
    <legend className="sr-only">Whom it applies to</legend>
    <p className="col-span-6 text-label text-ink-2">Whom it applies to. What is left empty asks nothing.</p>
    <f.Words name={`${rule}.applies_to.programs`} label="Programs" width="half" />
    <f.Words name={`${rule}.applies_to.campuses`} label="Campuses" width="half" />
    <f.Words name={`${rule}.applies_to.class_years`} label="Class years" keepAs={readYear} width="half" />
    {rule !== 'accepted_sources' && (
      <f.Checks
        name={`${rule}.applies_to.sources`}
        label="Sources of coverage"
        options={sourcesOfCoverage}
        labels={sourceOfCoverageLabels}
      />
    )}
  </fieldset>
)
