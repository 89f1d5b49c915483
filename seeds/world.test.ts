import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { richTextKeys } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { documentKinds, periodDocuments } from '#contract/setup/period-documents/documents.ts'
import { pageDocument, pageIdOf } from '#contract/setup/website/custom-pages.ts'
import { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import { dependentTypes } from '#contract/platform/record/student-period-choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import { tierFor } from '#contract/platform/coverage/tiers.ts'
import { whyUnreadable } from '#server/platform/files/open-file.ts'
import { cleanRichText } from '#server/platform/lib/sanitize.ts'
import { mediaIn } from '#server/setup/periods/rules/links-in.ts'
import { clientOf } from '#server/testing/client.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import { loadWorld } from './world.ts'

let services: TestServices
beforeAll(async () => {
  services = await startTestServices()
  const account = (email: string) => ({ email, password: 'demo for a test' })
  await loadWorld(services.owner, services.services, {
    admin: account('admin@shipmate.example'),
    reviewer: account('reviewer@shipmate.example'),
    registrar: account('registrar@harborview.example'),
  })
})
afterAll(() => services.close())

const count = async (table: 'schools' | 'periods' | 'student_periods'): Promise<number> => {
  const { all } = await services.owner
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return all
}

const richTextNames: ReadonlySet<string> = new Set(richTextKeys)

/** Returns all rich texts of a document. */
const richTextsIn = (content: unknown): string[] => {
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' && richTextNames.has(name) ? [value] : richTextsIn(value),
  )
}

describe('the demo data', () => {
  it('has a history that leads to every record’s current values', async () => {
    for (const coverage of coverages) {
      const field = statusFieldOf(coverage)
      const { rows } = await sql<{ differ: number; all: number }>`
        select count(*)::int as all, count(*) filter (where last.after is distinct from sp.${sql.ref(field)})::int as differ
        from student_periods sp
        left join lateral (
          select change ->> 'after' as after from history h, jsonb_array_elements(h.changes) change
          where h.student_period_id = sp.id and change ->> 'field' = ${field}
          order by h.at desc, h.id desc limit 1) last on true`.execute(services.owner)
      expect([field, rows[0]]).toEqual([field, { all: 6000, differ: 0 }])
    }
  })

  it('fits the setup of its policy years in all but some records', async () => {
    const admin = await clientOf(services, await buildUser(services.owner, { permission: 'shipmate_admin' }))
    const { id } = await services.owner
      .selectFrom('periods')
      .select('id')
      .where('state', '=', 'open')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const { records, groups } = (await admin.get(`/api/periods/${id}/setup-differences`)).body.data
    expect(records).toBeGreaterThan(5)
    expect(records).toBeLessThan(50)
    expect(groups.some(({ kind }: { kind: string }) => kind === 'plan_details')).toBe(false)
  })

  it('has visits of its open site, of whom fewer reach each step of the waiver form', async () => {
    const rows = await services.owner
      .selectFrom('site_visits')
      .select(['name', ({ fn }) => fn.sum<string>('visits').as('visits')])
      .where('what', '=', 'step')
      .where('name', 'like', 'waive/%')
      .groupBy('name')
      .execute()
    const reached = rows.map(({ visits }) => Number(visits)).toSorted((one, other) => other - one)
    expect(reached).toHaveLength(8)
    expect(reached.at(-1)).toBeGreaterThan(50)
    expect(reached[0]).toBeGreaterThan(reached.at(-1) ?? 0)
  })

  it('has 4 schools, 10 policy years and 6,000 student-periods in every coverage status', async () => {
    expect([await count('schools'), await count('periods'), await count('student_periods')]).toEqual([
      4, 10, 6000,
    ])
    const statuses = await services.owner
      .selectFrom('student_periods')
      .select('medical_status')
      .distinct()
      .execute()
    expect(statuses.map(({ medical_status }) => medical_status).toSorted()).toEqual(
      [...coverageStatuses].toSorted(),
    )
  })

  it('has valid documents for students who waive; other students still have to send theirs', async () => {
    const papers = await services.owner.selectFrom('student_files').selectAll().orderBy('id').execute()
    expect(papers.length).toBeGreaterThan(10)
    const kinds = new Map<number, string[]>()
    for (const one of papers) {
      const stream = await services.services.files.get(one.stored_name, one.size)
      const bytes = await buffer(stream)
      expect(createHash('sha256').update(bytes).digest()).toEqual(one.sha256)
      expect((await fileTypeFromBuffer(bytes))?.mime).toBe(one.media_type)
      expect(await whyUnreadable(one.media_type, bytes)).toBeNull()
      kinds.set(one.student_id, [...(kinds.get(one.student_id) ?? []), one.kind])
    }
    expect(kinds.size).toBeLessThan(100)
    expect([...kinds.values()]).toContainEqual(['insurance_card_front'])
    expect([...kinds.values()]).toContainEqual(['insurance_card_front', 'insurance_card_back'])
  })

  it('has 2 policy years with complete setup that the API would accept', async () => {
    const kept = await services.owner
      .selectFrom('period_documents')
      .innerJoin('periods', 'periods.id', 'period_documents.period_id')
      .innerJoin('schools', 'schools.id', 'period_documents.school_id')
      .where('schools.slug', '=', 'harborview')
      .select(['periods.name', 'kind', 'content', 'starts_on', 'ends_on', 'waiver_deadline_on'])
      .execute()
    for (const { kind, content } of kept) {
      const document: PeriodDocument | undefined = periodDocuments.find((known) => known.kind === kind)
      const read = document?.content.safeParse(content)
      expect([kind, read?.error, read?.data && document?.issues(read.data)]).toEqual([kind, undefined, []])
    }
    for (const year of ['2025–26', '2026–27']) {
      const ofYear = kept.filter(({ name }) => name === year)
      expect(ofYear.map(({ kind }) => kind).toSorted()).toEqual(documentKinds.toSorted())
      const days = ofYear.find(({ kind }) => kind === 'dates')
      const { starts_on, ends_on, waiver_deadline_on } = days ?? {}
      expect(days?.content).toMatchObject({ starts_on, ends_on, waiver_deadline_on })
    }
    const publications = await services.owner
      .selectFrom('period_publications')
      .select(['kind', 'content'])
      .execute()
    const pages = publications.filter(({ kind }) => pageIdOf(kind) !== null)
    // the page that’s shown, in each year
    expect(
      pages.map(({ content }) => pageDocument({ id: 1, title: '' }).content.parse(content).slug),
    ).toEqual(['new-to-harborview', 'new-to-harborview'])
    const published = publications.filter((one) => !pages.includes(one))
    const toPublish = periodDocuments.filter(({ isPublished }) => isPublished).map(({ kind }) => kind)
    expect(published.map(({ kind }) => kind).toSorted()).toEqual([...toPublish, ...toPublish].toSorted())
  })

  it('has clean texts, and every picture in them exists', async () => {
    const documents = await services.owner.selectFrom('period_documents').select('content').execute()
    const pages = await services.owner.selectFrom('period_pages').select('body').execute()
    const texts = [
      ...documents.flatMap(({ content }) => richTextsIn(content)),
      ...pages.map(({ body }) => body),
    ]
    expect(texts.length).toBeGreaterThan(40)
    for (const text of texts) expect(cleanRichText(text, { profile: 'website' }) ?? '').toBe(text)
    const files = await services.owner
      .selectFrom('school_files')
      .select(['public_name', 'stored_name', 'size'])
      .execute()
    const known = new Set(files.map(({ public_name }) => public_name))
    const shown = mediaIn(JSON.stringify(documents))
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((name) => !known.has(name))).toEqual([])
    for (const { stored_name, size } of files)
      expect(await buffer(await services.services.files.get(stored_name, size))).toHaveLength(size)
  })

  it('has emails to students with waived coverage in every final state', async () => {
    const emails = await services.owner
      .selectFrom('emails')
      .innerJoin('student_periods as sp', 'sp.id', 'emails.student_period_id')
      .select(['emails.state', 'emails.via', 'sp.medical_status', 'emails.body'])
      .where('emails.kind', '=', 'waiver_approved_confirmation')
      .execute()
    const states = new Set(emails.map(({ state, via }) => (via === 'mailbox' ? 'in the mailbox' : state)))
    expect([...states].toSorted()).toEqual([
      'bounced',
      'canceled',
      'failed',
      'in the mailbox',
      'sent',
      'uncertain',
    ])
    for (const { medical_status, body } of emails) {
      expect(medical_status).toBe('waived')
      expect(body).toContain('Harborview University')
    }
  })

  it('has a reminder to students who haven’t started, one of them with a blocked address', async () => {
    const { rows } = await sql<{ state: string; count: number }>`
      select email.state, count(*)::int as count from emails email
      join changes act on act.id = email.change_id and act.kind = 'emails_composed'
      join student_periods sp on sp.id = email.student_period_id and sp.medical_status = 'not_started'
      left join suppressed_addresses blocked on blocked.address = lower(email.to_address)
      where (email.state = 'suppressed') = (blocked.id is not null)
      group by email.state order by 1`.execute(services.owner)
    expect(rows).toEqual([
      { state: 'sent', count: expect.any(Number) },
      { state: 'suppressed', count: 1 },
    ])
  })

  it('has options for every value in its records', async () => {
    const { rows } = await sql<{ missing: number }>`
      select count(*)::int as missing from student_periods sp
      join period_documents d on d.period_id = sp.period_id and d.kind = 'waiver-form/dropdowns-and-notices'
      where not exists (select from jsonb_array_elements(d.content->'options'->'program') o where o->>'value' = sp.program)
        or not exists (select from jsonb_array_elements(d.content->'options'->'campus') o where o->>'value' = sp.campus)
        or not exists (select from jsonb_array_elements(d.content->'options'->'graduation_year') o
          where (o->>'value')::int = sp.graduation_year)`.execute(services.owner)
    expect(rows).toEqual([{ missing: 0 }])
  })

  it('has tiers that match the dependents of every record', async () => {
    const records = await services.owner
      .selectFrom('student_periods as sp')
      .leftJoin('period_documents as d', (join) =>
        join.onRef('d.period_id', '=', 'sp.period_id').on('d.kind', '=', 'insurance-configuration'),
      )
      .select(['sp.id', 'medical_status', 'dental_status', 'vision_status', 'content'])
      .execute()
    const dependents = await services.owner.selectFrom('dependents').selectAll().execute()
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

  it('has a carrier file with everyone who is covered, but the few without the SSN that the carrier requires', async () => {
    const file = await services.owner.selectFrom('carrier_files').selectAll().executeTakeFirstOrThrow()
    expect(file.subscribers).toBeGreaterThan(700)
    expect(file.left_out).toBeGreaterThan(2)
    expect(file.left_out).toBeLessThan(10)
    const without = await services.owner
      .selectFrom('carrier_file_members as member')
      .innerJoin('students', 'students.id', 'member.student_id')
      .where('students.ssn_cipher', 'is', null)
      .select('sid')
      .execute()
    expect(without).toEqual([])
  })

  it('has parents’ plans only of students who are young enough, or have just aged out', async () => {
    const { rows } = await sql<{ medical_status: string; count: number }>`
      select sp.medical_status, count(*)::int from student_periods sp
      join students student on student.id = sp.student_id
      join periods period on period.id = sp.period_id and period.state = 'open'
      where sp.medical_status like 'wai%' and sp.medical_waive_source_of_coverage = 'parent_employer_group'
        and student.dob + interval '26 years' < period.starts_on
      group by 1`.execute(services.owner)
    expect(rows).toEqual([])
  })

  it('has no users or students from before their history, so that past dates can be shown', async () => {
    const late = await services.owner
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

describe('the forms of the demo data', () => {
  const forms = () => services.owner.selectFrom('form_submissions').selectAll().orderBy('id').execute()

  it('fill every queue of the submission desk', async () => {
    const admin = await clientOf(services, await buildUser(services.owner, { permission: 'shipmate_admin' }))
    const all = await forms()
    expect(all.length).toBeGreaterThan(60)
    const { body } = await admin.get(`/api/student-form-submissions/queues?period_id=${all[0]?.period_id}`)
    // no one reviews a form while the data is loaded
    const empty = Object.keys(body.data).filter((queue) => body.data[queue] === 0)
    expect(empty).toEqual(['mine'])
  })

  it('have second reviews: most agree, one disagreement is resolved and one isn’t', async () => {
    const reviews = await services.owner
      .selectFrom('second_reviews as review')
      .innerJoin('decision_outcomes as outcome', 'outcome.id', 'review.outcome_id')
      .select(['review.outcome as second', 'outcome.outcome as first'])
      .execute()
    expect(reviews.filter(({ first, second }) => first === second)).toHaveLength(2)
    expect(reviews.filter(({ first, second }) => first !== second)).toHaveLength(2)
    expect(await services.owner.selectFrom('kept_decisions').select('id').execute()).toHaveLength(1)
  })

  it('are in every state, and none is from later than now', async () => {
    const all = await forms()
    const states = new Set(all.map(({ progress, decision }) => `${progress} ${decision}`))
    expect([...states].toSorted()).toEqual([
      'complete decided',
      'complete open',
      'complete partly',
      'in_progress open',
    ])
    const methods = new Set(all.map(({ match_method }) => match_method))
    expect(methods).toEqual(new Set(['sid_and_birth_date', 'name_and_birth_date', null]))
    expect(all.filter(({ superseded_by_id: later }) => later !== null)).toHaveLength(3)
    expect(all.filter(({ qualifying_event: event }) => event !== null)).toHaveLength(1)
    const now = services.clock.now().toISOString()
    expect(all.filter(({ submitted_at }) => submitted_at > now)).toEqual([])
    const outcomes = await services.owner.selectFrom('decision_outcomes').selectAll().execute()
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['approve', 'decline', 'utp']))
    expect(new Set(outcomes.map(({ decided_by_id }) => decided_by_id)).size).toBe(2)
  })

  it('are open again once the student has fixed them', async () => {
    const fixed = await services.owner
      .selectFrom('form_submission_snapshots as snapshot')
      .innerJoin('form_submissions as form', 'form.id', 'snapshot.submission_id')
      .innerJoin('student_periods as sp', 'sp.id', 'form.student_period_id')
      .select(['form.decision', 'sp.medical_status'])
      .where('snapshot.number', '=', 2)
      .execute()
    const open = { decision: 'open', medical_status: 'waiver_submitted' }
    expect(fixed).toEqual([open, open, open])
  })

  it('are open again when the student appeals', async () => {
    const appealed = await services.owner
      .selectFrom('appeals')
      .innerJoin('form_submissions as form', 'form.id', 'appeals.submission_id')
      .select('form.decision')
      .execute()
    expect(appealed).toEqual([{ decision: 'open' }])
  })

  it('lead to the statuses of their students, and their emails are sent', async () => {
    const decided = await services.owner
      .selectFrom('decision_outcomes as outcome')
      .innerJoin('form_submissions as form', 'form.id', 'outcome.submission_id')
      .innerJoin('student_periods as sp', 'sp.id', 'form.student_period_id')
      .select(['outcome.to_status', 'sp.medical_status'])
      .where('outcome.coverage_type', '=', 'medical')
      .where('form.decision', '<>', 'open')
      .execute()
    expect(decided.length).toBeGreaterThan(10)
    for (const { to_status, medical_status } of decided) expect(medical_status).toBe(to_status)
    const waiting = await services.owner
      .selectFrom('emails')
      .select('id')
      .where('state', 'in', ['queued', 'sending'])
      .execute()
    expect(waiting).toEqual([])
  })
})
