import { fieldOf, labelOf } from '#contract/known-fields.ts'
import { phoneWords } from '#contract/phone-words.ts'
import { studentListColumns, type StudentListColumn } from '#contract/student-periods/columns.ts'
import type { ColumnKind } from '#contract/table-filters.ts'
import { officeTimeZone } from '../lib/clock.ts'
import type { CellKind, SheetColumn } from '../lib/workbook.ts'

/** A column of a file: where its values come from, and how they are written. */
export interface FileColumn extends SheetColumn {
  /** The cell for a value of the database; null for none. */
  readonly cell: (value: unknown) => string | null
}

/** Choices and yes-or-no are words. */
const cellKinds: Record<ColumnKind, CellKind> = {
  text: 'text',
  choice: 'text',
  boolean: 'text',
  number: 'number',
  money: 'money',
  date: 'date',
  instant: 'instant',
}

// 'sv-SE' spells instants as 2026-11-20 10:00
const officeTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: officeTimeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

const wordsOf = (name: StudentListColumn, kind: ColumnKind, value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  if (kind === 'choice') return labelOf(name, text)
  if (kind === 'instant') return officeTime.format(new Date(text))
  return fieldOf(name)?.format === 'phone' ? phoneWords(text) : text
}

/** How a column of the list stands in a file: words for choices, phones as people write them. */
export const fileColumn = (name: StudentListColumn): FileColumn => {
  const { label, kind }: { label: string; kind: ColumnKind } = studentListColumns[name]
  return {
    label,
    kind: cellKinds[kind],
    cell: (value) => (value === null || value === undefined ? null : wordsOf(name, kind, value)),
  }
}

/** '123456789' → '123-45-6789' */
export const ssnWords = (digits: string): string =>
  `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`

const dayWords = (value: string): string => {
  const [year = '', month = '', date = ''] = value.split('-')
  return `${month}/${date}/${year}`
}

const instantWords = (value: string): string => {
  const [day = '', time = ''] = value.split(' ')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${dayWords(day)} ${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** A cell in a file that knows nothing but text: days as mm/dd/yyyy, instants with the office's time. */
export const cellText = (kind: CellKind, cell: string | null): string => {
  if (cell === null) return ''
  if (kind === 'date') return dayWords(cell)
  return kind === 'instant' ? instantWords(cell) : cell
}
