import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { newPeriod, periodAboutChange } from '#contract/periods/shapes.ts'
import { texts } from '#contract/problem.ts'
import type { Context } from '../../context.ts'
import { getPeriod, scope, selectSchool } from '../../db/scope.ts'
import { fieldChanges, recordHistory } from '../../history/index.ts'
import { problem } from '../../problem.ts'
import { copyDocuments } from './copy-documents.ts'
import { renewDocuments } from './replace-document.ts'
import { presentAbout } from '../present.ts'

type NewPeriod = z.output<typeof newPeriod>
type AboutChange = z.output<typeof periodAboutChange>

const assertFreeName = async (
  context: Context,
  schoolId: number,
  name: string,
  exceptId = 0,
): Promise<void> => {
  const taken = await scope
    .periods(context)
    .select('periods.id')
    .where('periods.school_id', '=', schoolId)
    .where(sql<boolean>`shipmate_fold(periods.name) = shipmate_fold(${name})`)
    .where('periods.id', '<>', exceptId)
    .executeTakeFirst()
  if (taken) throw problem.invalid({ name: texts.taken })
}

/** What a new period takes over from an earlier one of its school. @throws Problem 422 */
const copied = async (context: Context, body: NewPeriod) => {
  if (body.copy_from_period_id == null) return null
  const source = await scope
    .periods(context)
    .select([
      'periods.id',
      'periods.starts_on',
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

/** A period that nobody has said anything about. */
const usual = {
  waiver_deadline_on: null,
  medical_offered: true,
  dental_offered: true,
  vision_offered: true,
  medical_is_voluntary: false,
}

/** Creates a period, in draft, alone or as a copy. Answers its id. */
export const createPeriod = async (context: Context, body: NewPeriod): Promise<number> => {
  await selectSchool(context, body.school_id)
  await assertFreeName(context, body.school_id, body.name)
  const source = await copied(context, body)
  const { school_id: _school, copy_from_period_id: _source, ...sent } = body
  const asked = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const { id: sourceId, starts_on: sourceStart, ...offered } = source ?? { id: null, starts_on: '' }
  const values = {
    ...usual,
    ...offered,
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

/** Replaces what a period is. @throws Problem 409 with the present document when it changed since it was read */
export const replaceAbout = async (context: Context, id: number, body: AboutChange): Promise<void> => {
  const before = await getPeriod(context, id)
  const { version, ...values } = body
  if (version !== undefined && version !== before.version) throw problem.stale(presentAbout(before))
  await assertFreeName(context, before.school_id, values.name, id)
  const changes = fieldChanges({ ...presentAbout(before) }, values)
  if (changes.length === 0) return
  const updated = await scope
    .update(context, 'periods')
    .set({ ...values, version: before.version + 1, updated_at: context.clock.now().toISOString() })
    .where('id', '=', id)
    .where('version', '=', before.version)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw problem.stale(presentAbout(await getPeriod(context, id)))
  const changed = new Set(changes.map(({ field }) => field))
  await renewDocuments(context, await getPeriod(context, id), changed)
  await recordHistory(context, { kind: 'period_changed', schoolId: before.school_id }, [
    { kind: 'period_changed', subject: { type: 'period', id }, school_id: before.school_id, changes },
  ])
}
