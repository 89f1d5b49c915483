import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '#server/testing/client.ts'
import { publishForm, sendForm, smallForm, type SentForm } from '#server/testing/form-requests.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
  await publishForm(world)
})
afterAll(() => services.close())

const steps = ['send', 'approve', 'utp', 'decline', 'undo'] as const
type Step = (typeof steps)[number]

/** The status that each step promises, if it's taken. */
const promised: Readonly<Record<Exclude<Step, 'undo'>, string>> = {
  send: 'waiver_submitted',
  approve: 'waived',
  utp: 'waiver_utp',
  decline: 'waiver_declined',
}
const reasons = { approve: [], utp: ['card_back_missing'], decline: ['max_deductible'] }

const record = (id: number) =>
  services.owner.selectFrom('student_periods').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

let people = 0
interface Sender {
  readonly sid: string
  readonly first: SentForm
}

const begin = async (): Promise<Sender> => {
  people += 1
  const sid = `P-${people}`
  return { sid, first: await sendForm({ services, world }, { sid, student: { sid } }) }
}

const latestForm = ({ first }: Sender) =>
  services.owner
    .selectFrom('form_submissions')
    .select(['id', 'decided_coverages'])
    .where('student_period_id', '=', first.student_period_id)
    .where('superseded_by_id', 'is', null)
    .executeTakeFirstOrThrow()

/** Takes a step. Returns the change to undo it with, or null if it was refused. */
const take = async (sender: Sender, step: Exclude<Step, 'undo'>, turn: number): Promise<string | null> => {
  if (step === 'send') {
    const form = { ...smallForm, sid: sender.sid, signature: `Maya Thompson ${turn}` }
    const path = `/api/public/periods/${world.periodId}/form-submissions`
    expect((await createClient(services.app).post(path, form)).status).toBe(201)
    return 'sent'
  }
  const { status, headers } = await world.admin.post('/api/decisions', {
    form_submission_id: (await latestForm(sender)).id,
    coverage_type: 'medical',
    outcome: step,
    reason_codes: reasons[step],
  })
  expect([201, 409, 422]).toContain(status)
  return status === 201 ? String(headers['x-change-id']) : null
}

/** Applies the history of a record to what it was when it was added. */
const replayed = async (id: number, initial: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const entries = await services.owner
    .selectFrom('history')
    .select('changes')
    .where('subject_type', '=', 'student_period')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  const state = { ...initial }
  for (const { changes } of entries)
    // history has a list of changes
    for (const { field, before, after } of changes as { field: string; before: unknown; after: unknown }[]) {
      if (field in state) expect(state[field] ?? null).toEqual(before)
      state[field] = after
    }
  return state
}

it(
  'in any order of forms, decisions and undos, the status is what the last step promises, and the history leads to it',
  { timeout: 120_000 },
  async () => {
    let undone = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...steps, 'undo'), { minLength: 3, maxLength: 8 }),
        async (order) => {
          const sender = await begin()
          const { student_period_id: id } = sender.first
          const initial = { medical_status: 'not_started', medical_waive_verified_on: null }
          const past = ['waiver_submitted']
          let change: string | null = null
          const left: unknown[] = []
          for (const [turn, step] of order.entries()) {
            if (step === 'undo') {
              if (change === null || change === 'sent') continue
              const { body } = await world.admin.post(`/api/changes/${change}/undo`)
              left.push(...body.data.left)
              past.pop()
              change = null
              undone += 1
            } else {
              const done = await take(sender, step, turn)
              change = done
              if (done !== null) past.push(promised[step])
            }
            expect((await record(id)).medical_status).toBe(past.at(-1))
            const isDecided = (await latestForm(sender)).decided_coverages.includes('medical')
            expect(isDecided).toBe(past.at(-1) !== 'waiver_submitted')
          }
          expect(left).toEqual([])
          const { medical_status, medical_waive_verified_on } = await record(id)
          expect(await replayed(id, initial)).toMatchObject({ medical_status, medical_waive_verified_on })
        },
      ),
      { numRuns: 20 },
    )
    // or the property would say nothing about undo
    expect(undone).toBeGreaterThan(0)
  },
)
