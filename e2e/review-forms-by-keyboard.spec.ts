import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import { buildFormSubmission } from '#server/review/form-submissions/factory.ts'
import { buildPerson, expect, type World } from './fixtures.ts'
import { byKeyboard, type Keys } from './keyboard.ts'

/** Publishes waiver options of which only the accepted sources are on. */
const publishRules = ({ db, schoolId, periodId }: World) =>
  db
    .insertInto('period_publications')
    .values({
      school_id: schoolId,
      period_id: periodId,
      kind: waiverConfiguration.kind,
      number: 1,
      version: 1,
      content: JSON.stringify({
        ...waiverConfiguration.empty,
        ...Object.fromEntries(
          ruleKeys.map((key) => [
            key,
            { ...waiverConfiguration.empty[key], is_on: key === 'accepted_sources' },
          ]),
        ),
      }),
      published_at: new Date().toISOString(),
    })
    .execute()

interface Sent {
  readonly last_name: string
  readonly form_type?: 'enroll' | 'waiver'
  readonly coverage_types?: ('medical' | 'dental' | 'vision')[]
  /** Whether the form says where the other coverage comes from. */
  readonly hasSource?: boolean
  readonly isMatched?: boolean
}

const applying = /^Apply (and next|decision)$/

let minute = 0

/** Adds a student whose form has arrived. Forms are reviewed in the order of this call. */
const send = async (world: World, sent: Sent): Promise<number> => {
  const { last_name, form_type = 'waiver', coverage_types = ['medical'], hasSource = true } = sent
  const status = form_type === 'waiver' ? 'waiver_submitted' : 'enrollment_submitted'
  const student = { first_name: 'Ana', last_name, university_email: `${last_name}@campus.example` }
  const [id = 0] = await world.addStudents([
    { student, ...Object.fromEntries(coverage_types.map((one) => [`${one}_status`, status])) },
  ])
  const match =
    sent.isMatched === false
      ? {}
      : {
          student_id: await world.studentOf(id),
          student_period_id: id,
          match_method: 'sid_and_birth_date' as const,
        }
  minute += 1
  await buildFormSubmission(world.db, {
    school_id: world.schoolId,
    period_id: world.periodId,
    form_type,
    coverage_types,
    first_name: 'Ana',
    last_name,
    submitted_at: `2026-11-20T14:${String(minute).padStart(2, '0')}:00.000Z`,
    answers: hasSource
      ? coverage_types.map((one) => ({
          name: `${one}_waive_source_of_coverage`,
          value: 'parent_employer_group',
        }))
      : [],
    ...match,
  })
  return id
}

const statusOf = ({ db }: World, id: number) =>
  db
    .selectFrom('student_periods')
    .select(['medical_status', 'dental_status', 'vision_status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const isOn = (keys: Keys, name: string) =>
  keys.sees((screen) => screen.getByRole('heading', { level: 1, name })).toBeVisible()
const isReady = (keys: Keys, text: string | RegExp) =>
  keys.sees((screen) => screen.getByText(text).first()).toBeVisible()
const applies = async (keys: Keys) => {
  await keys.sees((screen) => screen.getByRole('button', { name: applying })).toBeEnabled()
  await keys.press('Enter')
}

byKeyboard('ten forms of different fates are decided by keyboard', async ({ keys, world }) => {
  await publishRules(world)
  const good = await send(world, { last_name: 'Abara' })
  const three = await send(world, {
    last_name: 'Brown',
    coverage_types: ['medical', 'dental', 'vision'],
  })
  const incomplete = await send(world, { last_name: 'Chen', hasSource: false })
  const declined = await send(world, { last_name: 'Diaz' })
  const unable = await send(world, { last_name: 'Evans' })
  const enrolled = await send(world, { last_name: 'Flores', form_type: 'enroll' })
  const skipped = await send(world, { last_name: 'Gupta' })
  const undone = await send(world, { last_name: 'Hall' })
  const apart = await send(world, { last_name: 'Ito', coverage_types: ['medical', 'dental'] })
  await send(world, { last_name: 'Jones', isMatched: false })

  await keys.open(world, world.admin, `${world.listPath}/student-form-submissions`)
  await keys.sees((screen) => screen.getByRole('grid', { name: 'Form submissions' })).toBeVisible()
  await keys.goTo('grid', 'Form submissions')
  await keys.press('ArrowDown')
  await keys.press('Enter')

  // read, approve, go on: A and Enter
  await isOn(keys, 'Abara, Ana')
  await isReady(keys, '1 of 9')
  await isReady(keys, '1 of 1 requirements met')
  await keys.press('a')
  await applies(keys)

  await isOn(keys, 'Brown, Ana')
  await isReady(keys, '1 of 1 requirements met')
  await keys.press('a')
  await applies(keys)

  await isOn(keys, 'Chen, Ana')
  await isReady(keys, '0 of 1 requirements met')
  await keys.press('a')
  await isReady(keys, 'Tell us where your other coverage comes from.')
  await applies(keys)

  await isOn(keys, 'Diaz, Ana')
  await isReady(keys, '1 of 1 requirements met')
  // decline for a reason: D, its number, Enter, Enter
  await keys.press('d')
  await keys.sees((screen) => screen.getByRole('checkbox', { name: /Accepted sources/ })).toBeFocused()
  await keys.press('1')
  await keys.press('Enter')
  await applies(keys)

  await isOn(keys, 'Evans, Ana')
  await isReady(keys, '1 of 1 requirements met')
  // unable to process for two reasons: U, their numbers, Enter, Enter
  await keys.press('u')
  await keys.sees((screen) => screen.getByRole('checkbox').first()).toBeFocused()
  await keys.press('4')
  await keys.press('5')
  await keys.press('Enter')
  await isReady(keys, 'Send a picture of the back of your insurance card.')
  await applies(keys)

  await isOn(keys, 'Flores, Ana')
  await keys.sees((screen) => screen.getByText('Recommended', { exact: true })).toBeVisible()
  await keys.press('a')
  await applies(keys)

  await isOn(keys, 'Gupta, Ana')
  await isReady(keys, '7 of 9')
  await keys.press('j')
  await isOn(keys, 'Hall, Ana')
  await keys.press('k')
  await isOn(keys, 'Gupta, Ana')
  await keys.press('j')

  await isOn(keys, 'Hall, Ana')
  await isReady(keys, '1 of 1 requirements met')
  await keys.press('a')
  await applies(keys)
  await isOn(keys, 'Ito, Ana')
  await keys.press('z')
  await isReady(keys, /undone/i)

  // coverage types decided apart
  await isReady(keys, '1 of 1 requirements met')
  await keys.goTo('button', 'Decide each coverage')
  await keys.press('Enter')
  await keys.goTo('radio', 'Approve')
  await keys.press(' ')
  await keys.goTo('button', 'Preview')
  await keys.press('Enter')
  await keys.goTo('button', applying)
  await keys.press('Enter')
  await keys.sees((screen) => screen.getByText('Decision saved for Ito, Ana')).toBeVisible()

  await keys.sees((screen) => screen.getByText('Recommended', { exact: true }).first()).toBeVisible()
  const statuses = await Promise.all(
    [good, three, incomplete, declined, unable, enrolled, skipped, undone, apart].map(async (id) =>
      Object.values(await statusOf(world, id)),
    ),
  )
  const left = 'not_started'
  expect(statuses).toEqual([
    ['waived', left, left],
    ['waived', 'waived', 'waived'],
    ['waiver_utp', left, left],
    ['waiver_declined', left, left],
    ['waiver_utp', left, left],
    ['enrolled', left, left],
    ['waiver_submitted', left, left],
    ['waiver_submitted', left, left],
    ['waived', 'waiver_submitted', left],
  ])
})

byKeyboard('two people never review the same form', async ({ keys, world }) => {
  await publishRules(world)
  await send(world, { last_name: 'Kim' })
  const path = `${world.listPath}/student-form-submissions`
  const other = await buildPerson(world.db, 'shipmate_admin', [], { first_name: 'Sam', last_name: 'Okafor' })
  await keys.open(world, world.admin, path)
  await keys.goTo('grid', 'Form submissions')
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await isOn(keys, 'Kim, Ana')
  await isReady(keys, '1 of 1 requirements met')

  const colleague = await keys.colleague()
  await colleague.open(world, other, keys.address())
  await isReady(colleague, 'Robin Reyes is reviewing this form.')
  await colleague.press('a')
  await colleague.sees((screen) => screen.getByRole('button', { name: applying })).toHaveCount(0)
  await colleague.goTo('button', 'Take over')
  await colleague.press('Enter')
  await colleague.sees((screen) => screen.getByRole('button', { name: 'Take over' })).toHaveCount(0)
  await colleague.press('a')
  await applies(colleague)
  await isReady(colleague, 'Decision saved for Kim, Ana')

  // the first person sees at once that the form is decided, and can't decide it again
  await isReady(keys, /Approved by Sam Okafor/)
  await keys.press('a')
  await keys.sees((screen) => screen.getByRole('button', { name: 'Preview' })).toHaveCount(0)
})

byKeyboard('a session goes from form to form, and its end undoes a decision', async ({ keys, world }) => {
  await publishRules(world)
  const first = await send(world, { last_name: 'Lee' })
  const second = await send(world, { last_name: 'Moss' })
  await keys.open(world, world.admin, `${world.listPath}/student-form-submissions`)
  await keys.goTo('link', 'Start review')
  await keys.press('Enter')
  for (const name of ['Lee, Ana', 'Moss, Ana']) {
    await isOn(keys, name)
    await isReady(keys, '1 of 1 requirements met')
    await keys.press('a')
    await applies(keys)
  }
  await isReady(keys, '2 forms decided')
  await keys.goTo('button', 'Undo for Lee, Ana')
  await keys.press('Enter')
  await isReady(keys, 'Undone. The form needs review again.')
  expect((await statusOf(world, first)).medical_status).toBe('waiver_submitted')
  expect((await statusOf(world, second)).medical_status).toBe('waived')
})

byKeyboard(
  'an unmatched form gets a student who wasn’t suggested, then another one',
  async ({ keys, world }) => {
    const id = await send(world, { last_name: 'Nakamura' })
    const [other = 0] = await world.addStudents([
      { student: { first_name: 'Zoe', last_name: 'Quist', sid: 'Q-1001', dob: '2001-02-03' } },
    ])
    await send(world, { last_name: 'Petrov', isMatched: false })
    await keys.open(world, world.admin, `${world.listPath}/student-form-submissions?queue=unmatched`)
    await keys.goTo('grid', 'Form submissions')
    await keys.press('ArrowDown')
    await keys.press('Enter')
    await isOn(keys, 'Petrov, Ana')
    const matchBy = async (typed: string, name: string) => {
      await keys.type(typed)
      await keys.sees((screen) => screen.getByRole('button', { name: `Match with ${name}` })).toBeVisible()
      await keys.press('ArrowDown')
      await keys.isAt('button', `Match with ${name}`)
      await keys.press('Enter')
      await keys.isAt('button', 'Match')
      await keys.press('Enter')
      await isOn(keys, name)
    }
    await keys.press('/')
    await matchBy('quist', 'Quist, Zoe')
    expect((await statusOf(world, other)).medical_status).toBe('waiver_submitted')

    // the wrong one: the match is taken back and made again
    await keys.goTo('button', 'Change the student')
    await keys.press('Enter')
    await isOn(keys, 'Petrov, Ana')
    await keys.sees((screen) => screen.getByRole('searchbox')).toBeFocused()
    await matchBy('nakamura', 'Nakamura, Ana')
    expect((await statusOf(world, other)).medical_status).toBe('not_started')
    expect((await statusOf(world, id)).medical_status).toBe('waiver_submitted')
  },
)
