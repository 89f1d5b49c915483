import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#server/auth/index.ts'
import { buildStudentPeriod } from '#server/student-periods/factory.ts'
import type { TestAnswer } from '#server/testing/client.ts'
import { measureHeld } from '#server/testing/event-loop.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import { goodPassword } from '#server/testing/sign-in.ts'
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'

/**
 * Whatever one caller sends, all others are answered meanwhile. EVENT_LOOP=report prints what each request took.
 */
const most = 50
const isReport = process.env['EVENT_LOOP'] === 'report'

let house: TestHouse
let world: SchoolWorld
let studentId: number
beforeAll(async () => {
  house = await startTestHouse()
  world = await buildSchoolWorld(house)
  const built = await buildStudentPeriod(house.owner, {
    school_id: world.schoolId,
    period_id: world.periodId,
  })
  studentId = built.student_id
  const password_hash = await hashPassword(goodPassword)
  await house.owner.updateTable('users').set({ password_hash }).execute()
})
afterAll(() => house.close())

const json = { 'content-type': 'application/json' }
/** A body that is text already: making it is no part of what the server does. */
const sender = (method: 'POST' | 'PUT', url: string, body: object) => {
  const text = JSON.stringify(body)
  return () => world.admin.send(method, url, { body: text, headers: json })
}
const note = (body: string) => sender('POST', '/api/student-notes/create', { student_id: studentId, body })
const faqs = (answer: string) =>
  sender('PUT', `/api/periods/${world.periodId}/faqs`, {
    intro: answer,
    items: [],
  })
const drawing = (svg: string) => () =>
  world.admin.upload(
    '/api/schools/image',
    { school_id: String(world.schoolId) },
    { name: 'a.svg', bytes: svg },
  )

/** Judged before the present one is asked for is wrong: it is the right one. */
const password = (text: string) => {
  const body = { current_password: goodPassword, password: text, password_confirmation: text }
  return sender('PUT', '/user/password', body)
}

type Send = () => Promise<TestAnswer>
/** What was sent, how, and the status that it is answered with. */
const corpus: readonly (readonly [what: string, make: () => Send, status: number])[] = [
  ['a note of 49,750 paragraphs', () => note(`${'<p>a'.repeat(49_750)}x`), 422],
  ['a note of 66,000 tags within each other', () => note(`${'<s>'.repeat(66_000)}x`), 422],
  ['a note of the most tags that may be', () => note('<p>a</p>'.repeat(10_000)), 201],
  ['a note of signs alone', () => note('<'.repeat(199_000)), 201],
  ['a note of entities', () => note('&amp;'.repeat(39_000)), 201],
  [
    'a note of lists within lists',
    () => note(('<ul><li>'.repeat(20) + 'a' + '</li></ul>'.repeat(20)).repeat(200)),
    201,
  ],
  ['a note of comments', () => note('<!--'.repeat(49_000) + 'x'), 422],
  ['a note of attributes', () => note(`<p ${'style="a:b" '.repeat(16_000)}>x</p>`), 201],
  ['a text of 800 kB of open tags', () => faqs(`${'<s>'.repeat(266_000)}x`), 422],
  ['a text of 2 MB of words', () => faqs('word '.repeat(399_000)), 200],
  ['a text of 2 MB of signs', () => faqs('a &amp; b '.repeat(199_000)), 200],
  ['a text of the most tags and 2 MB', () => faqs(`<p>${'word '.repeat(40)}</p>`.repeat(9_000)), 200],
  [
    'a drawing of 150,000 groups within each other',
    () => drawing(`<svg>${'<g>'.repeat(150_000)}<path d="M0 0"/></svg>`),
    422,
  ],
  ['a drawing of 30,000 shapes', () => drawing(`<svg>${'<path d="M0"/>'.repeat(30_000)}</svg>`), 422],
  [
    'a drawing of the most shapes that may be',
    () => drawing(`<svg>${'<path d="M0 0L1 1"/>'.repeat(9_990)}</svg>`),
    201,
  ],
  ['a password that is long to judge', () => password('0123456789'.repeat(100)), 422],
  ['a drawing that never ends', () => drawing('<svg'.repeat(120_000)), 422],
]

describe('the event loop stays free for others', () => {
  beforeAll(async () => {
    // the first of everything compiles it
    await note('<p>a <b>b</b></p>')()
    await faqs('<p>a <b>b</b></p>')()
    await drawing('<svg><path d="M0 0"/></svg>')()
  })

  it.each(corpus)('while there is %s', { timeout: 300_000 }, async (what, make, status) => {
    const send = make()
    let answer: TestAnswer | undefined
    const held = await measureHeld(async () => (answer = await send()))
    report(what, held, answer?.status)
    expect([answer?.status, answer?.text.slice(0, 300)]).toEqual([status, expect.anything()])
    expect(held.busy).toBeLessThan(most)
  })

  it('while the notes of a student are read, however they were made', { timeout: 300_000 }, async () => {
    for (const body of ['<p>a</p>'.repeat(9_999), 'word '.repeat(39_900)])
      for (let times = 0; times < 10; times += 1) expect((await note(body)()).status).toBe(201)
    const held = await measureHeld(async () => {
      const answer = await world.admin.get(`/api/student-notes?student_id=${studentId}`)
      expect(answer.status).toBe(200)
    })
    report('reading the notes', held, 200)
    expect(held.busy).toBeLessThan(most)
  })
})

const report = (what: string, { busy, delay }: { busy: number; delay: number }, status = 0): void => {
  if (isReport)
    process.stdout.write(`${what}: ${status}, busy ${busy.toFixed(0)} ms, delay ${delay.toFixed(0)} ms\n`)
}
