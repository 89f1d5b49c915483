import type { Asked } from '#contract/endpoint.ts'
import type { importFromCsv } from '#contract/imports/endpoints.ts'
import type { Context } from '../../context.ts'
import { selectPeriod } from '../../db/scope.ts'
import type { Upload } from '../../http/uploads.ts'
import { enqueue } from '../../jobs/index.ts'
import { detectEncoding, type Encoding } from '../../lib/encoding.ts'
import { problem } from '../../problem.ts'
import { forgetOldFiles, keepFile } from '../file.ts'
import { planImportTask } from '../jobs.ts'
import { readRemembered } from '../queries.ts'
import { proposeMapping, settleMapping, WrongHeaders } from '../rules/map-headers.ts'
import { readHead, type Head } from '../rules/read-head.ts'
import { claimPeriod } from './claim-period.ts'
import { rememberMapping } from './remember-mapping.ts'

/** How much of a file is looked at for its delimiter and headers. */
const headSize = 256 * 1024

/** @throws Problem 422 on `file` or `mapping`, in words, for what `WrongHeaders` says */
const orInvalid = async <T>(work: () => Promise<T> | T): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof WrongHeaders ? problem.invalid({ [error.key]: error.message }) : error
  }
}

/** Reads a file once, to the end: its encoding needs every byte. @throws Problem 422 when it is no table */
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

/** Line breaks are counted by their bytes: at least as many as records, enough to show progress by. */
const countBytes = (bytes: Buffer, byte: number): number => {
  let found = 0
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) found += 1
  return found
}

/** The headers of a file, a proposal of what they mean, and some rows. Stores nothing. */
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

/** Takes a roster file: keeps it encrypted and has it planned. Answers the import's id. @throws Problem 409, 422 */
export const takeFile = async (
  context: Context,
  body: Asked<typeof importFromCsv>['body'],
  file: Upload,
): Promise<number> => {
  const period = await selectPeriod(context, body.period_id)
  const { encoding, head, lines } = await inspect(file)
  const remembered = await readRemembered(context, period.school_id)
  const mapping = await orInvalid(() => settleMapping(head.headers, body.mapping, remembered))
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
  await keepFile(context, id, file.read())
  await forgetOldFiles(context, period.school_id)
  await enqueue(context, planImportTask, { import_id: id })
  return id
}
