import type { HandlerInput } from '#contract/endpoint.ts'
import type { importFromCsv } from '#contract/imports/endpoints.ts'
import type { Context } from '../../context.ts'
import { selectPeriod, scope } from '../../db/scope.ts'
import type { Upload } from '../../http/uploads.ts'
import { enqueue } from '../../jobs/index.ts'
import { detectEncoding, type Encoding } from '../../lib/encoding.ts'
import { problem } from '../../problem.ts'
import { forgetOldFiles, saveFile } from '../file.ts'
import { planImportTask } from '../jobs.ts'
import { readRemembered } from '../queries.ts'
import {
  proposeMapping,
  chooseMapping,
  WrongHeaders,
  foldHeader,
  type Mapping,
} from '../rules/map-headers.ts'
import { readHead, type Head } from '../rules/read-head.ts'
import { claimPeriod } from './claim-period.ts'
import { sql } from 'kysely'

/** The bytes at the start of a file that are used to find its delimiter and headers. */
const headSize = 256 * 1024

/** Converts errors in the file or mapping. @throws Problem 422 on `file` or `mapping`, for `WrongHeaders` */
const orInvalid = async <T>(work: () => Promise<T> | T): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof WrongHeaders ? problem.invalid({ [error.key]: error.message }) : error
  }
}

/**
 * Reads a whole file once, because detecting its encoding needs every byte.
 * @throws Problem 422 if it isn’t a table
 */
const inspect = async (file: Upload): Promise<{ encoding: Encoding; head: Head; lines: number }> => {
  const detector = detectEncoding()
  const start: Buffer[] = []
  let [size, newlines, returns] = [0, 0, 0]
  for await (const piece of file.read()) {
    const bytes = Buffer.from(piece)
    detector.add(bytes)
    if (size < headSize) start.push(bytes.subarray(0, headSize - size))
    size += bytes.length
    newlines += countBytes(bytes, 10)
    returns += countBytes(bytes, 13)
  }
  const encoding = detector.end()
  const head = await orInvalid(() => readHead(Buffer.concat(start), encoding, size <= headSize))
  return { encoding, head, lines: Math.max(newlines, returns) }
}

/** Counts line breaks: at least as many as records, and good enough for progress. */
const countBytes = (bytes: Buffer, byte: number): number => {
  let found = 0
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) found += 1
  return found
}

/** Returns a file’s headers, the suggested fields and some rows. Saves nothing. */
export const readHeadersOf = async (context: Context, periodId: number, file: Upload) => {
  const period = await selectPeriod(context, periodId)
  const { head } = await inspect(file)
  const remembered = await readRemembered(context, period.school_id)
  return {
    headers: [...head.headers],
    mapping: { ...proposeMapping(head.headers, remembered) },
    sample: head.sample.map((record) => [...record]),
  }
}

/** Saves a roster file encrypted and starts planning it. Returns the import’s ID. @throws Problem 409, 422 */
export const receiveFile = async (
  context: Context,
  body: HandlerInput<typeof importFromCsv>['body'],
  file: Upload,
): Promise<number> => {
  const period = await selectPeriod(context, body.period_id)
  const { encoding, head, lines } = await inspect(file)
  const remembered = await readRemembered(context, period.school_id)
  const mapping = await orInvalid(() => chooseMapping(head.headers, body.mapping, remembered))
  if (body.mapping) await rememberMapping(context, period.school_id, head.headers, mapping)
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
      encoding,
      delimiter: head.delimiter,
      headers: [...head.headers],
      mapping: JSON.stringify(mapping),
      total: Math.max(0, lines - 1),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveFile(context, id, file.read())
  await forgetOldFiles(context, period.school_id)
  await enqueue(context, planImportTask, { import_id: id })
  return id
}

/**
 * Saves the columns that staff mapped differently from the suggestion, to suggest them for the school’s next
 * file. Forgets saved mappings that equal the suggestion again.
 */
const rememberMapping = async (
  context: Context,
  schoolId: number,
  headers: readonly string[],
  mapping: Mapping,
): Promise<void> => {
  const proposed = proposeMapping(headers)
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
