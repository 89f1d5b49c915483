import { sql } from 'kysely'
import { phoneText } from '#contract/platform/phone.ts'
import { studentListColumns, type StudentListColumn } from '#contract/platform/record/columns.ts'
import { fieldOf, labelOf } from '#contract/platform/record/known-fields.ts'
import type { ColumnKind } from '#contract/platform/table-filters.ts'
import type { Context } from '#server/platform/context.ts'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { scope } from '#server/platform/db/scope.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import { decrypt, encrypt } from '#server/platform/lib/crypt.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { inPieces } from '#server/platform/lib/file-pieces.ts'
import type { CellKind, SheetColumn } from '#server/platform/lib/workbook.ts'
import type { ExportRecord } from './queries.ts'

/** Returns the authenticated data of a chunk: its position, so that chunks can’t be moved or swapped. */
const placeOf = (exportId: number, position: number): string => `export_file_chunks:${exportId}:${position}`

export const exportChunks = encryptedColumn(
  'export_file_chunks',
  'cipher',
  ['export_id', 'position'],
  ({ export_id, position }) => placeOf(export_id, position),
)

/** Removes the file of an export that wasn’t read to its end. */
export const dropFile = (context: Context, { id }: Pick<ExportRecord, 'id'>): Promise<unknown> =>
  sql`delete from export_file_chunks where export_id = ${id} and ${scope.within(context, 'school_id')}`.execute(
    context.db,
  )

/** Saves a file encrypted in chunks, so that memory use doesn’t grow with it. Returns its size in bytes. */
export const saveFile = async (
  context: Context,
  { id, school_id }: Pick<ExportRecord, 'id' | 'school_id'>,
  bytes: AsyncIterable<Buffer>,
): Promise<number> => {
  let [position, size] = [0, 0]
  for await (const piece of inPieces(bytes)) {
    const cipher = encrypt(context.services.keys, placeOf(id, position), piece)
    await context.db
      .insertInto('export_file_chunks')
      .values({ export_id: id, school_id, position, cipher })
      .execute()
    position += 1
    size += piece.length
  }
  return size
}

/** Returns the content of a saved file in chunks. It’s read while it’s sent, after the call’s own transaction. */
export async function* readFile({ services, caller }: Context, exportId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const piece = await scope
      .exportChunks({ db: services.db, caller })
      .select('cipher')
      .where('export_id', '=', exportId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (!piece) return
    yield decrypt(services.keys, placeOf(exportId, position), piece.cipher)
  }
}

/** A column of a file: the source of its values and their format. */
export interface FileColumn extends SheetColumn {
  /** Returns the cell for a database value; null if there is none. */
  readonly cell: (value: unknown) => string | null
}

/** Choices and booleans appear as labels. */
const cellKinds: Record<ColumnKind, CellKind> = {
  text: 'text',
  choice: 'text',
  boolean: 'text',
  number: 'number',
  money: 'money',
  date: 'date',
  instant: 'instant',
}

// 'sv-SE' formats instants as 2026-11-20 10:00
const officeTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: officeTimeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

const textOf = (name: StudentListColumn, kind: ColumnKind, value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  if (kind === 'choice') return labelOf(name, text)
  if (kind === 'instant') return officeTime.format(new Date(text))
  return fieldOf(name)?.format === 'phone' ? phoneText(text) : text
}

/** Returns the file column for a list column: labels for choices, formatted phone numbers. */
export const fileColumn = (name: StudentListColumn): FileColumn => {
  const { label, kind }: { label: string; kind: ColumnKind } = studentListColumns[name]
  return {
    label,
    kind: cellKinds[kind],
    cell: (value) => (value === null || value === undefined ? null : textOf(name, kind, value)),
  }
}

/** Formats an SSN: '123456789' → '123-45-6789'. */
export const ssnText = (digits: string): string =>
  `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`

const instantText = (value: string): string => {
  const [day = '', time = ''] = value.split(' ')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${dayText(day)} ${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Returns a cell for text-only formats: dates as mm/dd/yyyy, instants in the office’s time zone. */
export const cellText = (kind: CellKind, cell: string | null): string => {
  if (cell === null) return ''
  if (kind === 'date') return dayText(cell)
  return kind === 'instant' ? instantText(cell) : cell
}
