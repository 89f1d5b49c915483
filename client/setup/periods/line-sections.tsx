import { useWatch } from 'react-hook-form'
import type { ContentOf } from '#contract/platform/document.ts'
import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import {
  defaultAlso,
  defaultAlsoLabels,
  type enrollmentOptions,
} from '#contract/setup/period-documents/enrollment-options.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import type { FieldOf } from '#client/platform/ui/form/fields.ts'
import { documentFields } from '#client/setup/period-documents/document-fields.ts'
import { TopicSection } from './options-index.tsx'
import { AudienceField, type AudienceFieldProps } from './audience-field.tsx'
import { audienceText } from './audience-text.ts'

const f = documentFields<typeof enrollmentOptions>()
const Audience: FieldOf<AudienceFieldProps, ContentOf<typeof enrollmentOptions>> = AudienceField

/** Renders the sections for the coverage types offered, exemptions, and default enrollment. */
export const LineSections = () => (
  <>
    <TopicSection
      id="lines"
      why="Students who aren’t offered a coverage type have the status Not Applicable for it."
    >
      {coverages.map((coverage) => (
        <Line key={coverage} coverage={coverage} />
      ))}
    </TopicSection>
    <TopicSection
      id="exemptions"
      why="New records for these students start as Exempt. To change existing records, compare them with the setup on Setup."
    >
      <f.List
        name="exemptions"
        one="exemption"
        none="No exemptions yet."
        fold={({ name, audience }) => ({ title: name, detail: audienceText(audience) })}
        max={40}
        empty={() => ({
          key: newKey(),
          name: '',
          coverages: [...coverages],
          audience: structuredClone(everyone),
        })}
      >
        {(index) => <Exemption index={index} />}
      </f.List>
    </TopicSection>
    <DefaultEnrollmentSection />
  </>
)

const DefaultEnrollmentSection = () => (
  <TopicSection
    id="default"
    why="After the deadline, students who didn’t send a form are enrolled from the start of the year at the full premium. You can also auto-enroll students with these statuses."
  >
    <f.Checks name="default_also" options={defaultAlso} labels={defaultAlsoLabels} />
    <f.Number
      name="default_enrollment_wait_days"
      hint="0 auto-enrolls students on the day after their deadline."
      width="half"
    />
    <f.Checkbox
      name="default_enrollment_is_automatic"
      label="Start without staff on the day"
      hint="Otherwise a Shipmate Admin starts it on Default enrollment. Staff always send the emails."
    />
  </TopicSection>
)

const Line = ({ coverage }: { coverage: Coverage }) => {
  const isOffered = useWatch({ control: f.useForm().control, name: `${coverage}_offered` })
  const label = coverageLabels[coverage]
  return (
    <div className="col-span-6 rounded-card px-3 py-2 shadow-control">
      <f.Checkbox name={`${coverage}_offered`} label={`Offer ${label.toLowerCase()} coverage`} />
      {isOffered && (
        <div className="pl-5.5">
          <Audience
            name={`${coverage}_audience`}
            label={`Students who can have ${label.toLowerCase()} coverage`}
            lead="Offered to"
          />
          <f.Checkbox name={`${coverage}_enrolls_by_default`} label="Auto-enroll after the deadline" />
          {coverage === 'medical' && (
            <f.Checkbox
              name="medical_is_voluntary"
              label="Voluntary coverage"
              hint="Students can decline it without proof of other coverage."
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
    <Audience name={`exemptions.${index}.audience`} label="Applies to" />
  </>
)
