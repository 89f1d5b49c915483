import type { Selectable } from 'kysely'
import { type SentForm, sentForm } from '#contract/review/form-submissions/sent-form.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { StudentPeriod, Student } from '#server/platform/db/schema.ts'
import { addDays, type Random } from '#server/testing/random.ts'
import type { Card } from './card-images.ts'
import type { Claim } from './form-claims.ts'
import type { Story } from './form-stories.ts'

/** A student of the policy year, as the roster has them. */
export type OnRoster = Pick<
  Selectable<Student>,
  | 'first_name'
  | 'last_name'
  | 'dob'
  | 'sid'
  | 'phone'
  | 'personal_email'
  | 'address_1'
  | 'city'
  | 'state'
  | 'zip'
> &
  Pick<
    Selectable<StudentPeriod>,
    'program' | 'campus' | 'graduation_year' | 'medical_status' | 'dental_status' | 'vision_status'
  > & { readonly id: number }

/** What a story tells about one student: the form, and the card on its pictures. */
export interface Told {
  readonly form: SentForm
  readonly card: Card
}

interface Ground {
  readonly db: Database
  readonly random: Random
  /** The day on which the form is sent. */
  readonly today: string
}

/** Writes the form of a story for a student, as the student website would send it. */
export const tell = async (ground: Ground, student: OnRoster, story: Story): Promise<Told> => {
  const sender = senderOf(student, story)
  const card = cardOf(ground.random, sender, story.claim)
  const form = {
    form_type: story.form_type,
    coverage_types: story.coverages ?? ['medical'],
    ...sender,
    ...addressOf(ground.random, student),
    ...studiesOf(student),
    ...(story.claim ? await insuranceOf(ground, sender, story.claim, card) : {}),
    ...(story.dependents ? { include_dependents: true, dependents: story.dependents } : {}),
    ...(story.comment === undefined ? {} : { comment: story.comment }),
    ...(story.event === undefined
      ? {}
      : { qualifying_event: story.event, event_on: addDays(ground.today, -12) }),
    attestations: story.form_type === 'enroll' ? ['true', 'charge'] : ['true', 'all-year', 'verify', 'audit'],
    signature: `${sender.first_name} ${sender.last_name}`,
    language: story.language ?? 'en',
  }
  return { form: sentForm.parse(story.isUnfinished ? halfOf(form) : form), card }
}

type Sender = Pick<OnRoster, 'first_name' | 'last_name' | 'dob'> & { readonly sid?: string }

/** Students mistype their details, use another name, or aren’t on the roster. */
const senderOf = ({ first_name, last_name, dob, sid }: OnRoster, { typo }: Story): Sender => {
  const known = { first_name, last_name, dob, sid }
  const typedTwice = `${sid}${sid.slice(-1)}`
  switch (typo) {
    case 'two_details':
      return { ...known, sid: typedTwice, dob: addDays(dob, 365) }
    case 'married_name':
      return { ...known, sid: typedTwice, last_name: `${last_name}-Whitfield` }
    case 'nickname':
      return { ...known, sid: sid.replace(/^S/, ''), first_name: first_name.slice(0, 3) }
    case 'unknown_student':
      return { first_name: 'Imogen', last_name: 'Castellano', dob: '2001-02-17', sid: 'S4410982' }
    default:
      // not everyone knows it; then the name and birth date match
      return /[27]$/.test(sid) ? { first_name, last_name, dob } : known
  }
}

/** Some students moved or have a new number since the roster was made. */
const addressOf = (random: Random, student: OnRoster) => ({
  phone:
    random.chance(70) && student.phone !== null ? student.phone : `+1503555${random.between(1000, 9999)}`,
  ...(student.personal_email === null ? {} : { personal_email: student.personal_email }),
  address_1:
    random.chance(80) && student.address_1 !== null
      ? student.address_1
      : `${random.between(11, 990)} Harbor Way`,
  city: student.city ?? 'Astoria',
  state: student.state ?? 'NY',
  zip: student.zip ?? '11102',
})

const studiesOf = ({ program, campus, graduation_year }: OnRoster) => ({ program, campus, graduation_year })

const cardOf = (random: Random, { first_name, last_name }: Sender, claim?: Claim): Card => ({
  company: claim?.company ?? 'Aetna',
  member: `${first_name} ${last_name}`,
  number: (claim?.member ?? 'W#########').replaceAll('#', () => String(random.between(1, 9))),
  group: `G${random.between(10_000, 99_999)}`,
})

const parents = ['Maria', 'John', 'Anh', 'Kenji', 'Olga', 'Samira'] as const

const insuranceOf = async ({ db, random, today }: Ground, sender: Sender, claim: Claim, card: Card) => {
  const company = await db
    .selectFrom('insurance_companies')
    .select('id')
    .where('name', '=', claim.company)
    .executeTakeFirstOrThrow()
  // parents’ plans cover students until they’re 26
  const isTooOld = claim.source === 'parent_employer_group' && sender.dob < addDays(today, -26 * 365)
  const isOwn = claim.relation === 'self' || isTooOld
  const [parent, parentDob] = [random.pick(parents), addDays('1964-01-01', random.between(0, 4000))]
  return {
    medical_waive_insurance_company_id: company.id,
    medical_waive_member_subscriber_number: card.number,
    medical_waive_group_number: card.group,
    medical_waive_insurance_type: claim.type,
    medical_waive_insurance_phone: '+18005550100',
    medical_waive_source_of_coverage: isTooOld ? 'own_employer_group' : claim.source,
    medical_waive_subscriber_relation: isTooOld ? 'self' : claim.relation,
    medical_waive_subscriber_first_name: isOwn ? sender.first_name : parent,
    medical_waive_subscriber_last_name: sender.last_name,
    medical_waive_subscriber_dob: isOwn ? sender.dob : parentDob,
  }
}

/** What every unfinished form of the data has: who the student is. */
const begun = ['form_type', 'coverage_types', 'first_name', 'last_name', 'dob', 'sid', 'language'] as const

const halfOf = (form: Readonly<Record<string, unknown>>) => ({
  ...Object.fromEntries(begun.map((name) => [name, form[name]])),
  progress: 'in_progress',
})
