import { useWatch } from 'react-hook-form'
import type { ContentOf } from '#contract/document.ts'
import { coverageLabels, coverages, type Coverage } from '#contract/coverage/choices.ts'
import { everybody } from '#contract/periods/audience.ts'
import {
  defaultAlso,
  defaultAlsoLabels,
  type enrollmentOptions,
} from '#contract/periods/enrollment-options.ts'
import { newKey } from '#client/lib/new-key.ts'
import type { FieldOf } from '#client/ui/form/fields.ts'
import { documentFields } from '#client/common/set-up/document-fields.ts'
import { FormSection } from '#client/ui/form/form.tsx'
import { AudienceField, type AudienceFieldProps } from './audience-field.tsx'
import { audienceInWords } from './audience-words.ts'

const f = documentFields<typeof enrollmentOptions>()
const Audience: FieldOf<AudienceFieldProps, ContentOf<typeof enrollmentOptions>> = AudienceField

/** Which lines are offered and to whom, who is exempt, and what becomes of those who say nothing. */
export const LineSections = () => (
  <>
    <FormSection
      id="lines"
      title="Lines offered"
      why="A line that is not offered to a student is not applicable for them."
    >
      {coverages.map((coverage) => (
        <Line key={coverage} coverage={coverage} />
      ))}
    </FormSection>
    <FormSection
      id="exemptions"
      title="Exemptions"
      why="Their new lines begin as exempt. Records that are there stay as they are."
    >
      <f.List
        name="exemptions"
        one="exemption"
        none="Nobody is exempt."
        fold={({ name, audience }) => ({ title: name, detail: audienceInWords(audience) })}
        max={40}
        empty={() => ({
          key: newKey(),
          name: '',
          coverages: [...coverages],
          audience: structuredClone(everybody),
        })}
      >
        {(index) => <Exemption index={index} />}
      </f.List>
    </FormSection>
    <FormSection
      id="default"
      title="Default enrollment"
      why="After the deadline, students from whom nothing came are enrolled. These can be taken along."
    >
      <f.Checks name="default_also" options={defaultAlso} labels={defaultAlsoLabels} />
    </FormSection>
  </>
)

const Line = ({ coverage }: { coverage: Coverage }) => {
  const isOffered = useWatch({ control: f.useForm().control, name: `${coverage}_offered` })
  const label = coverageLabels[coverage]
  return (
    <div className="col-span-6 rounded-card px-3 py-2 shadow-control">
      <f.Checkbox name={`${coverage}_offered`} label={`${label} is offered`} />
      {isOffered && (
        <div className="pl-5.5">
          <Audience name={`${coverage}_audience`} label={`${label} is offered to`} lead="Offered to" />
          <f.Checkbox name={`${coverage}_enrolls_by_default`} label="Enrolls by default after the deadline" />
          {coverage === 'medical' && (
            <f.Checkbox
              name="medical_is_voluntary"
              label="Voluntary"
              hint="Students may decline it, and need no other coverage for that."
            />
          )}
        </div>
      )}
    </div>
  )
}

const Exemption = ({ index }: { index: number }) => (
  <>
    <f.Text
      name={`exemptions.${index}.name`}
      label="Name"
      required
      autoComplete="off"
      placeholder="Distance learners"
      width="half"
    />
    <f.Checks
      name={`exemptions.${index}.coverages`}
      label="Exempt from"
      options={coverages}
      labels={coverageLabels}
      isRow
      width="half"
    />
    <Audience name={`exemptions.${index}.audience`} label="Who is exempt" />
  </>
)
