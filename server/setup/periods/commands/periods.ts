import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { newPeriod, periodAboutChange } from '#contract/setup/periods/shapes.ts'
import { texts } from '#contract/platform/problem.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, scope, selectSchool, lockPeriod } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { writeDocument } from '#server/setup/period-documents/index.ts'
import { copyPages } from '#server/setup/website/index.ts'
import { presentAbout } from '../present.ts'
import { starterSet } from '../rules/starter.ts'
import { shiftDates, shiftDay } from '../rules/shift-dates.ts'
import { isTakenName, listPeriods } from '../queries/periods.ts'
import { setRemoved, writeAbout } from '../record.ts'

type NewPeriod = z.output<typeof newPeriod>
type AboutChange = z.output<typeof periodAboutChange>

const assertFreeName = async (context: Context, asked: Parameters<typeof isTakenName>[1]): Promise<void> => {
  if (await isTakenName(context, asked)) throw problem.invalid({ name: texts.taken })
}

/** Returns what a new period copies from an earlier one of its school. @throws Problem 422 */
const copied = async (context: Context, body: NewPeriod) => {
  if (body.copy_from_period_id == null) return null
  const source = await scope
    .periods(context)
    .select([
      'periods.id',
      'periods.starts_on',
      'periods.waiver_deadline_on',
      'periods.medical_offered',
      'periods.dental_offered',
      'periods.vision_offered',
      'periods.medical_is_voluntary',
    ])
    .where('periods.id', '=', body.copy_from_period_id)
    .where('periods.school_id', '=', body.school_id)
    .executeTakeFirst()
  if (!source) throw problem.selected('copy_from_period_id')
  return source
}

/** The defaults of a new period. */
const usual = {
  waiver_deadline_on: null,
  medical_offered: true,
  dental_offered: true,
  vision_offered: true,
  medical_is_voluntary: false,
}

/** Creates a period as a draft, empty or as a copy. Returns its ID. */
export const createPeriod = async (context: Context, body: NewPeriod): Promise<number> => {
  await selectSchool(context, body.school_id)
  await assertFreeName(context, { schoolId: body.school_id, name: body.name })
  const source = await copied(context, body)
  const { school_id: _school, copy_from_period_id: _source, has_starter: hasStarter = false, ...sent } = body
  const asked = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const { id: sourceId, starts_on: sourceStart, ...offered } = source ?? { id: null, starts_on: '' }
  const deadline = source?.waiver_deadline_on
  const values = {
    ...usual,
    ...offered,
    ...(deadline
      ? { waiver_deadline_on: shiftDay(deadline, yearsBetween(sourceStart, body.starts_on)) }
      : {}),
    ...asked,
    name: body.name,
    starts_on: body.starts_on,
    ends_on: body.ends_on,
  }
  const now = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('periods')
    .values({
      ...values,
      school_id: body.school_id,
      copied_from_period_id: sourceId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (sourceId !== null)
    await copyDocuments(
      context,
      body.school_id,
      { id: sourceId, starts_on: sourceStart },
      { id, starts_on: body.starts_on },
    )
  if (hasStarter)
    for (const { document, content } of starterSet) await writeDocument(context, id, document, { ...content })
  await recordHistory(context, { kind: 'period_created', schoolId: body.school_id }, [
    {
      kind: 'period_created',
      subject: { type: 'period', id },
      school_id: body.school_id,
      changes: fieldChanges({}, { ...values, copied_from_period_id: sourceId }),
    },
  ])
  return id
}

/** Replaces a period’s details; undo restores them. @throws Problem 409 with the current document if the version is stale */
export const replaceAbout = async (context: Context, id: number, body: AboutChange): Promise<void> => {
  const before = await getPeriod(context, id)
  const { version, ...values } = body
  if (version !== undefined && version !== before.version) throw problem.stale(presentAbout(before))
  await assertFreeName(context, { schoolId: before.school_id, name: values.name, exceptId: id })
  const entry = await writeAbout(context, before, values)
  if (!entry) return
  await recordHistory(context, { kind: entry.kind, schoolId: before.school_id, undoable: true }, [entry])
}

/**
 * Deletes a draft without students; undo restores it.
 * @throws Problem 404; 409 if it isn’t a draft or has students
 */
export const removePeriod = async (context: Context, id: number): Promise<void> => {
  // also waits for records that are being added
  const period = await scope
    .periods(context)
    .selectAll()
    .where('periods.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!period) throw problem.notFound()
  if (period.state !== 'draft') throw problem.stale(null, 'Only a draft can be deleted.')
  const used = await scope
    .studentPeriods(context)
    .select('student_periods.id')
    .where('student_periods.period_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (used) throw problem.stale(null, 'This policy year has students, so it can’t be deleted.')
  const entry = await setRemoved(context, period, true)
  await recordHistory(context, { kind: entry.kind, schoolId: period.school_id, undoable: true }, [entry])
}

/** Returns by how many years the dates of a copied period move. */
const yearsBetween = (from: string, to: string): number => Number(to.slice(0, 4)) - Number(from.slice(0, 4))

interface Year {
  readonly id: number
  readonly starts_on: string
}

/**
 * Copies every document and custom page of an earlier period into a new one, with dates moved by the years
 * between the two. Nothing is published; staff publish the new year.
 */
const copyDocuments = async (context: Context, schoolId: number, from: Year, to: Year): Promise<void> => {
  const years = yearsBetween(from.starts_on, to.starts_on)
  const rows = await scope
    .periodDocuments(context)
    .select(['period_documents.kind', 'period_documents.content'])
    .where('period_documents.period_id', '=', from.id)
    .where('period_documents.school_id', '=', schoolId)
    .execute()
  for (const { kind, content } of rows)
    await sql`
      insert into period_documents (school_id, period_id, kind, content, version, updated_at, updated_by)
      values (${schoolId}, ${to.id}, ${kind}, ${JSON.stringify(shiftDates(content, years))}::jsonb, 1,
        ${context.clock.now().toISOString()}::timestamptz, ${context.caller.id})`.execute(context.db)
  await copyPages(context, from.id, to.id)
}

/** Reorders the periods of a school. @throws Problem 409 with the periods unless each is listed exactly once */
export const orderPeriods = async (
  context: Context,
  schoolId: number,
  ids: readonly number[],
): Promise<void> => {
  const before = await listPeriods(context, schoolId)
  for (const id of before.map((period) => period.id).toSorted((one, other) => one - other))
    await lockPeriod(context, id)
  const isWhole = ids.length === before.length && before.every(({ id }) => ids.includes(id))
  if (!isWhole) throw problem.stale(before)
  for (const [index, id] of ids.entries())
    await scope
      .update(context, 'periods')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
  const names = (periods: typeof before) => periods.map(({ name }) => name)
  const changes = fieldChanges(
    { 'periods.order': names(before) },
    { 'periods.order': names(await listPeriods(context, schoolId)) },
  )
  if (changes.length === 0) return
  await recordHistory(context, { kind: 'periods_ordered', schoolId }, [
    { kind: 'periods_ordered', subject: { type: 'school', id: schoolId }, school_id: schoolId, changes },
  ])
}
