import type { ContentOf } from '#contract/platform/document.ts'
import { everyone } from '#contract/setup/period-documents/audience.ts'
import { reminderDayLabels, reminderDays, type dates } from '#contract/setup/period-documents/dates.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import type { FieldOf } from '#client/platform/ui/form/fields.ts'
import { documentFields } from '#client/setup/period-documents/document-fields.ts'
import { OutdatedNote } from '#client/setup/period-documents/english-changed.tsx'
import { TopicSection } from './options-index.tsx'
import { AudienceField, type AudienceFieldProps } from './audience-field.tsx'
import { audienceText } from './audience-text.ts'

const f = documentFields<typeof dates>()
const Audience: FieldOf<AudienceFieldProps, ContentOf<typeof dates>> = AudienceField

/** Renders the sections for the year's dates and form windows, cohorts with their own deadlines, and coverage terms. */
export const DateSections = () => (
  <>
    <TopicSection id="windows" why="The policy year’s dates and when students can submit forms.">
      <Pair from="starts_on" to="ends_on" required />
      <Pair from="enrollment_opens_on" to="enrollment_closes_on" />
      <Pair from="waiver_opens_on" to="waiver_deadline_on" />
      <f.Checks
        name="reminder_days"
        options={reminderDays}
        labels={reminderDayLabels}
        hint="Emails students who haven’t started, before their cohort’s deadline or the policy year’s."
        isRow
      />
    </TopicSection>
    <TopicSection
      id="cohorts"
      why="Groups of students with their own deadlines, such as a class year or incoming students."
    >
      <f.List
        name="cohorts"
        one="cohort"
        none="Everyone has the same deadlines."
        fold={({ name, audience }) => ({ title: name, detail: audienceText(audience) })}
        max={40}
        empty={() => ({
          key: newKey(),
          name: '',
          audience: structuredClone(everyone),
          enrollment_closes_on: null,
          waiver_deadline_on: null,
        })}
      >
        {(index) => <Cohort index={index} />}
      </f.List>
    </TopicSection>
    <Terms />
  </>
)

const Terms = () => (
  <TopicSection
    id="terms"
    why="Parts of the policy year that students can enroll for, such as fall or spring and summer."
  >
    <f.List
      name="coverage_terms"
      one="term"
      none="Students enroll for the full policy year."
      max={12}
      // null until a date is typed
      empty={() => ({ key: newKey(), name: '', starts_on: '', ends_on: '' })}
    >
      {(index) => <CoverageTerm index={index} />}
    </f.List>
  </TopicSection>
)

type Day = Exclude<keyof ContentOf<typeof dates>, 'cohorts' | 'coverage_terms'>

const Pair = ({ from, to, required = false }: { from: Day; to: Day; required?: boolean }) => (
  <div className="col-span-6 grid grid-cols-6 gap-x-3 gap-y-4">
    {[from, to].map((name) => (
      <f.Date key={name} name={name} required={required} width="day" />
    ))}
  </div>
)

const Cohort = ({ index }: { index: number }) => (
  <>
    <f.Text
      name={`cohorts.${index}.name`}
      label="Name"
      required
      autoComplete="off"
      placeholder="Class of 2028"
      width="third"
    />
    <f.Date name={`cohorts.${index}.enrollment_closes_on`} label="Enrollment window closes" width="day" />
    <f.Date name={`cohorts.${index}.waiver_deadline_on`} label="Waiver deadline" width="day" />
    <f.Text name={`cohorts.${index}.es.name`} label="Spanish name" autoComplete="off" width="third" />
    <div className="col-span-6 empty:hidden">
      <OutdatedNote
        spanish={`cohorts.${index}.es.name`}
        english={`cohorts.${index}.name`}
        original={`cohorts.${index}.es.of.name`}
        label="Spanish name"
      />
    </div>
    <Audience name={`cohorts.${index}.audience`} label="Applies to" />
  </>
)

const CoverageTerm = ({ index }: { index: number }) => (
  <>
    <f.Text
      name={`coverage_terms.${index}.name`}
      label="Name"
      required
      autoComplete="off"
      placeholder="Spring and summer"
      width="third"
    />
    <f.Date name={`coverage_terms.${index}.starts_on`} label="First day" required width="day" />
    <f.Date name={`coverage_terms.${index}.ends_on`} label="Last day" required width="day" />
  </>
)
