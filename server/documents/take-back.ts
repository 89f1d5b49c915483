import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import {
  entriesAbout,
  fieldChanges,
  type ActEntry,
  type Entry,
  type LeftAlone,
  type TakeBack,
} from '../history/index.ts'
import { freeFormer, takePlaceOf } from './commands/change-file.ts'
import { fileEntry } from './entries.ts'
import { setRemoved, writeFile } from './write.ts'

interface Row {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number | null
  readonly student_name: string
  readonly name: string
  readonly kind: string
  readonly deleted_at: string | null
  readonly replaced_by_id: number | null
  readonly is_touched: boolean
}

const readRows = async (context: Context, changeId: number, ids: readonly number[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select f.id, f.school_id, f.student_id, f.student_period_id, f.name, f.kind, f.deleted_at, f.replaced_by_id,
      s.last_name || ', ' || s.first_name as student_name,
      exists (select from history h where h.student_id = f.student_id and h.subject_type = 'student_file'
        and h.subject_id = f.id and h.change_id > ${changeId}) as is_touched
    from student_files f join students s on s.id = f.student_id
    where f.id = any(${[...ids]}::bigint[]) and ${scope.within(context, 'f.school_id')}
    order by f.id for update of f`.execute(context.db)
  return rows
}

/** What a document took the place of before that was taken back, as the entry of it says. */
const formerOf = (entry: ActEntry): number | null => {
  const id = entry.changes.find(({ field }) => field === 'replaces_id')?.before
  return entry.kind === 'file_removed' && typeof id === 'number' ? id : null
}

const revert = async (context: Context, row: Row, entry: ActEntry): Promise<Entry> => {
  const former = formerOf(entry)
  if (former !== null) {
    await setRemoved(context, row, false)
    await takePlaceOf(context, row.id, former)
    return fileEntry(row, 'file_replaced', [{ field: 'name', before: null, after: row.name }])
  }
  if (entry.kind === 'file_removed') {
    await setRemoved(context, row, false)
    return fileEntry(row, 'file_restored', [{ field: 'name', before: null, after: row.name }])
  }
  if (entry.kind === 'file_changed') {
    const before = Object.fromEntries(entry.changes.map((change) => [change.field, change.before]))
    await writeFile(context, row.id, before)
    return fileEntry(row, 'file_changed', fieldChanges({ ...row }, before))
  }
  // what it took the place of stands again, does not go with it, and is known to whoever does it again
  const freed = entry.kind === 'file_replaced' ? await freeFormer(context, row.id) : null
  await setRemoved(context, row, true)
  return fileEntry(row, 'file_removed', [
    { field: 'name', before: row.name, after: null },
    ...(freed === null ? [] : [{ field: 'replaces_id', before: freed, after: null }]),
  ])
}

const isChanged = (row: Row): boolean => row.is_touched || row.replaced_by_id !== null

/** Why a document stays as it is; undefined where it may go back. */
const whyLeft = (row: Row, former: Row | null | undefined): string | undefined => {
  if (isChanged(row)) return 'The document was changed since.'
  // null: none is asked for; undefined: it is out of reach
  if (former === null || (former && !isChanged(former) && former.deleted_at === null)) return undefined
  return 'The document that it took the place of was changed since.'
}

/** Takes back what an act did to documents, wherever nobody has touched them since. */
export const takeBackFiles: TakeBack = async (context, changeId, entries) => {
  const own = entriesAbout(entries, 'student_file')
  if (own.size === 0) return { entries: [], left: [] }
  const formers = [...own.values()].map(formerOf).filter((id) => id !== null)
  const rows = new Map(
    (await readRows(context, changeId, [...own.keys(), ...formers])).map((row) => [row.id, row]),
  )
  const reverted: Entry[] = []
  const left: LeftAlone[] = []
  for (const [id, entry] of own) {
    const row = rows.get(id)
    if (!row) continue
    const former = formerOf(entry)
    const reason = whyLeft(row, former === null ? null : rows.get(former))
    if (reason === undefined) reverted.push(await revert(context, row, entry))
    else left.push({ id, subject_type: 'student_file', name: row.student_name, reason })
  }
  return { entries: reverted, left }
}
