import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coverageStatuses } from '#contract/coverage/choices.ts'
import type { PeriodDocument } from '#contract/periods/document.ts'
import { periodDocuments } from '#contract/periods/documents.ts'
import { startTestHouse, type TestHouse } from '#server/testing/test-house.ts'
import { loadWorld } from './world.ts'

let house: TestHouse
beforeAll(async () => {
  house = await startTestHouse()
  const account = (email: string) => ({ email, password: 'demo for a test' })
  await loadWorld(house.owner, house.house, {
    admin: account('admin@shipmate.example'),
    registrar: account('registrar@harborview.example'),
  })
})
afterAll(() => house.close())

const count = async (table: 'schools' | 'periods' | 'student_periods'): Promise<number> => {
  const { all } = await house.owner
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return all
}

describe('the demo world', () => {
  it('has four schools, ten policy years and 6,000 student-periods in every coverage status', async () => {
    expect([await count('schools'), await count('periods'), await count('student_periods')]).toEqual([
      4, 10, 6000,
    ])
    const statuses = await house.owner
      .selectFrom('student_periods')
      .select('medical_status')
      .distinct()
      .execute()
    expect(statuses.map(({ medical_status }) => medical_status).toSorted()).toEqual(
      [...coverageStatuses].toSorted(),
    )
  })

  it('has papers that are what they say, of students who waive, and leaves others to be asked for', async () => {
    const papers = await house.owner.selectFrom('student_files').selectAll().orderBy('id').execute()
    expect(papers.length).toBeGreaterThan(10)
    expect(papers.length).toBeLessThanOrEqual(40)
    const kinds = new Map<number, string[]>()
    for (const one of papers) {
      const stream = await house.house.files.get(one.stored_name, one.size)
      const bytes = await buffer(stream)
      expect(createHash('sha256').update(bytes).digest()).toEqual(one.sha256)
      expect((await fileTypeFromBuffer(bytes))?.mime).toBe(one.media_type)
      kinds.set(one.student_id, [...(kinds.get(one.student_id) ?? []), one.kind])
    }
    expect([...kinds.values()]).toContainEqual(['insurance_card_front'])
    expect([...kinds.values()]).toContainEqual(['insurance_card_front', 'insurance_card_back'])
  })

  it('has one policy year that is set up, by documents that the calls would have kept', async () => {
    const kept = await house.owner
      .selectFrom('period_documents')
      .innerJoin('periods', 'periods.id', 'period_documents.period_id')
      .select(['kind', 'content', 'starts_on', 'ends_on', 'waiver_deadline_on'])
      .execute()
    expect(kept).toHaveLength(7)
    for (const { kind, content } of kept) {
      const document: PeriodDocument | undefined = periodDocuments.find((known) => known.kind === kind)
      const read = document?.content.safeParse(content)
      expect([kind, read?.error, read?.data && document?.misfits(read.data)]).toEqual([kind, undefined, []])
    }
    const days = kept.find(({ kind }) => kind === 'dates')
    const { starts_on, ends_on, waiver_deadline_on } = days ?? {}
    expect(days?.content).toMatchObject({ starts_on, ends_on, waiver_deadline_on })
    const published = await house.owner.selectFrom('period_publications').select('kind').execute()
    expect(published).toEqual([{ kind: 'waiver-configuration' }])
  })

  it('knows nobody later than their history does, so that the past can be shown', async () => {
    const late = await house.owner
      .selectFrom('history as h')
      .innerJoin('student_periods as sp', 'sp.id', 'h.student_period_id')
      .innerJoin('students as s', 's.id', 'sp.student_id')
      .select('h.id')
      .where((where) =>
        where.or([
          where('sp.created_at', '>', where.ref('h.at')),
          where('s.created_at', '>', where.ref('h.at')),
        ]),
      )
      .execute()
    expect(late).toEqual([])
  })
})
