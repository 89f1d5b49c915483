import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { coverageLabels, coverages, type Coverage } from '#contract/coverage/choices.ts'
import { everybody } from '#contract/periods/audience.ts'
import {
  defaultAlso,
  defaultAlsoLabels,
  type enrollmentOptions,
} from '#contract/periods/enrollment-options.ts'
import { newKey } from '#client/lib/new-key.ts'
import { ChecksField } from '#client/ui/form/checks-field.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { ListField } from '#client/ui/form/list-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { CheckboxField } from '#client/ui/form/toggle-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { AudienceField } from './audience-field.tsx'
import { audienceInWords } from './audience-words.ts'

interface PartProps {
  form: RecordForm<z.output<(typeof enrollmentOptions)['content']>>
}

/** Which lines are offered and to whom, who is exempt, and what becomes of those who say nothing. */
export const LineSections = ({ form }: PartProps) => (
  <>
    <FormSection
      id="lines"
      title="Lines offered"
      why="A line that is not offered to a student is not applicable for them."
    >
      {coverages.map((coverage) => (
        <Line key={coverage} form={form} coverage={coverage} />
      ))}
    </FormSection>
    <FormSection
      id="exemptions"
      title="Exemptions"
      why="Their new lines begin as exempt. Records that are there stay as they are."
    >
      <ListField
        form={form}
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
        {(index) => <Exemption form={form} index={index} />}
      </ListField>
    </FormSection>
    <FormSection
      id="default"
      title="Default enrollment"
      why="After the deadline, students from whom nothing came are enrolled. These can be taken along."
    >
      <ChecksField
        form={form}
        name="default_also"
        label="Default enrollment also takes"
        options={defaultAlso}
        labels={defaultAlsoLabels}
        className="col-span-6"
      />
    </FormSection>
  </>
)

const Line = ({ form, coverage }: PartProps & { coverage: Coverage }) => {
  const isOffered = useWatch({ control: form.methods.control, name: `${coverage}_offered` })
  const label = coverageLabels[coverage]
  return (
    <div className="col-span-6 rounded-card px-3 py-2 shadow-control">
      <CheckboxField form={form} name={`${coverage}_offered`} label={`${label} is offered`} />
      {isOffered && (
        <div className="pl-5.5">
          <AudienceField
            form={form}
            name={`${coverage}_audience`}
            label={`${label} is offered to`}
            lead="Offered to"
          />
          <CheckboxField
            form={form}
            name={`${coverage}_enrolls_by_default`}
            label="Enrolls by default after the deadline"
          />
          {coverage === 'medical' && (
            <CheckboxField
              form={form}
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

const Exemption = ({ form, index }: PartProps & { index: number }) => (
  <>
    <TextField
      form={form}
      name={`exemptions.${index}.name`}
      label="Name"
      required
      autoComplete="off"
      placeholder="Distance learners"
      className="col-span-6 sm:col-span-3"
    />
    <ChecksField
      form={form}
      name={`exemptions.${index}.coverages`}
      label="Exempt from"
      options={coverages}
      labels={coverageLabels}
      isRow
      className="col-span-6 sm:col-span-3"
    />
    <AudienceField
      form={form}
      name={`exemptions.${index}.audience`}
      label="Who is exempt"
      className="col-span-6"
    />
  </>
)
