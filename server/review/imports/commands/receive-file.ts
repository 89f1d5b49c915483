import { sql } from 'kysely'
import type { HandlerInput } from '#contract/platform/endpoint.ts'
import { texts } from '#contract/platform/problem.ts'
import type { importFromCsv, importFromPeriod, readHeaders } from '#contract/review/imports/endpoints.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { problem } from '#server/platform/problem.ts'
import { defaultCopyFields, findNotCopyable } from '#server/records/student-periods/index.ts'
import { selectPeriodWithRules } from '#server/setup/periods/index.ts'
import { assertRenewable } from './check-renewal.ts'
import { claimPeriod } from './claim.ts'
import {
  assertDatesClear,
  describeFile,
  openFile,
  readingOf,
  surveyFile,
  type OpenFile,
} from '../files/inspect.ts'
import { forgetOldFiles, saveFile } from '../files/stored.ts'
import { planImportTask } from '../jobs.ts'
import { readRemembered } from '../queries/runs.ts'
import { hasStudents } from '../queries/sources.ts'
import { foldHeader } from '../rules/header-synonyms.ts'
import { chooseMapping, WrongHeaders } from '../rules/map-headers.ts'
import { propose, proposeMapping, type Mapping } from '../rules/propose-mapping.ts'

/** Converts errors in the file or mapping. @throws Problem 422 on the part of the request, for `WrongHeaders` */
const orInvalid = async <T>(work: () => Promise<T> | T): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof WrongHeaders ? problem.invalid({ [error.key]: error.message }) : error
  }
}

/** Returns a file’s headers, the suggested fields, some rows, and how it’s read. Saves nothing. @throws Problem 422 */
export const readHeadersOf = async (
  context: Context,
  { period_id, ...choices }: HandlerInput<typeof readHeaders>['body'],
  file: Upload,
) => {
  const period = await selectPeriod(context, period_id)
  const remembered = await readRemembered(context, period.school_id)
  return orInvalid(() => describeFile(file, choices, remembered))
}

/** Saves a roster file encrypted and starts planning it. Returns the import’s ID. @throws Problem 409, 422 */
export const receiveFile = async (
  context: Context,
  body: HandlerInput<typeof importFromCsv>['body'],
  file: Upload,
): Promise<number> => {
  const period = await selectPeriod(context, body.period_id)
  const remembered = await readRemembered(context, period.school_id)
  const { open, mapping, survey, reading } = await orInvalid(() => readRoster(file, body, remembered))
  const { headers, sample, delimiter } = open.head
  if (body.mapping) await rememberMapping(context, period.school_id, { headers, sample, mapping })
  await claimPeriod(context, period.id)
  const at = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('imports')
    .values({
      kind: 'csv',
      school_id: period.school_id,
      period_id: period.id,
      author_id: context.caller.id,
      dry_run: body.dry_run,
      accept_valid_rows: body.accept_valid_rows,
      on_existing: body.on_existing,
      file_name: file.name.replaceAll('\0', '').toWellFormed(),
      file_size: file.size,
      file_hash: file.hash,
      encoding: open.encoding,
      delimiter,
      headers: [...headers],
      mapping: JSON.stringify(mapping),
      reading: JSON.stringify(reading),
      total: survey.rows,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveFile(context, { id, school_id: period.school_id }, open.read())
  await forgetOldFiles(context, period.school_id)
  await enqueue(context, planImportTask, { import_id: id })
  return id
}

/** Opens a file, maps its columns and looks at all rows. @throws WrongHeaders */
const readRoster = async (
  file: Upload,
  body: HandlerInput<typeof importFromCsv>['body'],
  remembered: ReadonlyMap<string, string | null>,
) => {
  const open = await openFile(file, body)
  const context = { remembered, sample: open.head.sample, addressGroup: body.address_group }
  const mapping = chooseMapping(open.head.headers, body.mapping, context)
  const survey = await surveyFile(open, mapping)
  assertDatesClear(survey, body.date_order)
  const { addressGroup } = propose(open.head.headers, context)
  return {
    open,
    mapping,
    survey,
    reading: readingOf(open, survey, { date_order: body.date_order, addressGroup }),
  }
}

/**
 * Saves the columns that staff mapped differently from the suggestion, to suggest them for the school’s next
 * file. Forgets saved mappings that equal the suggestion again.
 */
const rememberMapping = async (
  context: Context,
  schoolId: number,
  { headers, sample, mapping }: Pick<OpenFile['head'], 'headers' | 'sample'> & { readonly mapping: Mapping },
): Promise<void> => {
  const proposed = proposeMapping(headers, { sample })
  const isOwn = (header: string): boolean => mapping[header] !== proposed[header]
  const own = Object.keys(mapping).filter(isOwn)
  const plain = Object.keys(mapping).filter((header) => !isOwn(header))
  await sql`
    delete from import_mappings
    where school_id = ${schoolId} and ${scope.within(context, 'school_id')} and header = any(${plain.map(foldHeader)}::text[])`.execute(
    context.db,
  )
  await sql`
    insert into import_mappings (school_id, header, field, updated_at)
    select distinct on (said.header) ${schoolId}::bigint, said.header, said.field,
      ${context.clock.now().toISOString()}::timestamptz
    from unnest(${own.map(foldHeader)}::text[], ${own.map((header) => mapping[header] ?? null)}::text[])
      as said(header, field)
    on conflict (school_id, header) do update set field = excluded.field, updated_at = excluded.updated_at`.execute(
    context.db,
  )
}

/** Starts a copy of the students of one period into another. Returns the import’s ID. @throws Problem 409, 422 */
export const startPeriodImport = async (
  context: Context,
  body: HandlerInput<typeof importFromPeriod>['body'],
): Promise<number> => {
  const from = await selectPeriod(context, body.from_period_id, 'from_period_id')
  const to = await selectPeriodWithRules(context, body.to_period_id, 'to_period_id')
  if (from.school_id !== to.school_id || from.id === to.id) throw problem.selected('to_period_id')
  const fields = body.fields_to_carry ?? defaultCopyFields
  const unknown = findNotCopyable(fields)
  if (unknown >= 0) throw problem.invalid({ [`fields_to_carry.${unknown}`]: texts.selected })
  if (!(await hasStudents(context, from.id)))
    throw problem.invalid({ from_period_id: `${from.name} has no students to copy.` })
  const { statuses = null, dry_run = false, accept_same_premiums = false } = body
  const year = { school_id: to.school_id, from_period_id: from.id, to, statuses, fields }
  await assertRenewable(context, year, to, dry_run ? null : accept_same_premiums)
  await claimPeriod(context, to.id)
  const at = context.clock.now().toISOString()
  const { id } = await context.db
    .insertInto('imports')
    .values({
      kind: 'from_period',
      school_id: to.school_id,
      period_id: to.id,
      from_period_id: from.id,
      author_id: context.caller.id,
      dry_run,
      statuses,
      fields_to_carry: [...new Set(fields)],
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(context, planImportTask, { import_id: id })
  return id
}
