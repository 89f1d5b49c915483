import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { newDecisions } from '#contract/review/decisions/outcome-shapes.ts'
import type { AnonymousContext, Caller, Context, Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { addManualResult } from '#server/review/decisions/commands/suggest.ts'
import { decide } from '#server/review/decisions/commands/decide.ts'
import { appealForm } from '#server/review/form-submissions/commands/appeal-form.ts'
import { continueForm, submitForm } from '#server/review/form-submissions/commands/submit-form.ts'
import { storeFormFile } from '#server/review/form-submissions/commands/form-files.ts'
import { markSeen } from '#server/review/form-submissions/commands/claim-form.ts'
import { addDays, createRandom, type Random } from '#server/testing/random.ts'
import { drawCardBack, drawCardFront, writeLetter, type Card } from './card-images.ts'
import { seedChecks } from './checks.ts'
import { tell, type OnRoster, type Told } from './form-answers.ts'
import { storiesOf, type Paper, type Story } from './form-stories.ts'
import { springPrograms } from './insurance.ts'
import { seedSecondReviews } from './second-reviews.ts'

interface SeedContext {
  readonly db: Database
  readonly services: Services
  readonly periodId: number
  readonly year: number
  /** The IDs of the Shipmate Admins who review forms. */
  readonly reviewerIds: readonly number[]
}

interface Ground extends SeedContext {
  readonly random: Random
  /** The last moment of the data. */
  readonly now: Date
  readonly pools: Pools
}

/**
 * Sends the forms of a policy year through the same commands as the student website and reviews some of them, so that
 * the submission desk has forms in every state. Their days count back from today.
 */
export const seedForms = async (given: SeedContext): Promise<void> => {
  const { services, year } = given
  const now = lastMoment(services.clock.now(), year)
  const ground = { ...given, now, random: createRandom(20_261_123), pools: await readPools(given) }
  for (const [index, story] of storiesOf(year).entries()) await play(ground, story, index)
  await seedSecondReviews({ ...given, contextOf: (id) => reviewContext(ground, atDay(ground, 0, 0), id) })
  await sendEmails(ground)
  const [admin = 0] = given.reviewerIds
  await seedChecks({
    ...given,
    contextAt: (minutes) => reviewContext(ground, atDay(ground, 0, minutes), admin),
  })
}

/** Returns now, but not before the first forms can be sent, and not after the last deadline. */
const lastMoment = (now: Date, year: number): Date => {
  const [first, last] = [new Date(`${year}-08-25T18:00:00Z`), new Date(`${year + 1}-01-28T18:00:00Z`)]
  if (now < first) return first
  return now > last ? last : now
}

/** Students with programs that start in January still send forms on time; the others are late. */
interface Pools {
  readonly onTime: OnRoster[]
  readonly late: OnRoster[]
}

/** Students before this one have examples of other data. */
const firstStudent = 300

const readPools = async ({ db, periodId }: SeedContext): Promise<Pools> => {
  const rows = await db
    .selectFrom('student_periods as sp')
    .innerJoin('students as s', 's.id', 'sp.student_id')
    .select([
      'sp.id',
      's.first_name',
      's.last_name',
      's.dob',
      's.sid',
      's.phone',
      's.personal_email',
      's.address_1',
      's.city',
      's.state',
      's.zip',
      'sp.program',
      'sp.campus',
      'sp.graduation_year',
      'sp.medical_status',
      'sp.dental_status',
      'sp.vision_status',
    ])
    .where('sp.period_id', '=', periodId)
    .where('sp.medical_status', 'in', ['not_started', 'waiver_submitted', 'enrollment_submitted'])
    .where('sp.status', '=', 'active')
    .orderBy('sp.id')
    .execute()
  const others = rows.filter(({ sid }) => Number(sid.slice(1)) >= 1_000_000 + firstStudent)
  const isOnTime = ({ program }: OnRoster): boolean => springPrograms.some((one) => one === program)
  return { onTime: others.filter(isOnTime), late: others.filter((one) => !isOnTime(one)) }
}

/** Takes the next student who can send the form: the form changes the status of each of its coverage types. */
const takeStudent = ({ onTime, late }: Pools, story: Story): OnRoster => {
  const pool = story.isLate || story.event ? late : onTime
  const sent = story.form_type === 'waiver' ? 'waiver_submitted' : 'enrollment_submitted'
  const fits = (student: OnRoster): boolean =>
    (story.coverages ?? ['medical']).every((one) => ['not_started', sent].includes(student[`${one}_status`]))
  const place = pool.findIndex(fits)
  const [student] = place < 0 ? [] : pool.splice(place, 1)
  if (!student) throw new Error(`No student is left for a form from ${story.daysAgo} days ago.`)
  return student
}

const play = async (ground: Ground, story: Story, index: number): Promise<void> => {
  const student = takeStudent(ground.pools, story)
  const minutes = (index * 37) % 240
  const sentAt = atDay(ground, story.daysAgo, minutes)
  const told = await tell({ ...ground, today: sentAt.toISOString().slice(0, 10) }, student, story)
  const token = await send(ground, told, story.papers ?? [], sentAt)
  const { again, added, fixed, appealed } = story
  if (again) await send(ground, told, again.papers, atDay(ground, again.daysAgo, minutes))
  if (story.isSeen || story.found || story.decided) await review(ground, student, story, index)
  if (appealed) {
    const context = publicContext(ground, atDay(ground, appealed.daysAgo, minutes))
    const file_tokens = await upload(ground, context, told.card, appealed.papers)
    await appealForm(context, token, { comment: appealed.comment, file_tokens })
  }
  if (added) {
    const form = { ...told.form, dependents: [...added.dependents] }
    await send(ground, { ...told, form }, [], atDay(ground, added.daysAgo, minutes))
  }
  if (fixed) await send(ground, told, fixed.papers, atDay(ground, fixed.daysAgo, minutes), token)
}

/** Returns the moment some days and minutes before the last one. */
const atDay = ({ now }: Ground, daysAgo: number, minutes: number): Date =>
  new Date(now.getTime() - daysAgo * 86_400_000 - (minutes + 5) * 60_000)

/** Sends a form with its files, or fixes the one that a token opens. Returns the token of the form. */
const send = async (
  ground: Ground,
  { form, card }: Told,
  papers: readonly Paper[],
  at: Date,
  token?: string,
): Promise<string> => {
  const context = publicContext(ground, at)
  const tokens = await upload(ground, context, card, papers)
  const sent = { ...form, ...(tokens.length > 0 ? { file_tokens: tokens } : {}) }
  const receipt =
    token === undefined
      ? await submitForm(context, ground.periodId, sent, 'phone')
      : await continueForm(context, token, sent, 'phone')
  return receipt.resume_token
}

/** Uploads files for a form. Returns their tokens. */
const upload = async (
  { periodId }: Ground,
  context: AnonymousContext,
  card: Card,
  papers: readonly Paper[],
): Promise<string[]> => {
  const tokens = []
  for (const paper of papers) {
    const { kind, name, bytes } = paperOf(paper, card, context.clock.now())
    const write = await storeFormFile(context, periodId, kind, uploadOf(name, bytes))
    tokens.push(await write(context))
  }
  return tokens
}

const contextAt = ({ db, services }: Ground, at: Date) => ({
  db,
  services,
  clock: { now: () => at },
  requestId: 'demo data',
  address: null,
  change: null,
  afterCommit: [],
})

const publicContext = (ground: Ground, at: Date): AnonymousContext => ({
  ...contextAt(ground, at),
  caller: null,
  visitor: null,
})

const reviewContext = (ground: Ground, at: Date, reviewerId: number): Context => ({
  ...contextAt(ground, at),
  caller: callerOf(reviewerId),
})

const callerOf = (id: number): Caller => ({
  id,
  permission: 'shipmate_admin',
  school_ids: [],
  name: 'Demo reviewer',
  email: 'reviewer@shipmate.example',
  session_id: 0,
  password_confirmed_at: null,
  two_factor_enabled: false,
  school_requires_factor: false,
  provider_factor: false,
  is_demo: true,
  emergency_id: null,
  emergency_ends_at: null,
})

const review = async (ground: Ground, student: OnRoster, story: Story, index: number): Promise<void> => {
  const { found, decided } = story
  const { id } = await ground.db
    .selectFrom('form_submissions')
    .select('id')
    .where('student_period_id', '=', student.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const daysAgo = decided?.daysAgo ?? story.daysAgo
  const reviewerId = ground.reviewerIds[index % ground.reviewerIds.length] ?? 0
  const context = () => reviewContext(ground, atDay(ground, daysAgo, 0), reviewerId)
  await markSeen(context(), id)
  if (found) await addManualResult(context(), { ...found, form_submission_id: id, coverage_type: 'medical' })
  if (!decided) return
  const lines = decided.coverages.map((coverage_type) => ({
    coverage_type,
    outcome: decided.outcome,
    reason_codes: decided.reasons ?? [],
    note: decided.note ?? null,
  }))
  await decide(context(), newDecisions.parse({ form_submission_id: id, lines }))
}

const paperOf = (paper: Paper, card: Card, at: Date) => {
  switch (paper) {
    case 'insurance_card_front':
      return { kind: paper, name: 'card-front.png', bytes: drawCardFront(card) }
    case 'insurance_card_back':
      return { kind: paper, name: 'card-back.png', bytes: drawCardBack(card) }
    case 'coverage_letter':
      return { kind: paper, name: 'coverage-letter.pdf', bytes: letterOf(card, at, 6) }
    case 'old_letter':
      return { kind: 'coverage_letter', name: 'letter-spring.pdf', bytes: letterOf(card, at, 160) } as const
  }
}

/** Writes a letter dated some days before it was sent. */
const letterOf = ({ company, member, number, group }: Card, at: Date, daysBefore: number): Buffer => {
  const [year, month, day] = addDays(at.toISOString().slice(0, 10), -daysBefore).split('-')
  return writeLetter(company, [
    `${month}/${day}/${year}`,
    '',
    'To whom it may concern:',
    '',
    `${member} is covered under group ${group}, member ID ${number}.`,
    `Coverage began on 01/01/${year} and has no end date on file.`,
    'The plan covers medical and hospital care anywhere in the United States.',
    '',
    'Member services',
  ])
}

const uploadOf = (name: string, bytes: Buffer) => ({
  name,
  size: bytes.length,
  hash: createHash('sha256').update(bytes).digest(),
  read: () => Readable.from([bytes]),
  dispose: async () => undefined,
})

/** The emails about these forms were sent when they were written. */
const sendEmails = async ({ db, periodId }: Ground): Promise<void> => {
  await db
    .updateTable('emails')
    .set((email) => ({ state: 'sent', via: 'mailbox', attempts: 1, sent_at: email.ref('send_at') }))
    .where('state', '=', 'queued')
    .where('student_period_id', 'in', (select) =>
      select
        .selectFrom('form_submissions')
        .select('form_submissions.student_period_id')
        .where('form_submissions.period_id', '=', periodId)
        .where('form_submissions.student_period_id', 'is not', null),
    )
    .execute()
}
