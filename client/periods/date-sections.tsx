import type * as z from 'zod/mini'
import { everybody } from '#contract/periods/audience.ts'
import type { dates } from '#contract/periods/dates.ts'
import { newKey } from '#client/lib/new-key.ts'
import { DateField } from '#client/ui/form/date-field.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { ListField } from '#client/ui/form/list-field.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import type { RecordForm } from '#client/ui/form/use-record-form.ts'
import { AudienceField } from './audience-field.tsx'
import { audienceInWords } from './audience-words.ts'
import { dateLabels } from './options-words.ts'

interface PartProps {
  form: RecordForm<z.output<(typeof dates)['content']>>
}

const half = 'col-span-6 xs:col-span-3 sm:col-span-2'

/** When the year runs and forms may be sent, whose deadlines differ, and which parts of it can be covered alone. */
export const DateSections = ({ form }: PartProps) => (
  <>
    <FormSection
      id="windows"
      title="Windows"
      why="When the year runs, and when students may send their forms."
    >
      <Pair form={form} from="starts_on" to="ends_on" required />
      <Pair form={form} from="enrollment_opens_on" to="enrollment_closes_on" />
      <Pair form={form} from="waiver_opens_on" to="waiver_deadline_on" />
    </FormSection>
    <FormSection
      id="cohorts"
      title="Cohorts"
      why="Students with deadlines of their own: a class, those who come in."
    >
      <ListField
        form={form}
        name="cohorts"
        one="cohort"
        none="The same deadlines hold for everybody."
        fold={({ name, audience }) => ({ title: name, detail: audienceInWords(audience) })}
        max={40}
        empty={() => ({
          key: newKey(),
          name: '',
          audience: structuredClone(everybody),
          enrollment_closes_on: null,
          waiver_deadline_on: null,
        })}
      >
        {(index) => <Cohort form={form} index={index} />}
      </ListField>
    </FormSection>
    <Terms form={form} />
  </>
)

const Terms = ({ form }: PartProps) => (
  <FormSection
    id="terms"
    title="Coverage terms"
    why="Parts of the year that can be covered alone: annual, fall, spring and summer."
  >
    <ListField
      form={form}
      name="coverage_terms"
      one="term"
      none="Coverage is for the whole year."
      max={12}
      // days that are typed: until then there are none
      empty={() => ({ key: newKey(), name: '', starts_on: '', ends_on: '' })}
    >
      {(index) => <CoverageTerm form={form} index={index} />}
    </ListField>
  </FormSection>
)

type Day = Exclude<keyof typeof dateLabels, 'cohorts' | 'coverage_terms'>

const Pair = ({
  form,
  from,
  to,
  required = false,
}: PartProps & { from: Day; to: Day; required?: boolean }) => (
  <div className="col-span-6 grid grid-cols-6 gap-x-3 gap-y-4">
    {[from, to].map((name) => (
      <DateField
        key={name}
        form={form}
        name={name}
        label={dateLabels[name]}
        required={required}
        className={half}
      />
    ))}
  </div>
)

const Cohort = ({ form, index }: PartProps & { index: number }) => (
  <>
    <TextField
      form={form}
      name={`cohorts.${index}.name`}
      label="Name"
      required
      autoComplete="off"
      placeholder="Class of 2028"
      className="col-span-6 sm:col-span-2"
    />
    <DateField
      form={form}
      name={`cohorts.${index}.enrollment_closes_on`}
      label="Enrollment closes"
      className={half}
    />
    <DateField
      form={form}
      name={`cohorts.${index}.waiver_deadline_on`}
      label="Waiver deadline"
      className={half}
    />
    <AudienceField
      form={form}
      name={`cohorts.${index}.audience`}
      label="Who is in it"
      className="col-span-6"
    />
  </>
)

const CoverageTerm = ({ form, index }: PartProps & { index: number }) => (
  <>
    <TextField
      form={form}
      name={`coverage_terms.${index}.name`}
      label="Name"
      required
      autoComplete="off"
      placeholder="Spring and summer"
      className="col-span-6 sm:col-span-2"
    />
    <DateField
      form={form}
      name={`coverage_terms.${index}.starts_on`}
      label="First day"
      required
      className={half}
    />
    <DateField
      form={form}
      name={`coverage_terms.${index}.ends_on`}
      label="Last day"
      required
      className={half}
    />
  </>
)
