import type { ReactNode } from 'react'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import type { StudentField } from '#contract/platform/record/student-fields.ts'
import type { Student } from '#contract/records/students/shapes.ts'
import { fieldFact } from '#client/platform/record/field-fact.tsx'
import { enrollmentPlaces, shownIn, studentPlaces, type Place } from '#client/platform/record/field-places.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { valueWords, type PlainValue } from '#client/platform/record/field-value.ts'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import type { SsnOwner } from './reveal-ssn-dialog.tsx'
import { SsnReveal } from './ssn-reveal.tsx'
import { fullName } from '#contract/platform/person-name.ts'

interface StudentFactsProps {
  student: Student
  /** Actions next to the heading. */
  action: ReactNode
}

const studentFacts = shownIn(studentPlaces, 'overview')

/** Renders the student's personal details. */
export const StudentFacts = ({ student, action }: StudentFactsProps) => {
  const isContact = (name: StudentField): boolean => studentPlaces[name].section === 'Contact'
  return (
    <>
      <Facts title="Personal information" action={action}>
        <FieldFacts
          record={student}
          places={studentPlaces}
          fields={studentFacts.filter((name) => !isContact(name))}
          own={{ ssn: student.ssn && <SsnReveal owner={ssnOwnerOf(student)} mask={student.ssn} /> }}
        />
      </Facts>
      <Facts title="Contact">
        <FieldFacts record={student} places={studentPlaces} fields={studentFacts.filter(isContact)} />
        <Fact label="Address" fields={addressFields}>
          {addressOf(student)}
        </Fact>
      </Facts>
    </>
  )
}

/** Returns a student as the owner of an SSN to reveal. */
export const ssnOwnerOf = (student: Student): SsnOwner => ({
  type: 'student',
  id: student.id,
  name: fullName(student),
})

const addressFields = Object.entries(studentPlaces).flatMap(([name, { section }]) =>
  section === 'Address' ? [name] : [],
)

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

const enrollmentFacts = shownIn(enrollmentPlaces, 'overview')

/** Renders the details of the student in one policy year. */
export const EnrollmentFacts = ({ record }: { record: StudentPeriod }) => (
  <Facts title="Enrollment">
    <FieldFacts record={record} places={enrollmentPlaces} fields={enrollmentFacts} />
  </Facts>
)

interface FactsProps {
  title: string
  action?: ReactNode
  children: ReactNode
}

/** Renders a group of details under a title. */
const Facts = ({ title, action, children }: FactsProps) => (
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
  /** The fields it shows, for mentions that link to them. */
  fields: readonly string[]
  children: ReactNode
}

const Fact = ({ label, fields, children }: FactProps) => (
  <div className="min-w-0" data-mention={fields.map((name) => `field-${name}`).join(' ')}>
    <dt className="text-label text-ink-3">{label}</dt>
    <dd className="tabular break-words">{children ?? <span className="text-ink-3">—</span>}</dd>
  </div>
)

interface FieldFactsProps<F extends string> {
  record: Readonly<Record<F, PlainValue>>
  places: Readonly<Record<F, Place>>
  fields: readonly F[]
  /** Content shown instead of a text value. */
  own?: Readonly<Partial<Record<F, ReactNode>>>
}

const FieldFacts = <F extends string>({ record, places, fields, own }: FieldFactsProps<F>) =>
  fields
    .filter((name) => !places[name].ifFilled || (record[name] !== null && record[name] !== false))
    .map((name) => (
      <Fact key={name} label={fieldLabel(name)} fields={[name]}>
        {own?.[name] ?? fieldFact(name, record[name])}
      </Fact>
    ))

/** Renders placeholders while the details load. */
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
