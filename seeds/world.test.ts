import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/coverage/choices.ts'
import { tiers } from '#contract/coverage/status-groups.ts'
import { richTextKeys } from '#contract/document.ts'
import type { PeriodDocument } from '#contract/periods/document.ts'
import { documentKinds, periodDocuments } from '#contract/periods/documents.ts'
import { insuranceConfiguration } from '#contract/periods/insurance-configuration.ts'
import { dependentTypes } from '#contract/student-periods/choices.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import { tierFor } from '#server/coverage/index.ts'
import { cleanRichText } from '#server/lib/sanitize.ts'
import { mediaIn } from '#server/periods/rules/media-in.ts'
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

const richTextNames: ReadonlySet<string> = new Set(richTextKeys)

/** All rich texts of a document. */
const richTextsIn = (content: unknown): string[] => {
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' && richTextNames.has(name) ? [value] : richTextsIn(value),
  )
}

describe('the demo world', () => {
  it('has a history that ends with what each record is', async () => {
    for (const coverage of coverages) {
      const field = statusFieldOf(coverage)
      const { rows } = await sql<{ differ: number; all: number }>`
        select count(*)::int as all, count(*) filter (where last.after is distinct from sp.${sql.ref(field)})::int as differ
        from student_periods sp
        left join lateral (
          select change ->> 'after' as after from history h, jsonb_array_elements(h.changes) change
          where h.student_period_id = sp.id and change ->> 'field' = ${field}
          order by h.at desc, h.id desc limit 1) last on true`.execute(house.owner)
      expect([field, rows[0]]).toEqual([field, { all: 6000, differ: 0 }])
    }
  })

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

  it('has two policy years that are set up whole, by documents that the calls would have kept', async () => {
    const kept = await house.owner
      .selectFrom('period_documents')
      .innerJoin('periods', 'periods.id', 'period_documents.period_id')
      .innerJoin('schools', 'schools.id', 'period_documents.school_id')
      .where('schools.slug', '=', 'harborview')
      .select(['periods.name', 'kind', 'content', 'starts_on', 'ends_on', 'waiver_deadline_on'])
      .execute()
    for (const { kind, content } of kept) {
      const document: PeriodDocument | undefined = periodDocuments.find((known) => known.kind === kind)
      const read = document?.content.safeParse(content)
      expect([kind, read?.error, read?.data && document?.misfits(read.data)]).toEqual([kind, undefined, []])
    }
    for (const year of ['2025–26', '2026–27']) {
      const ofYear = kept.filter(({ name }) => name === year)
      expect(ofYear.map(({ kind }) => kind).toSorted()).toEqual(documentKinds.toSorted())
      const days = ofYear.find(({ kind }) => kind === 'dates')
      const { starts_on, ends_on, waiver_deadline_on } = days ?? {}
      expect(days?.content).toMatchObject({ starts_on, ends_on, waiver_deadline_on })
    }
    const published = await house.owner.selectFrom('period_publications').select('kind').execute()
    const toPublish = periodDocuments.filter(({ isPublished }) => isPublished).map(({ kind }) => kind)
    expect(published.map(({ kind }) => kind).toSorted()).toEqual([...toPublish, ...toPublish].toSorted())
  })

  it('has texts that are clean already, and shows pictures that are there', async () => {
    const documents = await house.owner.selectFrom('period_documents').select('content').execute()
    const pages = await house.owner.selectFrom('period_pages').select('body').execute()
    const texts = [
      ...documents.flatMap(({ content }) => richTextsIn(content)),
      ...pages.map(({ body }) => body),
    ]
    expect(texts.length).toBeGreaterThan(40)
    for (const text of texts) expect(cleanRichText(text, { profile: 'website' }) ?? '').toBe(text)
    const files = await house.owner
      .selectFrom('school_files')
      .select(['public_name', 'stored_name', 'size'])
      .execute()
    const known = new Set(files.map(({ public_name }) => public_name))
    const shown = mediaIn(JSON.stringify(documents))
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((name) => !known.has(name))).toEqual([])
    for (const { stored_name, size } of files)
      expect(await buffer(await house.house.files.get(stored_name, size))).toHaveLength(size)
  })

  it('offers what its records hold', async () => {
    const { rows } = await sql<{ missing: number }>`
      select count(*)::int as missing from student_periods sp
      join period_documents d on d.period_id = sp.period_id and d.kind = 'waiver-form/dropdowns-and-notices'
      where not exists (select from jsonb_array_elements(d.content->'options'->'program') o where o->>'value' = sp.program)
        or not exists (select from jsonb_array_elements(d.content->'options'->'campus') o where o->>'value' = sp.campus)
        or not exists (select from jsonb_array_elements(d.content->'options'->'graduation_year') o
          where (o->>'value')::int = sp.graduation_year)`.execute(house.owner)
    expect(rows).toEqual([{ missing: 0 }])
  })

  it('has in every line the tier that its dependents make', async () => {
    const records = await house.owner
      .selectFrom('student_periods as sp')
      .leftJoin('period_documents as d', (join) =>
        join.onRef('d.period_id', '=', 'sp.period_id').on('d.kind', '=', 'insurance-configuration'),
      )
      .select(['sp.id', 'medical_status', 'dental_status', 'vision_status', 'content'])
      .execute()
    const dependents = await house.owner.selectFrom('dependents').selectAll().execute()
    const families = Map.groupBy(dependents, ({ student_period_id }) => student_period_id)
    const lines = records.flatMap((record) =>
      coverages.map((coverage) => {
        const covered = (families.get(record.id) ?? [])
          .filter(({ covers }) => covers.includes(coverage))
          .map((one) => ({ type: z.parse(z.enum(dependentTypes), one.type) }))
        const rules = insuranceConfiguration.content.safeParse(record.content).data
        const status = record[statusFieldOf(coverage)]
        return { id: record.id, coverage, status, covered, usesFamilyTier: rules?.uses_family_tier ?? false }
      }),
    )
    const wrong = lines.filter(({ status, covered, usesFamilyTier }) =>
      tiers.some((tier) => tier === status)
        ? status !== tierFor(covered, usesFamilyTier)
        : covered.length > 0,
    )
    expect(wrong).toEqual([])
    expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(coverageStatuses))
    const dental = lines.filter(({ coverage, covered }) => coverage === 'dental' && covered.length > 0)
    expect(dental.length).toBeGreaterThan(10)
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
