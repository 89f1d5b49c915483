import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import { publishForm, sendForm, uploadFormFile, type SentForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { sentStatements } from '#server/testing/sent-statements.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { createClient } from '#server/testing/client.ts'

const source = 'medical_waive_source_of_coverage'
let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await publishForm(world, { fields: [{ name: source }] })
  await publishRules()
})

/** Publishes waiver options: COBRA isn’t accepted, and the front and back of the card are required. */
const publishRules = async (): Promise<void> => {
  const path = `/api/periods/${world.periodId}/waiver-configuration`
  const { version, ...present } = (await world.admin.get(path)).body.data
  const on = new Set<string>(['accepted_sources', 'documents_required'])
  const rules = Object.fromEntries(
    ruleKeys.map((key) => [key, { ...present[key], is_on: on.has(key), severity: 'block' }]),
  )
  const saved = await world.admin.put(path, {
    ...present,
    ...rules,
    accepted_sources: {
      ...rules['accepted_sources'],
      parameters: { ...present.accepted_sources.parameters, cobra: 'refuse' },
    },
    documents_required: {
      ...rules['documents_required'],
      parameters: { documents: ['insurance_card_front', 'insurance_card_back'] },
    },
    version,
  })
  expect(saved.body.errors).toBeUndefined()
  await world.admin.post(`/api/periods/${world.periodId}/publications`, {
    documents: [{ kind: waiverConfiguration.kind, version: saved.body.data.version }],
  })
}

const send = (sid: string, more: object = {}): Promise<SentForm> =>
  sendForm(
    { services, world },
    {
      student: { sid, university_email: `${sid}@u.example` },
      sid,
      [source]: 'parent_employer_group',
      ...more,
    },
  )
const withFront = async (): Promise<object> => ({
  file_tokens: [
    await uploadFormFile({ guest: createClient(services.app), periodId: world.periodId }, undefined, {
      kind: 'insurance_card_front',
    }),
  ],
})
const bulk = (body: object) => world.admin.post('/api/decisions/bulk', body)
const record = ({ student_period_id: id }: SentForm) =>
  services.owner
    .selectFrom('student_periods')
    .select('medical_status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const emailsTo = ({ student_id: id }: SentForm) =>
  services.owner
    .selectFrom('emails')
    .select(['body', 'state'])
    .where('student_id', '=', id)
    .where('kind', '=', 'waiver_unable_to_process')
    .execute()
const outcomes = (forms: readonly SentForm[]) =>
  services.owner
    .selectFrom('decision_outcomes')
    .select(['submission_id', 'outcome', 'reason_codes', 'note'])
    .where(
      'submission_id',
      'in',
      forms.map(({ id }) => id),
    )
    .orderBy('submission_id')
    .execute()

const [front, back] = ['Send a picture of the front', 'Send a picture of the back']

it('gives each form its own recommended reasons, names the others, and can be undone', async () => {
  const neither = await send('B-1')
  const onlyBack = await send('B-2', await withFront())
  const declined = await send('B-3', { [source]: 'cobra' })
  const ask = {
    ids: [neither.id, onlyBack.id, declined.id],
    outcome: 'utp',
    uses_recommended_reasons: true,
  }
  const preview = await bulk({ ...ask, dry_run: true })
  expect(preview.body.data).toMatchObject({
    matched: 3,
    changed: 2,
    emails: 2,
    reasons: [
      { code: 'card_back_missing', quantity: 2 },
      { code: 'card_front_missing', quantity: 1 },
    ],
    example: { name: 'Thompson, Maya' },
    skipped: [{ id: declined.id, reason: 'different' }],
  })
  expect(preview.body.data.example.html).toContain(back)
  expect(await outcomes([neither, onlyBack])).toEqual([])

  const done = await bulk({ ...ask, expected: { matched: 3, changed: 2 } })
  expect(done.status).toBe(200)
  const both = { outcome: 'utp', note: null }
  expect(await outcomes([neither, onlyBack, declined])).toEqual([
    { ...both, submission_id: neither.id, reason_codes: ['card_front_missing', 'card_back_missing'] },
    { ...both, submission_id: onlyBack.id, reason_codes: ['card_back_missing'] },
  ])
  const [email] = await emailsTo(onlyBack)
  expect(email?.body).toContain(back)
  expect(email?.body).not.toContain(front)
  expect(await record(declined)).toEqual({ medical_status: 'waiver_submitted' })

  await world.admin.post(`/api/changes/${done.headers['x-change-id']}/undo`)
  for (const form of [neither, onlyBack])
    expect([await record(form), (await emailsTo(form))[0]?.state]).toEqual([
      { medical_status: 'waiver_submitted' },
      'canceled',
    ])
})

const ask = ({ id }: SentForm, other: SentForm) => ({
  ids: [id, other.id],
  outcome: 'utp',
  uses_recommended_reasons: true,
})

it('refuses a preview whose forms are others now, although there are as many', async () => {
  const [first, second] = [await send('B-1'), await send('B-2')]
  const theirs = await bulk({ ids: [second.id], outcome: 'utp', uses_recommended_reasons: true })
  const preview = (await bulk({ ...ask(first, second), dry_run: true })).body.data
  const { matched, changed, emails, reasons, skipped } = preview
  expect([changed, skipped]).toMatchObject([1, [{ id: second.id, reason: 'decided' }]])
  // a colleague undoes their decision, and decides the other form
  await world.admin.post(`/api/changes/${theirs.headers['x-change-id']}/undo`)
  await bulk({ ids: [first.id], outcome: 'utp', uses_recommended_reasons: true })
  const isShown = ({ id, reason }: { id: number; reason: string }) => ({ id, reason })
  const expected = { matched, changed, emails, reasons, skipped: skipped.map(isShown) }
  const stale = await bulk({ ...ask(first, second), expected })
  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({ code: 'stale', data: { matched, changed, skipped: [{ id: first.id }] } })
  expect(await record(second)).toEqual({ medical_status: 'waiver_submitted' })
  const shown = stale.body.data.skipped.map(isShown)
  const done = await bulk({ ...ask(first, second), expected: { ...expected, skipped: shown } })
  expect(done.body.data).toMatchObject({ changed: 1 })
})

it.each([
  ['emails', { emails: 1 }],
  ['reasons', { reasons: [{ code: 'card_front_missing', quantity: 2 }] }],
  ['reasons', { reasons: [{ code: 'card_back_missing', quantity: 2 }] }],
  ['left-out forms', { skipped: [{ id: 1, reason: 'decided' }] }],
])('refuses a preview with other %s', async (_, shown) => {
  const [first, second] = [await send('B-1'), await send('B-2')]
  const stale = await bulk({ ...ask(first, second), expected: { matched: 2, changed: 2, ...shown } })
  expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
  expect(await outcomes([first, second])).toEqual([])
})

it('gives all forms the same reasons and note, without emails if none are wanted', async () => {
  const forms = [await send('B-1'), await send('B-2', await withFront())]
  const reasons = { reason_codes: ['card_unreadable', 'other'], note: 'Send both sides again.' }
  const ask = { ids: forms.map(({ id }) => id), outcome: 'utp', ...reasons, send_email: false }
  expect((await bulk({ ...ask, dry_run: true })).body.data).toMatchObject({
    changed: 2,
    emails: 0,
    example: null,
  })
  await bulk(ask)
  expect(await outcomes(forms)).toMatchObject([reasons, reasons])
  expect(await emailsTo(forms[0] ?? (await send('B-3')))).toEqual([])
})

it('declines with the requirement that isn’t met', async () => {
  const declined = await send('B-1', { [source]: 'cobra', ...(await withFront()) })
  const incomplete = await send('B-2')
  const done = await bulk({
    ids: [declined.id, incomplete.id],
    outcome: 'decline',
    uses_recommended_reasons: true,
  })
  expect(done.body.data).toMatchObject({ changed: 1, skipped: [{ id: incomplete.id, reason: 'different' }] })
  expect(await outcomes([declined])).toMatchObject([{ outcome: 'decline', note: null }])
  expect((await outcomes([declined]))[0]?.reason_codes).toContain('accepted_sources')
  expect(await record(declined)).toEqual({ medical_status: 'waiver_declined' })
})

it.each([
  ['no reason', { reason_codes: [] }, 'reason_codes'],
  ['an unknown reason', { reason_codes: ['weather'] }, 'reason_codes'],
  ['“Other” without a note', { reason_codes: ['other'] }, 'note'],
  [
    'both kinds of reasons',
    { reason_codes: ['card_unreadable'], uses_recommended_reasons: true },
    'reason_codes',
  ],
])('refuses %s', async (_, body, field) => {
  const form = await send('B-1')
  const answer = await bulk({ ids: [form.id], outcome: 'utp', ...body, dry_run: true })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
})

it('asks the database as often for many forms as for 2', async () => {
  const statementsFor = async (sids: readonly string[]): Promise<number> => {
    const forms = []
    for (const sid of sids) forms.push(await send(sid, { coverage_types: ['medical', 'dental'] }))
    const sent = sentStatements()
    const ids = forms.map(({ id }) => id)
    const done = await bulk({ ids, outcome: 'utp', uses_recommended_reasons: true })
    vi.restoreAllMocks()
    expect(done.body.data).toMatchObject({ changed: sids.length, emails: sids.length })
    return sent.length
  }
  const few = await statementsFor(['N-1', 'N-2'])
  expect(await statementsFor(Array.from({ length: 9 }, (_, index) => `M-${index}`))).toBe(few)
})
