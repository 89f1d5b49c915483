import { academicStatuses, academicStatusLabels } from '#contract/platform/record/student-period-choices.ts'
import { addStudentToPeriod } from '#contract/records/student-periods/endpoints.ts'
import { genderLabels, genders } from '#contract/platform/record/genders.ts'
import * as z from 'zod/mini'
import { possibleDuplicates, type PossibleDuplicate } from '#contract/records/students/duplicates.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import type { ClientReply } from '#contract/platform/endpoint.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useSend } from '#client/platform/lib/query.ts'
import { Avatar } from '#client/platform/ui/text/avatar.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Form, FormSummary } from '#client/platform/ui/form/form.tsx'
import { keepsDraft, useRecordForm, type RecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { hitDetail } from '#client/platform/record/hit-text.ts'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { fullName, listedName } from '#contract/platform/person-name.ts'
import { currentDay } from '#client/platform/lib/today.ts'

/** The student to add: one the school already has, or a new one with the text typed in the search. */
export type AddStudentSubject =
  | { readonly kind: 'known'; readonly hit: StudentHit }
  | { readonly kind: 'new'; readonly typed: string; readonly values?: NewStudentValues }

const empty = {
  sid: '',
  first_name: '',
  last_name: '',
  middle_initial: '',
  dob: '',
  gender: null as string | null,
  university_email: '',
  program: '',
  campus: '',
  graduation_year: null as number | null,
  academic_status: null as string | null,
}
type Values = Partial<typeof empty>

/** What is known of a new student before someone fills in the form. */
export type NewStudentValues = Values

/** Splits 'Lopez, Ana' and 'Ana Lopez' into names; text with a digit is a student ID. */
export const namesIn = (typed: string): Values => {
  const text = typed.trim()
  if (/\d/.test(text)) return { sid: text }
  const [last = '', first] = text.split(/\s*,\s*/)
  if (first !== undefined) return { first_name: first, last_name: last }
  const words = text.split(/\s+/)
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}

const defaultsFor = (subject: AddStudentSubject): Values => {
  if (subject.kind === 'new') return { ...empty, ...(subject.values ?? namesIn(subject.typed)) }
  const { program, campus, graduation_year, academic_status } = empty
  return { program, campus, graduation_year, academic_status }
}

interface Options {
  readonly periodId: number
  readonly subject: AddStudentSubject
  readonly year: string | null
  /** The students whom the new one was told apart from. */
  readonly isNot: readonly number[]
  /** Asks whether the new student is one of these. */
  readonly onDuplicates: (students: readonly PossibleDuplicate[]) => void
  readonly onAdded: (added: ClientReply<typeof addStudentToPeriod>, changeId: string | null) => void
}

/** Creates the form for the call's body; if the student is already in the policy year, the error names them. */
export const useAddStudentForm = (options: Options): RecordForm<Values> => {
  const { periodId, subject, year, isNot, onDuplicates, onAdded } = options
  const { send } = useSend(addStudentToPeriod, { refreshes: enrollmentReads, quiet: true })
  return useRecordForm<Values, typeof addStudentToPeriod.body>({
    schema: addStudentToPeriod.body,
    defaults: defaultsFor(subject),
    draft: { form: draftFor(periodId, subject) },
    extra: { period_id: periodId, ...(subject.kind === 'known' ? { sid: subject.hit.sid } : {}) },
    onSubmit: async (body) => {
      try {
        const told = isNot.length === 0 ? body : { ...body, is_not_duplicate_of: [...isNot] }
        const { reply, changeId } = await send({ body: told })
        return onAdded(reply, changeId)
      } catch (error) {
        const students = duplicatesIn(error)
        if (students) {
          onDuplicates(students)
          return keepsDraft
        }
        throw isThere(error) ? alreadyAddedError(subject, body.sid, year) : error
      }
    },
  })
}

/**
 * Returns a draft name per person, so that another name starts a new draft. The name itself isn't in any URL or key.
 */
const draftFor = (periodId: number, subject: AddStudentSubject): string =>
  subject.kind === 'known'
    ? `add-student:${periodId}:${subject.hit.id}`
    : `add-student:${periodId}:new-${markOf(subject.typed.trim().toLowerCase())}`

/** Returns an FNV-1a hash, which identifies a text without containing it. */
const markOf = (text: string): string => {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(16)
}

/** Returns the students whom a new one may be, if that's why nothing was added. */
const duplicatesIn = (error: unknown): readonly PossibleDuplicate[] | null =>
  error instanceof ApiError && error.code === 'duplicate'
    ? (z.safeParse(possibleDuplicates, error.data).data?.students ?? null)
    : null

const isThere = (error: unknown): boolean => error instanceof ApiError && error.code === 'exists'

const alreadyAddedError = (
  subject: AddStudentSubject,
  sid: string | undefined,
  year: string | null,
): ApiError => {
  const who = subject.kind === 'known' ? fullName(subject.hit) : `A student with the ID ${sid ?? ''}`
  const message = `${who} is already in ${year ?? 'this policy year'}. Nothing changed.`
  return new ApiError({ kind: 'conflict', code: 'exists', message })
}

interface AddStudentFormProps {
  form: RecordForm<Values>
  formId: string
  subject: AddStudentSubject
}

/** Renders the fields: all for a new student, those of the policy year for a known one. */
export const AddStudentForm = ({ form, formId, subject }: AddStudentFormProps) => (
  <Form form={form} id={formId}>
    {subject.kind === 'new' && <FormSummary />}
    <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
      {subject.kind === 'known' ? <Known hit={subject.hit} /> : <PersonFields />}
      <YearFields />
    </div>
  </Form>
)

const Known = ({ hit }: { hit: StudentHit }) => (
  <div className="col-span-6 flex items-center gap-3 rounded-card bg-sunken px-3 py-2.5">
    <Avatar name={fullName(hit)} />
    <div className="min-w-0">
      <Truncate as="p" className="font-medium">
        {listedName(hit)}
      </Truncate>
      <Truncate as="p" className="tabular text-label text-ink-2">
        {hitDetail(hit)}
        {hit.university_email && ` · ${hit.university_email}`}
      </Truncate>
    </div>
  </div>
)

const f = fieldsOf<Values>()

/** How someone with one name is entered. */
const singleNameHint = 'Leave empty for a single name.'

const PersonFields = () => (
  <>
    <f.Text name="first_name" label="First name" width="short" hint={singleNameHint} />
    <f.Text name="last_name" label="Last name" required width="short" />
    <f.Text name="middle_initial" label="Middle initial" maxLength={5} width="short" />
    <f.Text name="sid" label="Student ID" required width="short" />
    <f.Date name="dob" label="Date of birth" kind="birth" required width="short" />
    <f.Select
      name="gender"
      label="Gender"
      options={genders.map((value) => ({ value, label: genderLabels[value] }))}
      emptyLabel="No value"
      width="short"
    />
    <f.Text name="university_email" label="University email" type="email" autoComplete="off" />
  </>
)

const YearFields = () => (
  <>
    <f.Text name="program" label="Program" width="half" />
    <f.Text name="campus" label="Campus" width="half" />
    <f.Select
      name="academic_status"
      label="Academic status"
      options={academicStatuses.map((value) => ({ value, label: academicStatusLabels[value] }))}
      emptyLabel="No value"
      width="half"
    />
    <f.Select
      name="graduation_year"
      label="Class year"
      options={graduationYears()}
      emptyLabel="No value"
      width="half"
    />
  </>
)

/** Years from last year on; earlier ones can be edited on the student's page. */
const graduationYears = () => {
  const last = Number(currentDay().slice(0, 4)) - 1
  return Array.from({ length: 14 }, (_, index) => ({ value: last + index, label: String(last + index) }))
}
