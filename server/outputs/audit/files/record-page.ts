import { capitalized } from '#contract/platform/letter-case.ts'
import { fieldOf, labelOf } from '#contract/platform/record/known-fields.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import { escapeHtml } from '#server/platform/lib/escape-html.ts'
import { tokensOf } from '#server/platform/lib/rich-text/tokens.ts'
import type { Subject } from '../queries/disclosures.ts'
import { isPerson, recordTables, type RecordRow, type WholeRecord } from '../queries/whole-record.ts'

/** The names of staff by ID. */
type Names = ReadonlyMap<number, string>

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem;border-bottom:1px solid #ccc}dl{display:grid;grid-template-columns:16rem 1fr;gap:0 1rem;
border-bottom:1px solid #ddd;padding-bottom:.75rem}dt{color:#555}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
@media(max-width:40rem){dl{display:block}dd{margin-bottom:.5rem}}`

/** Returns a student’s whole record as a page to read. `day` is the day of the copy. */
export const pageOf = (subject: Subject, record: WholeRecord, names: Names, day: string): string => {
  const { name, school_name, sid } = subject
  const title = escapeHtml(`Student record of ${name}`)
  const parts = Object.entries(recordTables).map(([table, [heading]]) => {
    // the record has exactly these tables
    const rows = record[table as keyof WholeRecord]
    const text = rows.length === 0 ? '<p>None.</p>' : rows.map((row) => listOf(row, names)).join('\n')
    return `<h2>${escapeHtml(heading)}</h2>\n${text}`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style>
<h1>${title}</h1>
<p>${escapeHtml(school_name)}${sid === null ? '' : ` · Student ID ${escapeHtml(sid)}`} · Copied on ${dayText(day)}</p>
<p>The documents are in the folder “documents”; their names start with their IDs. The file record.json has the same as data.</p>
${parts.join('\n')}
</html>`
}

/** Columns that say nothing to a reader: how a row is stored. They’re in the JSON. */
const technical: ReadonlySet<string> = new Set([
  'school_id',
  'student_id',
  'student_period_id',
  'submission_id',
  'change_id',
  'period_id',
  'layout_id',
  'emergency_id',
  'subject_id',
  'version',
  'stored_name',
  'transaction_id',
  'request_id',
  'html',
])

const listOf = (row: RecordRow, names: Names): string => {
  const lines = Object.entries(row).flatMap(([key, value]) => {
    const text = technical.has(key) ? '' : textOf(key, value, names)
    return text === '' ? [] : [`<dt>${escapeHtml(wordsOf(key))}</dt><dd>${escapeHtml(text)}</dd>`]
  })
  return `<dl>${lines.join('')}</dl>`
}

const wordsOf = (key: string): string =>
  fieldOf(key)?.label ??
  capitalized(key.replace(/_(id|on|at)$/, '').replaceAll('_', ' ')).replace(/\b(id|ssn|sid)\b/i, (word) =>
    word.toUpperCase(),
  )

const textOf = (key: string, value: unknown, names: Names): string => {
  if (typeof value === 'string') return stringText(key, value)
  if (typeof value === 'number') return (isPerson(key) && names.get(value)) || String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return itemsText(key, value, names)
  return typeof value === 'object' && value !== null ? partsText(value, names) : ''
}

const itemsText = (key: string, items: readonly unknown[], names: Names): string => {
  const texts = items.map((item) => textOf(key, item, names)).filter((text) => text !== '')
  return texts.join(typeof items[0] === 'object' ? '\n' : ', ')
}

/** Returns 'City: Salem' for an answer, 'City: Salem → Bend' for a change, and all parts of anything else. */
const partsText = (parts: object, names: Names): string => {
  const { name, value, field, before, after, ...rest } = Object.fromEntries<unknown>(Object.entries(parts))
  if (typeof name === 'string' && value !== undefined)
    return `${wordsOf(name)}: ${textOf(name, value, names)}`
  if (typeof field === 'string')
    return `${wordsOf(field)}: ${[before, after].map((one) => textOf(field, one, names) || '–').join(' → ')}`
  const all = { ...(name === undefined ? {} : { name }), ...rest }
  return Object.entries(all)
    .map(([key, one]) => [wordsOf(key), textOf(key, one, names)] as const)
    .filter(([, text]) => text !== '')
    .map(([words, text]) => `${words}: ${text}`)
    .join('\n')
}

const officeTime = new Intl.DateTimeFormat('en-US', {
  timeZone: officeTimeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

const stringText = (key: string, value: string): string => {
  if (key === 'body' && value.startsWith('<')) return withoutTags(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayText(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/.test(value)) return officeTime.format(new Date(value))
  // a code of a column that isn't a field of the record
  const isCode = fieldOf(key) === undefined && /^[a-z]+(_[a-z]+)+$/.test(value)
  return isCode ? wordsOf(value) : labelOf(key, value)
}

const lineEnds: ReadonlySet<string> = new Set(['p', 'li', 'h2', 'h3', 'br'])

/** Returns the text of a note, which was saved clean. A library would take half a second for the longest one. */
const withoutTags = (html: string): string =>
  [...tokensOf(html)]
    .map((token) => {
      if (token.kind === 'text') return token.text
      return token.kind === 'close' && lineEnds.has(token.tag) ? '\n' : ''
    })
    .join('')
    .trim()
