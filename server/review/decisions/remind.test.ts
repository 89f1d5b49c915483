import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '#server/testing/client.ts'
import { refuseWrites } from '#server/testing/refuse-writes.ts'
import { publishForm, sendForm, smallForm, type SentForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { remindOfFixes, reminderDue } from './schedule.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  world = await buildSchoolWorld(services)
  await publishForm(world)
})

const send = (sid: string): Promise<SentForm> => {
  const event_on = services.clock.now().toISOString().slice(0, 10)
  return sendForm({ services, world }, { student: { sid }, sid, event_on })
}
const fix = ({ token }: SentForm) =>
  createClient(services.app).put(`/api/public/form-submissions/${token}`, {
    ...smallForm,
    event_on: services.clock.now().toISOString().slice(0, 10),
    progress: 'complete',
    signature: 'M. Thompson',
  })
const turnOff = async () => {
  const path = `/api/schools/${world.schoolId}/email-settings`
  const settings = (await world.admin.get(path)).body.data
  return world.admin.put(path, { ...settings, kinds_off: ['waiver_unable_to_process_reminder'] })
}
const decide = (form: SentForm, more: object = {}) =>
  world.admin.post('/api/decisions', {
    form_submission_id: form.id,
    coverage_type: 'medical',
    outcome: 'utp',
    reason_codes: ['card_back_missing'],
    ...more,
  })
const reminders = ({ student_id: id }: SentForm) =>
  services.owner
    .selectFrom('emails')
    .select(['id', 'body', 'change_id'])
    .where('student_id', '=', id)
    .where('kind', '=', 'waiver_unable_to_process_reminder')
    .orderBy('id')
    .execute()
const pass = (days: number): void => services.clock.advance(days * 86_400)
const run = (): Promise<number> => remindOfFixes(services.services)

it.each([
  ['2026-11-20', null],
  ['2026-12-05', null],
  ['2026-12-06', 14],
  ['2026-12-12', 14],
  ['2026-12-13', 7],
  ['2026-12-17', 3],
  ['2026-12-19', 1],
  ['2026-12-20', null],
])('on %s the reminder of %s days is due', (today, days) => {
  expect(reminderDue(today, '2026-11-20', '2026-12-20')).toBe(days)
})

it('a short time to respond has no reminder on the day of the decision', () => {
  expect(reminderDue('2026-11-20', '2026-11-20', '2026-11-25')).toBeNull()
  expect(reminderDue('2026-11-22', '2026-11-20', '2026-11-25')).toBe(3)
})

describe('a waiver that couldn’t be processed', () => {
  it('is reminded of 14, 7, 3 and 1 days before the response date, once each by whichever process', async () => {
    const form = await send('R-1')
    await decide(form)
    const counts: number[] = []
    for (let day = 0; day <= 31; day += 1) {
      await Promise.all([run(), run()])
      counts.push((await reminders(form)).length)
      pass(1)
    }
    const grew = counts.flatMap((count, day) => (count > (counts[day - 1] ?? 0) ? [day] : []))
    expect(grew).toEqual([16, 23, 27, 29])
    expect(counts.at(-1)).toBe(4)
    const [first] = await reminders(form)
    expect(first?.body).toContain('Send a picture of the back of your insurance card.')
    expect(first?.body).toContain('December 20, 2026')
    const entry = await services.owner
      .selectFrom('history')
      .select(['kind', 'cause', 'subject_id'])
      .where('change_id', '=', first?.change_id ?? 0)
      .execute()
    expect(entry).toEqual([{ kind: 'email_queued', cause: 'system', subject_id: first?.id }])
  })

  it('is reminded although a reminder before it can’t be saved', async () => {
    const [stuck, form] = [await send('R-1'), await send('R-2')]
    for (const one of [stuck, form]) await decide(one)
    pass(17)
    const when = `new.submission_id = ${stuck.id}`
    const end = await refuseWrites(services, { table: 'fix_reminders', write: 'insert', when })
    expect(await run()).toBe(1)
    await end()
    expect([await reminders(stuck), (await reminders(form)).length]).toEqual([[], 1])
    expect(await run()).toBe(1)
    expect(await reminders(stuck)).toHaveLength(1)
  })

  it.each([
    ['it’s fixed', (form: SentForm) => fix(form)],
    [
      'the decision is undone',
      (_form: SentForm, change: string) => world.admin.post(`/api/changes/${change}/undo`),
    ],
    ['it’s approved', (form: SentForm) => decide(form, { outcome: 'approve', reason_codes: [] })],
    ['the school turned it off', () => turnOff()],
  ])('has no reminder if %s', async (_name, act) => {
    const [form, other] = [await send('R-1'), await send('R-2')]
    const { headers } = await decide(form)
    expect((await act(form, String(headers['x-change-id']))).status).toBeLessThan(300)
    await decide(other)
    pass(17)
    await run()
    expect(await reminders(form)).toEqual([])
    expect(await reminders(other)).toHaveLength(_name === 'the school turned it off' ? 0 : 1)
  })
})
