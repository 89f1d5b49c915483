import type { ReactNode } from 'react'
import type { enrollmentFields } from '#contract/student-periods/fields.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import type { Student } from '#contract/students/shapes.ts'
import { fieldLabel } from '#client/common/field-words.ts'
import { valueWords, type PlainValue } from '#client/common/field-value.ts'
import { formatDay, localDay } from '#client/lib/format.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ageOn } from '#client/common/age.ts'
import type { SsnOwner } from './reveal-ssn-dialog.tsx'
import { SsnReveal } from './ssn-reveal.tsx'

interface StudentFactsProps {
  student: Student
  /** What can be done with them, beside their heading. */
  action: ReactNode
}

/** What is known of the person. */
export const StudentFacts = ({ student, action }: StudentFactsProps) => (
  <>
    <Facts title="Personal" action={action}>
      <Fact label="Date of birth" fields={['dob']}>
        {bornWords(student)}
      </Fact>
      <FieldFacts record={student} fields={['gender']} />
      <Fact label={fieldLabel('ssn')} fields={['ssn']}>
        {student.ssn === null ? null : <SsnReveal owner={ssnOwnerOf(student)} mask={student.ssn} />}
      </Fact>
      <FieldFacts record={student} fields={['sid', 'uid']} />
      <FieldFacts record={student} fields={['prior_last_name', 'npi_number', 'include_dependents']} ifAny />
    </Facts>
    <Facts title="Contact">
      <EmailFact name="university_email" address={student.university_email} />
      <EmailFact name="personal_email" address={student.personal_email} />
      <FieldFacts record={student} fields={['phone']} />
      <Fact label="Address" fields={addressFields}>
        {addressOf(student)}
      </Fact>
    </Facts>
  </>
)

/** A student, as whose SSN may be revealed. */
export const ssnOwnerOf = ({ id, first_name, last_name }: Student): SsnOwner => ({
  type: 'student',
  id,
  name: `${first_name} ${last_name}`,
})

const bornWords = ({ dob }: Student): string | null => {
  const age = ageOn(dob, localDay(new Date()))
  if (dob === null) return null
  return age === null ? formatDay(dob) : `${formatDay(dob)} (${age} years old)`
}

const addressFields = ['address_1', 'address_2', 'city', 'state', 'zip', 'country'] as const

const addressOf = (student: Student): ReactNode => {
  const { address_1, address_2, city, state, zip, country } = student
  const place = [city, [state, zip].filter((part) => part !== null).join(' ')]
    .filter((part) => part)
    .join(', ')
  const abroad = country === null || country === 'US' ? null : valueWords('country', country)
  const lines = [address_1, address_2, place, abroad].filter((line) => line)
  return lines.length === 0
    ? null
    : lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))
}

const shownEnrollment = [
  'program',
  'campus',
  'academic_status',
  'graduation_year',
  'expected_start_on',
  'expected_graduation_on',
] as const satisfies readonly (keyof typeof enrollmentFields)[]

const rarerEnrollment = [
  'rotation_location',
  'loa_reason',
  'loa_start_on',
  'loa_end_on',
  'requested_enrollment_on',
  'disbursement_on',
  'reverify_on',
  'confirmation_number',
  'comment',
] as const satisfies readonly (keyof typeof enrollmentFields)[]

/** What is known of the student in one policy year. */
export const EnrollmentFacts = ({ record }: { record: StudentPeriod }) => (
  <Facts title="Enrollment">
    <FieldFacts record={record} fields={shownEnrollment} />
    <FieldFacts record={record} fields={rarerEnrollment} ifAny />
  </Facts>
)

interface FactsProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

/** A few facts under their title. */
export const Facts = ({ title, action, children }: FactsProps) => (
  <section className="border-t border-line pt-4">
    <div className="mb-2 flex items-center justify-between gap-4">
      <h2 className="text-section font-semibold">{title}</h2>
      {action}
    </div>
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-3">{children}</dl>
  </section>
)

interface FactProps {
  label: string
  /** Which fields it tells of: where a mention of them leads. */
  fields: readonly string[]
  children: ReactNode
}

const Fact = ({ label, fields, children }: FactProps) => (
  <div className="min-w-0" data-mention={fields.map((name) => `field-${name}`).join(' ')}>
    <dt className="text-label text-ink-3">{label}</dt>
    <dd className="tabular break-words">{children ?? <span className="text-ink-3">—</span>}</dd>
  </div>
)

interface EmailFactProps {
  name: 'university_email' | 'personal_email'
  address: string | null
}

const EmailFact = ({ name, address }: EmailFactProps) => (
  <Fact label={fieldLabel(name)} fields={[name]}>
    {address === null ? null : (
      <a href={`mailto:${address}`} className="text-accent-text no-underline hover:underline">
        {address}
      </a>
    )}
  </Fact>
)

interface FieldFactsProps<R, F extends keyof R & string> {
  record: R
  fields: readonly F[]
  /** Only those that hold something. */
  ifAny?: boolean
}

const FieldFacts = <F extends string, R extends Readonly<Record<F, PlainValue>>>({
  record,
  fields,
  ifAny = false,
}: FieldFactsProps<R, F>) =>
  fields
    .filter((field) => !ifAny || (record[field] !== null && record[field] !== false))
    .map((field) => (
      <Fact key={field} label={fieldLabel(field)} fields={[field]}>
        {record[field] === null ? null : valueWords(field, record[field])}
      </Fact>
    ))

/** The facts while they are read. */
export const FactsSkeleton = () => (
  <div aria-hidden className="grid grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-4 md:grid-cols-3">
    {[0, 1, 2, 3, 4, 5].map((fact) => (
      <span key={fact} className="flex flex-col gap-1.5">
        <Skeleton className="h-2.5 w-16" />
        <Skeleton className="h-3 w-28" />
      </span>
    ))}
  </div>
)
